import { type Bytes, joinBytes, utf8 } from './bytes.ts';
import { FLAC_BLOCK_SAMPLES, FLAC_RATE_HZ, flacStream, metadataBlock } from './flac.ts';
import type { MatroskaTrack } from './matroska.ts';
import { s16le } from './raw-samples.ts';
import {
  AAC_FRAME_SAMPLES,
  AAC_RATE_HZ,
  AAC_SILENCE,
  aacConfig,
  OPUS_PACKET_SAMPLES,
  OPUS_PRE_SKIP_SAMPLES,
  OPUS_RATE_HZ,
  OPUS_SILENCE,
  opusHead,
  opusPackets,
} from './silent-frames.ts';
import { beeps } from './tone.ts';

const NS_PER_SECOND = 1_000_000_000;

/** Nothing to drop, nothing to warm up. */
const exact = { delayNs: 0, seekPreRollNs: 0, discardNs: 0 } as const;

/** Sources of the codec ids and of what goes with them: RFC 9559's registry of codecs, one page each. */
export const aacTrack = (ms: number): MatroskaTrack => ({
  ...exact,
  codecId: 'A_AAC',
  codecPrivate: aacConfig(),
  rateHz: AAC_RATE_HZ,
  bitDepth: undefined,
  packets: new Array<Bytes>(Math.ceil((ms * AAC_RATE_HZ) / 1000 / AAC_FRAME_SAMPLES)).fill(AAC_SILENCE),
  packetMs: (AAC_FRAME_SAMPLES * 1000) / AAC_RATE_HZ,
});

export function flacTrack(ms: number): MatroskaTrack {
  const { streamInfo, frames } = flacStream(beeps(ms, FLAC_RATE_HZ));
  return {
    ...exact,
    codecId: 'A_FLAC',
    codecPrivate: joinBytes([utf8('fLaC'), metadataBlock(0, true, streamInfo)]),
    rateHz: FLAC_RATE_HZ,
    bitDepth: 16,
    packets: frames,
    packetMs: (FLAC_BLOCK_SAMPLES * 1000) / FLAC_RATE_HZ,
  };
}

/**
 * Block times count from before the pre-skip; readers subtract the delay. 80 ms before a seek are what RFC 7845,
 * section 4.6, asks for.
 */
export function opusTrack(ms: number): MatroskaTrack {
  const samples = (ms * OPUS_RATE_HZ) / 1000;
  const count = opusPackets(samples);
  const nanoseconds = (many: number): number => (many * NS_PER_SECOND) / OPUS_RATE_HZ;
  return {
    codecId: 'A_OPUS',
    codecPrivate: opusHead(),
    rateHz: OPUS_RATE_HZ,
    bitDepth: undefined,
    delayNs: nanoseconds(OPUS_PRE_SKIP_SAMPLES),
    seekPreRollNs: 80_000_000,
    packets: new Array<Bytes>(count).fill(OPUS_SILENCE),
    packetMs: (OPUS_PACKET_SAMPLES * 1000) / OPUS_RATE_HZ,
    discardNs: nanoseconds(count * OPUS_PACKET_SAMPLES - OPUS_PRE_SKIP_SAMPLES - samples),
  };
}

/** Blocks of 100 ms; the codec has none of its own. */
export function pcmTrack(ms: number, rateHz: 16_000 | 24_000): MatroskaTrack {
  const samples = beeps(ms, rateHz);
  const perPacket = rateHz / 10;
  return {
    ...exact,
    codecId: 'A_PCM/INT/LIT',
    codecPrivate: undefined,
    rateHz,
    bitDepth: 16,
    packets: Array.from({ length: Math.ceil(samples.length / perPacket) }, (_, index) =>
      s16le(samples.subarray(index * perPacket, (index + 1) * perPacket)),
    ),
    packetMs: 100,
  };
}

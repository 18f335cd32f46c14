import { type Bytes, joinBytes } from './bytes.ts';
import { FLAC_BLOCK_SAMPLES, FLAC_RATE_HZ, flacStream, metadataBlock } from './flac.ts';
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
} from './silent-frames.ts';
import { beeps } from './tone.ts';

/** Mono sound as the packets of a codec. Each container stores them in its own way. */
export interface Sound {
  /** Its name in Matroska. Source of the ids and of `setup`: RFC 9559's registry of codecs, one page each. */
  readonly codecId: 'A_AAC' | 'A_FLAC' | 'A_OPUS' | 'A_PCM/INT/LIT';
  /** What a decoder needs before the first packet. */
  readonly setup?: Bytes;
  readonly rateHz: number;
  /** Of one sample, where the codec has such a thing. */
  readonly bitDepth?: number;
  readonly packets: readonly Bytes[];
  /** Samples of a packet; the last one may hold less. */
  readonly packetSamples: number;
  /** Samples that a decoder drops at the start, and at the end of the last packet. */
  readonly preSkip: number;
  readonly surplus: number;
}

const exact = { preSkip: 0, surplus: 0 } as const;

/** Silence. */
export const aacSound = (ms: number): Sound => ({
  ...exact,
  codecId: 'A_AAC',
  setup: aacConfig(),
  rateHz: AAC_RATE_HZ,
  packets: new Array<Bytes>(Math.ceil((ms * AAC_RATE_HZ) / 1000 / AAC_FRAME_SAMPLES)).fill(AAC_SILENCE),
  packetSamples: AAC_FRAME_SAMPLES,
});

/** Silence. */
export function opusSound(ms: number): Sound {
  const end = OPUS_PRE_SKIP_SAMPLES + (ms * OPUS_RATE_HZ) / 1000;
  const count = Math.ceil(end / OPUS_PACKET_SAMPLES);
  return {
    codecId: 'A_OPUS',
    setup: opusHead(),
    rateHz: OPUS_RATE_HZ,
    packets: new Array<Bytes>(count).fill(OPUS_SILENCE),
    packetSamples: OPUS_PACKET_SAMPLES,
    preSkip: OPUS_PRE_SKIP_SAMPLES,
    surplus: count * OPUS_PACKET_SAMPLES - end,
  };
}

export function flacSound(ms: number): Sound {
  const { streamInfo, frames } = flacStream(ms);
  return {
    ...exact,
    codecId: 'A_FLAC',
    setup: joinBytes('fLaC', metadataBlock(0, true, streamInfo)),
    rateHz: FLAC_RATE_HZ,
    bitDepth: 16,
    packets: frames,
    packetSamples: FLAC_BLOCK_SAMPLES,
  };
}

/** Packets of 100 ms; the codec has none of its own. */
export function pcmSound(ms: number, rateHz: 16_000 | 24_000): Sound {
  const samples = beeps(ms, rateHz);
  const packetSamples = rateHz / 10;
  const packets = Array.from({ length: Math.ceil(samples.length / packetSamples) }, (_, index) =>
    s16le(samples.subarray(index * packetSamples, (index + 1) * packetSamples)),
  );
  return { ...exact, codecId: 'A_PCM/INT/LIT', rateHz, bitDepth: 16, packets, packetSamples };
}

import { type Bytes, bigEndian, joinBytes, littleEndian } from './bytes.ts';
import { oggPageCrc } from './checksums.ts';
import { FLAC_BLOCK_SAMPLES, FLAC_RATE_HZ, flacStream, metadataBlock, vorbisComment } from './flac.ts';
import { opusSound, type Sound } from './sound.ts';

/**
 * Marks the one logical stream of the file. A fixed one ("LXFM"): the number should be random, but the same job has to
 * give the same bytes.
 */
const SERIAL = 0x4c58_464d;

const FIRST_PAGE = 0x02;
const LAST_PAGE = 0x04;

interface Page {
  /** Whole ones; together at most 255 segments, which is 65 025 bytes less one for each. */
  readonly packets: readonly Bytes[];
  /** The position after its last packet, in samples; 0 for headers. */
  readonly granule: number;
}

/** A packet's length as a row of 255s and a rest below 255, which may be 0. */
const segments = ({ length }: Bytes): readonly number[] => [
  ...new Array<number>(Math.floor(length / 255)).fill(255),
  length % 255,
];

/** Source: RFC 3533, section 6. */
function pageBytes({ packets, granule }: Page, index: number, flags: number): Bytes {
  const lacing = packets.flatMap(segments);
  const page = joinBytes(
    'OggS',
    0,
    flags,
    littleEndian(granule, 8),
    littleEndian(SERIAL, 4),
    littleEndian(index, 4),
    littleEndian(0, 4),
    lacing.length,
    ...lacing,
    ...packets,
  );
  page.set(littleEndian(oggPageCrc(page), 4), 22);
  return page;
}

type Packets = Pick<Sound, 'packets' | 'packetSamples' | 'rateHz'>;

/**
 * A page for each header, then one for each second. `end`: samples at the end; less than the packets hold when the rest
 * of the last one is to be cut off.
 */
function oggFile(headers: readonly Bytes[], { packets, packetSamples, rateHz }: Packets, end: number): Bytes {
  const perPage = rateHz / packetSamples;
  const pages: Page[] = headers.map((header) => ({ packets: [header], granule: 0 }));
  for (let next = perPage; next < packets.length + perPage; next += perPage)
    pages.push({ packets: packets.slice(next - perPage, next), granule: Math.min(end, next * packetSamples) });
  const flags = (index: number): number =>
    (index === 0 ? FIRST_PAGE : 0) | (index === pages.length - 1 ? LAST_PAGE : 0);
  return joinBytes(...pages.map((page, index) => pageBytes(page, index, flags(index))));
}

/** Source: RFC 7845, sections 3, 4.4 and 5. */
export function oggOpusFile(ms: number, comments: readonly string[]): Bytes {
  const sound = opusSound(ms);
  const end = sound.packets.length * sound.packetSamples - sound.surplus;
  return oggFile([joinBytes(sound.setup ?? ''), joinBytes('OpusTags', vorbisComment(comments))], sound, end);
}

/** Source: RFC 9639, section 10.1. */
export function oggFlacFile(ms: number, comments: readonly string[]): Bytes {
  const { streamInfo, frames } = flacStream(ms);
  const mapping = joinBytes(0x7f, 'FLAC', 1, 0, bigEndian(1, 2), 'fLaC', metadataBlock(0, false, streamInfo));
  const sound = { packets: frames, packetSamples: FLAC_BLOCK_SAMPLES, rateHz: FLAC_RATE_HZ };
  return oggFile([mapping, metadataBlock(4, true, vorbisComment(comments))], sound, (ms * FLAC_RATE_HZ) / 1000);
}

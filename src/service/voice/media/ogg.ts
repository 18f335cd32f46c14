import { type Bytes, bigEndian, joinBytes, littleEndian, utf8 } from './bytes.ts';
import { oggPageCrc } from './checksums.ts';
import { FLAC_BLOCK_SAMPLES, flacStream, metadataBlock, vorbisComment } from './flac.ts';
import {
  OPUS_PACKET_SAMPLES,
  OPUS_PRE_SKIP_SAMPLES,
  OPUS_RATE_HZ,
  OPUS_SILENCE,
  opusHead,
  opusPackets,
} from './silent-frames.ts';

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
  const page = joinBytes([
    utf8('OggS'),
    Uint8Array.of(0, flags),
    littleEndian(granule, 8),
    littleEndian(SERIAL, 4),
    littleEndian(index, 4),
    littleEndian(0, 4),
    Uint8Array.of(lacing.length, ...lacing),
    ...packets,
  ]);
  page.set(littleEndian(oggPageCrc(page), 4), 22);
  return page;
}

const oggFile = (pages: readonly Page[]): Bytes =>
  joinBytes(
    pages.map((page, index) =>
      pageBytes(page, index, (index === 0 ? FIRST_PAGE : 0) | (index === pages.length - 1 ? LAST_PAGE : 0)),
    ),
  );

interface AudioPackets {
  readonly packets: readonly Bytes[];
  readonly packetSamples: number;
  readonly packetsPerPage: number;
  /** The granule of the last page; less than its packets hold when the end is to be cut off. */
  readonly end: number;
}

function audioPages({ packets, packetSamples, packetsPerPage, end }: AudioPackets): readonly Page[] {
  return Array.from({ length: Math.ceil(packets.length / packetsPerPage) }, (_, index) => {
    const until = (index + 1) * packetsPerPage;
    return {
      packets: packets.slice(index * packetsPerPage, until),
      granule: Math.min(end, until * packetSamples),
    };
  });
}

/** Silence for a number of samples at 48 kHz; a page holds one second. Source: RFC 7845, sections 3, 4.4 and 5. */
export function oggOpusFile(samples: number, comments: readonly string[]): Bytes {
  return oggFile([
    { packets: [opusHead()], granule: 0 },
    { packets: [joinBytes([utf8('OpusTags'), vorbisComment(comments)])], granule: 0 },
    ...audioPages({
      packets: new Array<Bytes>(opusPackets(samples)).fill(OPUS_SILENCE),
      packetSamples: OPUS_PACKET_SAMPLES,
      packetsPerPage: OPUS_RATE_HZ / OPUS_PACKET_SAMPLES,
      end: OPUS_PRE_SKIP_SAMPLES + samples,
    }),
  ]);
}

/** Mono samples at 16 kHz; a page holds one second. Source: RFC 9639, section 10.1. */
export function oggFlacFile(samples: Int16Array, comments: readonly string[]): Bytes {
  const { streamInfo, frames } = flacStream(samples);
  const mapping = joinBytes([Uint8Array.of(0x7f), utf8('FLAC'), Uint8Array.of(1, 0), bigEndian(1, 2), utf8('fLaC')]);
  return oggFile([
    { packets: [joinBytes([mapping, metadataBlock(0, false, streamInfo)])], granule: 0 },
    { packets: [metadataBlock(4, true, vorbisComment(comments))], granule: 0 },
    ...audioPages({
      packets: frames,
      packetSamples: FLAC_BLOCK_SAMPLES,
      packetsPerPage: 4,
      end: samples.length,
    }),
  ]);
}

import { type Bytes, bigEndian, joinBytes, utf8 } from './bytes.ts';
import type { Sound } from './sound.ts';
import { languageTag } from './transcript.ts';

export interface MatroskaInput {
  /** WebM knows fewer elements. */
  readonly docType: 'matroska' | 'webm';
  readonly title: string;
  readonly language: string;
  readonly durationMs: number;
  readonly sound: Sound;
}

/** Sound in one cluster. Times in a cluster are 16 bits, so at most 32 seconds. */
const CLUSTER_MS = 5000;

const TRACK = 1;

/**
 * A number in the fewest bytes that do not read as "unknown", the first bits telling how many. Source: RFC 8794,
 * section 4.
 */
function lengthMarked(value: number): Bytes {
  let width = 1;
  while (value >= 2 ** (7 * width) - 1) width += 1;
  return bigEndian(2 ** (7 * width) + value, width);
}

const fewestBytes = (value: number): Bytes => {
  let width = 1;
  while (value >= 256 ** width) width += 1;
  return bigEndian(value, width);
};

/** Ids carry their own length mark. Source of the ids: RFC 8794, section 11, and RFC 9559, section 5. */
const element = (id: number, ...content: readonly Bytes[]): Bytes => {
  const joined = joinBytes(...content);
  return joinBytes(fewestBytes(id), lengthMarked(joined.length), joined);
};

const number = (id: number, value: number): Bytes => element(id, fewestBytes(value));

const text = (id: number, value: string): Bytes => element(id, utf8(value));

function float(id: number, value: number): Bytes {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setFloat64(0, value);
  return element(id, bytes);
}

const header = (docType: string): Bytes =>
  element(
    0x1a45_dfa3,
    number(0x4286, 1), // EBMLVersion
    number(0x42f7, 1), // EBMLReadVersion
    number(0x42f2, 4), // EBMLMaxIDLength
    number(0x42f3, 8), // EBMLMaxSizeLength
    text(0x4282, docType), // DocType
    number(0x4287, 4), // DocTypeVersion
    number(0x4285, 2), // DocTypeReadVersion
  );

const info = ({ title, durationMs }: MatroskaInput): Bytes =>
  element(
    0x1549_a966,
    number(0x2ad7b1, 1_000_000), // TimestampScale: milliseconds
    float(0x4489, durationMs), // Duration
    text(0x7ba9, title), // Title
    text(0x4d80, 'Lexform embedded service'), // MuxingApp
    text(0x5741, 'Lexform embedded service'), // WritingApp
  );

const nanoseconds = (samples: number, { rateHz }: Sound): number => (samples * 1_000_000_000) / rateHz;

/** 80 ms before a seek are what RFC 7845, section 4.6, asks for. */
const OPUS_SEEK_NS = 80_000_000;

/** Block times count from before the pre-skip; readers subtract the delay. */
const tracks = ({ docType, language, sound }: MatroskaInput): Bytes =>
  element(
    0x1654_ae6b,
    element(
      0xae, // TrackEntry
      number(0xd7, TRACK), // TrackNumber
      number(0x73c5, TRACK), // TrackUID
      number(0x83, 2), // TrackType: audio
      number(0x9c, 0), // FlagLacing
      text(0x22b59c, 'und'), // Language; without it a reader takes English
      ...(docType === 'matroska' ? [text(0x22b59d, languageTag(language))] : []), // LanguageBCP47
      text(0x86, sound.codecId), // CodecID
      ...(sound.setup === undefined ? [] : [element(0x63a2, sound.setup)]), // CodecPrivate
      ...(sound.preSkip === 0 ? [] : [number(0x56aa, nanoseconds(sound.preSkip, sound))]), // CodecDelay
      ...(sound.codecId === 'A_OPUS' ? [number(0x56bb, OPUS_SEEK_NS)] : []), // SeekPreRoll
      element(
        0xe1, // Audio
        float(0xb5, sound.rateHz), // SamplingFrequency
        number(0x9f, 1), // Channels
        ...(sound.bitDepth === undefined ? [] : [number(0x6264, sound.bitDepth)]), // BitDepth
      ),
    ),
  );

/** Track, time in the cluster, flags, packet. `0x80` marks a key frame, which only a simple block says. */
const block = (packet: Bytes, inClusterMs: number, flags: number): Bytes =>
  joinBytes(lengthMarked(TRACK), bigEndian(inClusterMs, 2), flags, packet);

/** All blocks are simple ones but a last one whose end is to be cut off, since only a group can say so. */
function clusters(sound: Sound): readonly Bytes[] {
  const { packets, packetSamples, rateHz, surplus } = sound;
  const packetMs = (packetSamples * 1000) / rateHz;
  const perCluster = Math.max(1, Math.floor(CLUSTER_MS / packetMs));
  return Array.from({ length: Math.ceil(packets.length / perCluster) }, (_, cluster) => {
    const first = cluster * perCluster;
    return element(
      0x1f43_b675,
      number(0xe7, first * packetMs), // Timestamp
      ...packets.slice(first, first + perCluster).map(
        (packet, index) =>
          surplus > 0 && first + index === packets.length - 1
            ? element(
                0xa0, // BlockGroup
                element(0xa1, block(packet, index * packetMs, 0)), // Block
                element(0x75a2, bigEndian(nanoseconds(surplus, sound), 4)), // DiscardPadding: signed, below 2^31
              )
            : element(0xa3, block(packet, index * packetMs, 0x80)), // SimpleBlock
      ),
    );
  });
}

/** One audio track, every size known, no index: readers find the clusters by walking. Source: RFC 9559. */
export const matroskaFile = (input: MatroskaInput): Bytes =>
  joinBytes(header(input.docType), element(0x1853_8067, info(input), tracks(input), ...clusters(input.sound)));

import { type Bytes, bigEndian, joinBytes, utf8 } from './bytes.ts';
import { sectionCrc } from './checksums.ts';
import {
  AAC_FRAME_SAMPLES,
  AAC_RATE_HZ,
  aacInAdts,
  OPUS_PACKET_SAMPLES,
  OPUS_PRE_SKIP_SAMPLES,
  OPUS_RATE_HZ,
  OPUS_SILENCE,
  opusPackets,
} from './silent-frames.ts';

const PACKET_BYTES = 188;
const CLOCK_HZ = 90_000;

const TABLE_PID = 0x0000;
const PROGRAM_PID = 0x1000;
const AUDIO_PID = 0x0100;
const PROGRAM = 1;

/** When the first sound is played; the program clock runs 100 ms ahead of the sound, so that it is not negative. */
const FIRST_TICK = CLOCK_HZ;
const CLOCK_LEAD_TICKS = CLOCK_HZ / 10;

/** Packets of sound between two copies of the tables: less than half a second at 64 ms each. */
const TABLES_EVERY = 6;

/** Sources in here: ISO/IEC 13818-1. */
interface ElementaryStream {
  readonly streamType: number;
  readonly streamId: number;
  readonly descriptors: Bytes;
  /** Each is sent as one PES packet in one transport packet, so at most 160 bytes. */
  readonly units: readonly Bytes[];
  readonly unitTicks: number;
}

interface TransportPacket {
  readonly pid: number;
  readonly counter: number;
  readonly adaptation: Bytes;
  /** Fills the packet with the adaptation field. */
  readonly payload: Bytes;
}

/** Section 2.4.3.2; every payload here is the start of something. */
const transportPacket = ({ pid, counter, adaptation, payload }: TransportPacket): Bytes =>
  joinBytes([
    Uint8Array.of(0x47, 0x40 | (pid >> 8), pid & 0xff, (adaptation.length > 0 ? 0x30 : 0x10) | (counter & 0x0f)),
    adaptation,
    payload,
  ]);

const filling = (length: number): Bytes => new Uint8Array(length).fill(0xff);

interface Section {
  readonly pid: number;
  readonly counter: number;
  readonly tableId: number;
  readonly content: Bytes;
}

/** A program association or program map section, version 0, alone in its packet. Sections 2.4.4.3 and 2.4.4.8. */
function sectionPacket({ pid, counter, tableId, content }: Section): Bytes {
  const start = joinBytes([
    Uint8Array.of(tableId),
    bigEndian(0xb000 | (content.length + 9), 2),
    bigEndian(PROGRAM, 2),
    Uint8Array.of(0xc1, 0, 0),
    content,
  ]);
  const section = joinBytes([Uint8Array.of(0), start, bigEndian(sectionCrc(start), 4)]);
  const payload = joinBytes([section, filling(PACKET_BYTES - 4 - section.length)]);
  return transportPacket({ pid, counter, adaptation: new Uint8Array(0), payload });
}

const tables = ({ streamType, descriptors }: ElementaryStream, counter: number): readonly Bytes[] => [
  sectionPacket({
    pid: TABLE_PID,
    counter,
    tableId: 0,
    content: joinBytes([bigEndian(PROGRAM, 2), bigEndian(0xe000 | PROGRAM_PID, 2)]),
  }),
  sectionPacket({
    pid: PROGRAM_PID,
    counter,
    tableId: 2,
    content: joinBytes([
      bigEndian(0xe000 | AUDIO_PID, 2),
      bigEndian(0xf000, 2),
      Uint8Array.of(streamType),
      bigEndian(0xe000 | AUDIO_PID, 2),
      bigEndian(0xf000 | descriptors.length, 2),
      descriptors,
    ]),
  }),
];

/** A time of 33 bits with the marker bits around it. Section 2.4.3.6. */
const presentationTime = (ticks: number): Bytes =>
  Uint8Array.of(
    0x21 | (Math.floor(ticks / 2 ** 30) << 1),
    (ticks >>> 22) & 0xff,
    ((ticks >>> 14) & 0xfe) | 1,
    (ticks >>> 7) & 0xff,
    ((ticks << 1) & 0xfe) | 1,
  );

/** One unit with its time, and the program clock in front of it. Sections 2.4.3.4 and 2.4.3.6. */
function soundPacket({ streamId, units, unitTicks }: ElementaryStream, counter: number): Bytes {
  const unit = units[counter] ?? new Uint8Array(0);
  const ticks = FIRST_TICK + counter * unitTicks;
  const payload = joinBytes([
    Uint8Array.of(0, 0, 1, streamId),
    bigEndian(8 + unit.length, 2),
    Uint8Array.of(0x84, 0x80, 5),
    presentationTime(ticks),
    unit,
  ]);
  const room = PACKET_BYTES - 4 - payload.length;
  const clock = bigEndian((ticks - CLOCK_LEAD_TICKS) * 2 ** 15 + 0x7e00, 6);
  const adaptation = joinBytes([Uint8Array.of(room - 1, 0x50), clock, filling(room - 8)]);
  return transportPacket({ pid: AUDIO_PID, counter, adaptation, payload });
}

const transportStream = (stream: ElementaryStream): Bytes =>
  joinBytes(
    stream.units.flatMap((_, index) => [
      ...(index % TABLES_EVERY === 0 ? tables(stream, index / TABLES_EVERY) : []),
      soundPacket(stream, index),
    ]),
  );

/** Silence for a number of samples at 16 kHz, as ADTS frames. */
export const aacTransportStream = (samples: number): Bytes =>
  transportStream({
    streamType: 0x0f,
    streamId: 0xc0,
    descriptors: new Uint8Array(0),
    units: new Array<Bytes>(Math.ceil(samples / AAC_FRAME_SAMPLES)).fill(aacInAdts()),
    unitTicks: (AAC_FRAME_SAMPLES * CLOCK_HZ) / AAC_RATE_HZ,
  });

interface Trim {
  readonly start: number;
  readonly end: number;
}

/**
 * The silent packet behind its control header: 11 marker bits, which trims follow, 3 zero bits, the size, the trims in
 * samples.
 */
const opusUnit = ({ start, end }: Trim): Bytes =>
  joinBytes([
    bigEndian(0x7fe0 | (start > 0 ? 0x10 : 0) | (end > 0 ? 0x08 : 0), 2),
    Uint8Array.of(OPUS_SILENCE.length),
    start > 0 ? bigEndian(start, 2) : new Uint8Array(0),
    end > 0 ? bigEndian(end, 2) : new Uint8Array(0),
    OPUS_SILENCE,
  ]);

/**
 * Silence for a number of samples at 48 kHz. The stream says what it is by a registration descriptor, and that it is
 * mono by an extension descriptor. Source: "Opus in MPEG-TS", the mapping that muxers share.
 */
export function opusTransportStream(samples: number): Bytes {
  const packets = opusPackets(samples);
  const surplus = packets * OPUS_PACKET_SAMPLES - OPUS_PRE_SKIP_SAMPLES - samples;
  return transportStream({
    streamType: 0x06,
    streamId: 0xbd,
    descriptors: joinBytes([Uint8Array.of(0x05, 4), utf8('Opus'), Uint8Array.of(0x7f, 2, 0x80, 1)]),
    units: Array.from({ length: packets }, (_, index) =>
      opusUnit({ start: index === 0 ? OPUS_PRE_SKIP_SAMPLES : 0, end: index === packets - 1 ? surplus : 0 }),
    ),
    unitTicks: (OPUS_PACKET_SAMPLES * CLOCK_HZ) / OPUS_RATE_HZ,
  });
}

import { type Bytes, bigEndian, joinBytes } from './bytes.ts';
import { sectionCrc } from './checksums.ts';
import { aacInAdts, OPUS_SILENCE } from './silent-frames.ts';
import { aacSound, opusSound } from './sound.ts';

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

/**
 * Section 2.4.3.2; every payload here is the start of something. `payload` fills the packet with the adaptation field.
 */
const transportPacket = (pid: number, counter: number, payload: Bytes, adaptation: Bytes = joinBytes()): Bytes =>
  joinBytes(
    0x47,
    bigEndian(0x4000 | pid, 2),
    (adaptation.length > 0 ? 0x30 : 0x10) | (counter & 0x0f),
    adaptation,
    payload,
  );

const filling = (length: number): Bytes => new Uint8Array(length).fill(0xff);

/** A program association or program map section, version 0, alone in its packet. Sections 2.4.4.3 and 2.4.4.8. */
function sectionPacket(pid: number, counter: number, tableId: number, content: Bytes): Bytes {
  const start = joinBytes(
    tableId,
    bigEndian(0xb000 | (content.length + 9), 2),
    bigEndian(PROGRAM, 2),
    Uint8Array.of(0xc1, 0, 0),
    content,
  );
  const section = joinBytes(0, start, bigEndian(sectionCrc(start), 4));
  return transportPacket(pid, counter, joinBytes(section, filling(PACKET_BYTES - 4 - section.length)));
}

function tables({ streamType, descriptors }: ElementaryStream, counter: number): readonly Bytes[] {
  const programs = joinBytes(bigEndian(PROGRAM, 2), bigEndian(0xe000 | PROGRAM_PID, 2));
  const streams = joinBytes(
    bigEndian(0xe000 | AUDIO_PID, 2),
    bigEndian(0xf000, 2),
    streamType,
    bigEndian(0xe000 | AUDIO_PID, 2),
    bigEndian(0xf000 | descriptors.length, 2),
    descriptors,
  );
  return [sectionPacket(TABLE_PID, counter, 0, programs), sectionPacket(PROGRAM_PID, counter, 2, streams)];
}

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
  const unit = units[counter] ?? joinBytes();
  const ticks = FIRST_TICK + counter * unitTicks;
  const size = bigEndian(8 + unit.length, 2);
  const payload = joinBytes(0, 0, 1, streamId, size, 0x84, 0x80, 5, presentationTime(ticks), unit);
  const room = PACKET_BYTES - 4 - payload.length;
  const clock = bigEndian((ticks - CLOCK_LEAD_TICKS) * 2 ** 15 + 0x7e00, 6);
  return transportPacket(AUDIO_PID, counter, payload, joinBytes(room - 1, 0x50, clock, filling(room - 8)));
}

const transportStream = (stream: ElementaryStream): Bytes =>
  joinBytes(
    ...stream.units.flatMap((_, index) => [
      ...(index % TABLES_EVERY === 0 ? tables(stream, index / TABLES_EVERY) : []),
      soundPacket(stream, index),
    ]),
  );

/** ADTS frames. */
export function aacTransportStream(ms: number): Bytes {
  const { packets, packetSamples, rateHz } = aacSound(ms);
  return transportStream({
    streamType: 0x0f,
    streamId: 0xc0,
    descriptors: joinBytes(),
    units: packets.map(aacInAdts),
    unitTicks: (packetSamples * CLOCK_HZ) / rateHz,
  });
}

/**
 * The silent packet behind its control header: 11 marker bits, which trims follow, 3 zero bits, the size, the trims in
 * samples.
 */
const opusUnit = (trimStart: number, trimEnd: number): Bytes =>
  joinBytes(
    bigEndian(0x7fe0 | (trimStart > 0 ? 0x10 : 0) | (trimEnd > 0 ? 0x08 : 0), 2),
    OPUS_SILENCE.length,
    trimStart > 0 ? bigEndian(trimStart, 2) : '',
    trimEnd > 0 ? bigEndian(trimEnd, 2) : '',
    OPUS_SILENCE,
  );

/**
 * The stream says what it is by a registration descriptor, and that it is mono by an extension descriptor. Source:
 * "Opus in MPEG-TS", the mapping that muxers share.
 */
export function opusTransportStream(ms: number): Bytes {
  const { packets, packetSamples, rateHz, preSkip, surplus } = opusSound(ms);
  return transportStream({
    streamType: 0x06,
    streamId: 0xbd,
    descriptors: joinBytes(0x05, 4, 'Opus', 0x7f, 2, 0x80, 1),
    units: packets.map((_, index) => opusUnit(index === 0 ? preSkip : 0, index === packets.length - 1 ? surplus : 0)),
    unitTicks: (packetSamples * CLOCK_HZ) / rateHz,
  });
}

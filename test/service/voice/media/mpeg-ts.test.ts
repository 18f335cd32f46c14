import fc from 'fast-check';
import { expect, test } from 'vitest';
import { voiceOutput } from '../../../../src/service/voice/media/voice-output.ts';
import { runs } from '../../../support/runs.ts';
import { crc32Mpeg } from '../../voice-media/independent-crc.ts';

const output = (codec: string, durationMs: number): Buffer =>
  Buffer.from(
    voiceOutput({
      type: `video/mp2t;codecs=${codec}`,
      language: 'de',
      sourceLanguage: 'en',
      sourceName: 'talk.wav',
      durationMs,
    }),
  );

interface Packet {
  readonly pid: number;
  readonly clock: number | undefined;
  readonly payload: Buffer;
}

/** Continuity is checked for each PID; every packet starts a section or a PES packet. */
function readPackets(file: Buffer): readonly Packet[] {
  expect(file.length % 188).toBe(0);
  const counters = new Map<number, number>();
  return Array.from({ length: file.length / 188 }, (_, index) => {
    const packet = file.subarray(index * 188, (index + 1) * 188);
    expect(packet[0]).toBe(0x47);
    expect(packet.readUInt8(1) & 0xe0).toBe(0x40); // no error, unit start, no priority
    const pid = packet.readUInt16BE(1) & 0x1fff;
    const flags = packet.readUInt8(3);
    expect(flags >> 6).toBe(0); // not scrambled
    expect(flags & 0x10).toBe(0x10); // a payload
    expect(flags & 0x0f).toBe(((counters.get(pid) ?? -1) + 1) % 16);
    counters.set(pid, flags & 0x0f);
    if ((flags & 0x20) === 0) return { pid, clock: undefined, payload: packet.subarray(4) };
    const length = packet.readUInt8(4);
    expect(packet[5]).toBe(0x50); // random access, clock
    expect(packet.readUInt16BE(10) & 0x7fff).toBe(0x7e00); // reserved bits, extension 0
    expect(packet.subarray(12, 5 + length).every((byte) => byte === 0xff)).toBe(true);
    const clock = packet.readUInt32BE(6) * 2 + (packet.readUInt8(10) >> 7);
    return { pid, clock, payload: packet.subarray(5 + length) };
  });
}

/** The bytes between the section's header and its checksum. */
function readSection({ payload }: Packet, tableId: number): Buffer {
  expect(payload[0]).toBe(0);
  const length = payload.readUInt16BE(2) & 0xfff;
  const section = payload.subarray(1, 4 + length);
  expect(section[0]).toBe(tableId);
  expect(section.readUInt16BE(1) & 0xf000).toBe(0xb000);
  expect(section.readUInt16BE(3)).toBe(1);
  expect([...section.subarray(5, 8)]).toEqual([0xc1, 0, 0]);
  expect(section.readUInt32BE(section.length - 4)).toBe(crc32Mpeg(section.subarray(0, -4)));
  expect(payload.subarray(4 + length).every((byte) => byte === 0xff)).toBe(true);
  return section.subarray(8, -4);
}

interface Program {
  readonly streamType: number;
  readonly descriptors: Buffer;
  readonly sound: readonly Packet[];
}

/** From the association table to the map to the one stream; the tables come back before half a second has passed. */
function readProgram(packets: readonly Packet[]): Program {
  const association = packets.filter(({ pid }) => pid === 0).map((packet) => readSection(packet, 0));
  const [programs = Buffer.alloc(0)] = association;
  expect(programs).toHaveLength(4);
  expect(programs.readUInt16BE(0)).toBe(1);
  const mapPid = programs.readUInt16BE(2) & 0x1fff;
  const maps = packets.filter(({ pid }) => pid === mapPid).map((packet) => readSection(packet, 2));
  const [map = Buffer.alloc(0)] = maps;
  expect(association.every((copy) => copy.equals(programs)) && maps.every((copy) => copy.equals(map))).toBe(true);
  expect(packets.slice(0, 2).map(({ pid }) => pid)).toEqual([0, mapPid]);

  const clockPid = map.readUInt16BE(0) & 0x1fff;
  expect(map.readUInt16BE(2) & 0xfff).toBe(0);
  const soundPid = map.readUInt16BE(5) & 0x1fff;
  expect(soundPid).toBe(clockPid);
  const descriptors = map.subarray(9);
  expect(map.readUInt16BE(7) & 0xfff).toBe(descriptors.length);
  const sound = packets.filter(({ pid }) => pid === soundPid);
  expect(new Set(packets.map(({ pid }) => pid))).toEqual(new Set([0, mapPid, soundPid]));
  let sinceTables = 0;
  let clock = 0;
  for (const packet of packets) {
    if (packet.pid === 0) sinceTables = 0;
    if (packet.clock === undefined) continue;
    sinceTables += clock === 0 ? 0 : packet.clock - clock;
    expect(sinceTables).toBeLessThan(45_000);
    clock = packet.clock;
  }
  return { streamType: map.readUInt8(4), descriptors, sound };
}

interface Unit {
  readonly ticks: number;
  readonly data: Buffer;
}

function readUnit({ payload, clock = 0 }: Packet, streamId: number): Unit {
  expect(payload.readUIntBE(0, 3)).toBe(1);
  expect(payload[3]).toBe(streamId);
  expect(payload.readUInt16BE(4)).toBe(payload.length - 6);
  expect(payload.readUInt8(6) & 0xc0).toBe(0x80);
  expect([...payload.subarray(7, 9)]).toEqual([0x80, 5]); // a time of presentation and nothing else
  const time = payload.readUIntBE(9, 5).toString(2).padStart(40, '0');
  expect([time.slice(0, 4), time[7], time[23], time[39]]).toEqual(['0010', '1', '1', '1']);
  const ticks = Number.parseInt(time.slice(4, 7) + time.slice(8, 23) + time.slice(24, 39), 2);
  expect(ticks - clock).toBe(9000); // 100 ms to fill the decoder
  return { ticks, data: payload.subarray(14) };
}

const durations = fc.integer({ min: 0, max: 10_100 });
const soundMs = (durationMs: number): number => Math.min(10_000, Math.max(500, durationMs));

test('AAC comes as one ADTS frame of 64 ms in each PES packet', () => {
  fc.assert(
    fc.property(durations, (durationMs) => {
      const { streamType, descriptors, sound } = readProgram(readPackets(output('aac', durationMs)));
      expect(streamType).toBe(0x0f);
      expect(descriptors).toHaveLength(0);
      expect(sound).toHaveLength(Math.ceil(soundMs(durationMs) / 64));
      for (const [index, packet] of sound.entries()) {
        const { ticks, data } = readUnit(packet, 0xc0);
        expect(ticks).toBe(90_000 + index * 5760);
        expect(data.toString('hex')).toBe('fff1604001bffc00c800802380');
      }
    }),
    { numRuns: runs(15) },
  );
});

interface OpusUnit {
  readonly startTrim: number;
  readonly endTrim: number;
  readonly packet: Buffer;
}

function readOpusUnit(data: Buffer): OpusUnit {
  const control = data.readUInt16BE(0);
  expect(control >> 5).toBe(0x3ff);
  expect(control & 0x07).toBe(0); // no extension
  const size = data.readUInt8(2);
  expect(size).toBeLessThan(0xff); // else the size would go on
  let at = 3;
  const trim = (flag: number): number => {
    if ((control & flag) === 0) return 0;
    at += 2;
    return data.readUInt16BE(at - 2);
  };
  const startTrim = trim(0x10);
  const endTrim = trim(0x08);
  expect(data.length - at).toBe(size);
  return { startTrim, endTrim, packet: data.subarray(at) };
}

test('Opus comes registered, with control headers whose trims leave exactly the sound', () => {
  fc.assert(
    fc.property(durations, (durationMs) => {
      const { streamType, descriptors, sound } = readProgram(readPackets(output('opus', durationMs)));
      expect(streamType).toBe(0x06);
      expect(descriptors.toString('latin1')).toBe('\x05\x04Opus\x7f\x02\x80\x01');
      const units = sound.map((packet, index) => {
        const { ticks, data } = readUnit(packet, 0xbd);
        expect(ticks).toBe(90_000 + index * 1800);
        return readOpusUnit(data);
      });
      expect(units.slice(1).every(({ startTrim }) => startTrim === 0)).toBe(true);
      expect(units.slice(0, -1).every(({ endTrim }) => endTrim === 0)).toBe(true);
      const [start, end] = [units[0]?.startTrim ?? 0, units.at(-1)?.endTrim ?? 0];
      expect(start).toBe(312);
      expect(end).toBeLessThan(960);
      expect(units.length * 960 - start - end).toBe(soundMs(durationMs) * 48);
      for (const { packet } of units) expect(packet.toString('hex')).toBe('f8fffe');
    }),
    { numRuns: runs(15) },
  );
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { voiceOutput } from '../../../../src/service/voice/media/voice-output.ts';
import { runs } from '../../../support/runs.ts';
import { crc32Ogg } from '../../voice-media/independent-crc.ts';
import {
  checkFrames,
  readComments,
  readFrame,
  readMetadata,
  readStreamInfo,
  samplesOfPcm,
} from '../../voice-media/read-flac.ts';

const output = (type: string, durationMs: number): Buffer =>
  Buffer.from(voiceOutput({ type, language: 'de', sourceLanguage: 'en', sourceName: 'talk.wav', durationMs }));

interface Page {
  readonly flags: number;
  readonly granule: number;
  readonly packets: readonly Buffer[];
}

/**
 * Every byte belongs to a page; checksums, page numbers and the one serial number are checked; no packet spans pages.
 */
function readPages(file: Buffer): readonly Page[] {
  const pages: Page[] = [];
  for (let at = 0; at < file.length; ) {
    expect(file.toString('latin1', at, at + 5)).toBe('OggS\0');
    expect(file.readUInt32LE(at + 14)).toBe(file.readUInt32LE(14));
    expect(file.readUInt32LE(at + 18)).toBe(pages.length);
    const count = file.readUInt8(at + 26);
    const lacing = file.subarray(at + 27, at + 27 + count);
    expect(lacing.at(-1)).toBeLessThan(255);
    const packets: Buffer[] = [];
    let start = at + 27 + count;
    let end = start;
    for (const segment of lacing) {
      end += segment;
      if (segment === 255) continue;
      packets.push(file.subarray(start, end));
      start = end;
    }
    expect(end).toBeLessThanOrEqual(file.length);
    const page = Buffer.from(file.subarray(at, end));
    page.writeUInt32LE(0, 22);
    expect(file.readUInt32LE(at + 22)).toBe(crc32Ogg(page));
    pages.push({ flags: file.readUInt8(at + 5), granule: Number(file.readBigInt64LE(at + 6)), packets });
    at = end;
  }
  return pages;
}

/** First and last page are marked; each header has the page or pages to itself, with granule 0. */
function checkShape(pages: readonly Page[]): readonly Page[] {
  expect(pages.map(({ flags }) => flags)).toEqual([2, ...pages.slice(1, -1).map(() => 0), 4]);
  expect(pages.slice(0, 2).map(({ granule, packets }) => [granule, packets.length])).toEqual([
    [0, 1],
    [0, 1],
  ]);
  return pages.slice(2);
}

const durations = fc.integer({ min: 0, max: 10_100 });
const soundMs = (durationMs: number): number => Math.min(10_000, Math.max(500, durationMs));

test('Ogg Opus ends, by its last granule, with the last sample after the pre-skip', () => {
  fc.assert(
    fc.property(durations, (durationMs) => {
      const pages = readPages(output('audio/opus', durationMs));
      const [head, tags] = pages.map(({ packets }) => packets[0] ?? Buffer.alloc(0));
      expect(head?.toString('latin1', 0, 8)).toBe('OpusHead');
      expect(head).toHaveLength(19);
      expect([head?.[8], head?.[9], head?.readUInt32LE(12), head?.readInt16LE(16), head?.[18]]).toEqual([
        1, 1, 48_000, 0, 0,
      ]);
      expect(tags?.toString('latin1', 0, 8)).toBe('OpusTags');
      expect(readComments(tags?.subarray(8) ?? Buffer.alloc(0))).toEqual([
        'Lexform embedded service',
        'DESCRIPTION=Synthetic audio without speech (de)',
        'LANGUAGE=de',
      ]);
      const preSkip = head?.readUInt16LE(10) ?? 0;
      const sound = checkShape(pages);
      let decoded = 0;
      for (const { packets, granule } of sound.slice(0, -1)) {
        decoded += packets.length * 960;
        expect(granule).toBe(decoded);
      }
      const end = sound.at(-1)?.granule ?? 0;
      expect(end - preSkip).toBe(soundMs(durationMs) * 48);
      const lastPage = decoded + (sound.at(-1)?.packets.length ?? 0) * 960;
      expect(lastPage - end).toBeGreaterThanOrEqual(0);
      expect(lastPage - end).toBeLessThan(960);
      for (const packet of sound.flatMap(({ packets }) => packets)) expect(packet.toString('hex')).toBe('f8fffe');
    }),
    { numRuns: runs(25) },
  );
});

test('audio/opus and audio/ogg;codecs=opus are the same file', () => {
  expect(output('audio/ogg;codecs=opus', 4321).equals(output('audio/opus', 4321))).toBe(true);
});

test('Ogg FLAC has the mapping header, one comment header, a frame in each packet and granules that count samples', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 3000 }), (durationMs) => {
      const pages = readPages(output('audio/ogg;codecs=flac', durationMs));
      const [head = Buffer.alloc(0), tags = Buffer.alloc(0)] = pages.flatMap(({ packets }) => packets);
      expect(head.subarray(0, 13).toString('latin1')).toBe('\x7fFLAC\x01\x00\x00\x01fLaC');
      expect(head[13]).toBe(0); // STREAMINFO, not the last block
      expect(head.readUIntBE(14, 3)).toBe(34);
      const { blocks, rest } = readMetadata(tags);
      expect(blocks.map(({ type }) => type)).toEqual([4]);
      expect(rest).toHaveLength(0);
      expect(readComments(blocks[0]?.content ?? Buffer.alloc(0))[2]).toBe('LANGUAGE=de');

      const sound = checkShape(pages);
      const frames = sound.flatMap(({ packets }) =>
        packets.map((packet) => {
          const frame = readFrame(packet);
          expect(frame.length).toBe(packet.length);
          return frame;
        }),
      );
      const samples = checkFrames(readStreamInfo(head.subarray(17)), frames);
      expect(samples).toEqual(samplesOfPcm(output('audio/pcm;encoding=s16le;rate=16000', durationMs)));
      let counted = 0;
      for (const { packets, granule } of sound) {
        counted += packets.reduce((sum, packet) => sum + readFrame(packet).samples.length, 0);
        expect(granule).toBe(counted);
      }
    }),
    { numRuns: runs(12) },
  );
});

test('10 seconds of Ogg FLAC are 10 pages of sound', () => {
  expect(checkShape(readPages(output('audio/ogg;codecs=flac', 20_000))).map(({ granule }) => granule)).toEqual(
    Array.from({ length: 10 }, (_, index) => (index + 1) * 16_000),
  );
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matroskaFile } from '../../../../src/service/voice/media/matroska.ts';
import { aacSound } from '../../../../src/service/voice/media/sound.ts';
import { voiceOutput } from '../../../../src/service/voice/media/voice-output.ts';
import { runs } from '../../../support/runs.ts';
import { checkFrames, readFrame, readMetadata, readStreamInfo, samplesOfPcm } from '../../voice-media/read-flac.ts';

const output = (type: string, durationMs: number): Buffer =>
  Buffer.from(voiceOutput({ type, language: 'de-AT', sourceLanguage: 'en', sourceName: 'talk.wav', durationMs }));

interface Element {
  readonly id: string;
  readonly content: Buffer;
}

/** Bytes of an EBML number whose first byte this is. */
const widthOf = (first: number): number => Math.clz32(first) - 23;

/** The elements that fill the bytes exactly; every size is known. */
function readElements(bytes: Buffer): readonly Element[] {
  const elements: Element[] = [];
  for (let at = 0; at < bytes.length; ) {
    const idWidth = widthOf(bytes.readUInt8(at));
    expect(idWidth).toBeLessThanOrEqual(4);
    const sizeAt = at + idWidth;
    const sizeWidth = widthOf(bytes.readUInt8(sizeAt));
    expect(sizeWidth).toBeLessThanOrEqual(6);
    const unknown = 2 ** (7 * sizeWidth) - 1;
    const size = bytes.readUIntBE(sizeAt, sizeWidth) - 2 ** (7 * sizeWidth);
    expect(size).toBeLessThan(unknown);
    const start = sizeAt + sizeWidth;
    expect(start + size).toBeLessThanOrEqual(bytes.length);
    elements.push({ id: bytes.toString('hex', at, sizeAt), content: bytes.subarray(start, start + size) });
    at = start + size;
  }
  return elements;
}

const all = (elements: readonly Element[], id: string): readonly Buffer[] =>
  elements.filter((element) => element.id === id).map(({ content }) => content);

function one(elements: readonly Element[], id: string): Buffer {
  const found = all(elements, id);
  expect(found, id).toHaveLength(1);
  return found[0] ?? Buffer.alloc(0);
}

const uint = (bytes: Buffer): number => bytes.readUIntBE(0, bytes.length);

interface Block {
  readonly atMs: number;
  readonly packet: Buffer;
}

interface File {
  readonly docType: string;
  readonly durationMs: number;
  readonly title: string;
  readonly track: readonly Element[];
  readonly audio: readonly Element[];
  readonly blocks: readonly Block[];
  readonly discardNs: number | undefined;
}

function readFile(bytes: Buffer): File {
  const top = readElements(bytes);
  expect(top.map(({ id }) => id)).toEqual(['1a45dfa3', '18538067']);
  const header = readElements(one(top, '1a45dfa3'));
  const versions = ['4286', '42f7', '42f2', '42f3', '4287', '4285'].map((id) => uint(one(header, id)));
  expect(versions).toEqual([1, 1, 4, 8, 4, 2]);
  const segment = readElements(one(top, '18538067'));
  expect(segment.slice(0, 2).map(({ id }) => id)).toEqual(['1549a966', '1654ae6b']);
  expect(new Set(segment.slice(2).map(({ id }) => id))).toEqual(new Set(['1f43b675']));
  const info = readElements(one(segment, '1549a966'));
  expect(uint(one(info, '2ad7b1'))).toBe(1_000_000);
  expect(one(info, '4d80').length * one(info, '5741').length).toBeGreaterThan(0);
  const track = readElements(one(readElements(one(segment, '1654ae6b')), 'ae'));
  expect(['d7', '73c5', '83', '9c'].map((id) => uint(one(track, id)))).toEqual([1, 1, 2, 0]);

  const blocks: Block[] = [];
  let discardNs: number | undefined;
  for (const cluster of all(segment, '1f43b675')) {
    const [timestamp, ...rest] = readElements(cluster);
    expect(timestamp?.id).toBe('e7');
    expect(rest.length).toBeGreaterThan(0);
    for (const { id, content } of rest) {
      expect(discardNs).toBeUndefined(); // only the last block may be cut
      const group = id === 'a0' ? readElements(content) : undefined;
      const block = group === undefined ? content : one(group, 'a1');
      if (group === undefined) expect(id).toBe('a3');
      else discardNs = one(group, '75a2').readInt32BE();
      expect(block[0]).toBe(0x81); // track 1
      expect(block[3]).toBe(group === undefined ? 0x80 : 0); // key frame, no lacing
      const atMs = uint(timestamp?.content ?? Buffer.alloc(1)) + block.readInt16BE(1);
      blocks.push({ atMs, packet: block.subarray(4) });
    }
  }
  return {
    docType: one(header, '4282').toString(),
    durationMs: one(info, '4489').readDoubleBE(),
    title: one(info, '7ba9').toString(),
    track,
    audio: readElements(one(track, 'e1')),
    blocks,
    discardNs,
  };
}

const codecOf = ({ track, audio }: File): readonly [string, number, number] => [
  one(track, '86').toString(),
  one(audio, 'b5').readDoubleBE(),
  uint(one(audio, '9f')),
];

const times = (blocks: readonly Block[]): readonly number[] => blocks.map(({ atMs }) => atMs);
const every = (ms: number, blocks: readonly Block[]): readonly number[] => blocks.map((_, index) => index * ms);

const durations = fc.integer({ min: 0, max: 10_100 });
const soundMs = (durationMs: number): number => Math.min(10_000, Math.max(500, durationMs));

test('a Matroska file names its kind, its language and that it is synthetic', () => {
  const file = readFile(output('audio/x-matroska;codecs=aac', 3000));
  expect(file.docType).toBe('matroska');
  expect(file.title).toBe('Synthetic audio without speech (de-AT)');
  expect(one(file.track, '22b59c').toString()).toBe('und');
  expect(one(file.track, '22b59d').toString()).toBe('de-AT');
});

test('a size whose bits are all ones would mean "unknown" and takes one byte more', () => {
  for (const length of [1, 126, 127, 128, 16_382, 16_383, 16_384]) {
    const title = 'x'.repeat(length);
    const file = matroskaFile({ docType: 'matroska', title, language: 'de', durationMs: 640, sound: aacSound(640) });
    expect(readFile(Buffer.from(file)).title).toBe(title);
  }
});

test('WebM has no element for a language tag', () => {
  const file = readFile(output('audio/webm;codecs=opus', 3000));
  expect(file.docType).toBe('webm');
  expect(file.title).toBe('Synthetic audio without speech (de-AT)');
  expect(all(file.track, '22b59d')).toEqual([]);
});

test('AAC stands in silent frames of 64 ms that cover the sound', () => {
  fc.assert(
    fc.property(durations, (durationMs) => {
      const file = readFile(output('audio/x-matroska;codecs=aac', durationMs));
      expect(codecOf(file)).toEqual(['A_AAC', 16_000, 1]);
      expect(one(file.track, '63a2').toString('hex')).toBe('1408');
      expect(file.durationMs).toBe(soundMs(durationMs));
      expect(times(file.blocks)).toEqual(every(64, file.blocks));
      expect(file.blocks).toHaveLength(Math.ceil(soundMs(durationMs) / 64));
      for (const { packet } of file.blocks) expect(packet.toString('hex')).toBe('00c800802380');
    }),
    { numRuns: runs(15) },
  );
});

test.each(['audio/x-matroska;codecs=opus', 'audio/webm;codecs=opus'])(
  'in %s delay, sound and discarded end make up the packets',
  (type) => {
    fc.assert(
      fc.property(durations, (durationMs) => {
        const file = readFile(output(type, durationMs));
        expect(codecOf(file)).toEqual(['A_OPUS', 48_000, 1]);
        const head = one(file.track, '63a2');
        expect(head.toString('latin1', 0, 8)).toBe('OpusHead');
        const delayNs = uint(one(file.track, '56aa'));
        expect(delayNs).toBe((head.readUInt16LE(10) * 1e9) / 48_000);
        expect(uint(one(file.track, '56bb'))).toBe(80_000_000);
        expect(file.durationMs).toBe(soundMs(durationMs));
        expect(times(file.blocks)).toEqual(every(20, file.blocks));
        const discardNs = file.discardNs ?? 0;
        expect(discardNs).toBeLessThan(20e6);
        expect(file.blocks.length * 20e6).toBe(delayNs + file.durationMs * 1e6 + discardNs);
        for (const { packet } of file.blocks) expect(packet.toString('hex')).toBe('f8fffe');
      }),
      { numRuns: runs(15) },
    );
  },
);

test('FLAC stands in one frame a block and decodes to the samples of the PCM output', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 3000 }), (durationMs) => {
      const file = readFile(output('audio/x-matroska;codecs=flac', durationMs));
      expect(codecOf(file)).toEqual(['A_FLAC', 16_000, 1]);
      expect(uint(one(file.audio, '6264'))).toBe(16);
      const setup = one(file.track, '63a2');
      expect(setup.toString('latin1', 0, 4)).toBe('fLaC');
      const { blocks, rest } = readMetadata(setup.subarray(4));
      expect(blocks.map(({ type }) => type)).toEqual([0]);
      expect(rest).toHaveLength(0);
      const frames = file.blocks.map(({ packet }) => {
        const frame = readFrame(packet);
        expect(frame.length).toBe(packet.length);
        return frame;
      });
      const samples = checkFrames(readStreamInfo(blocks[0]?.content ?? Buffer.alloc(0)), frames);
      expect(samples).toEqual(samplesOfPcm(output('audio/pcm;encoding=s16le;rate=16000', durationMs)));
      expect(times(file.blocks)).toEqual(every(250, file.blocks));
      expect(file.durationMs).toBe(soundMs(durationMs));
    }),
    { numRuns: runs(12) },
  );
});

test.each([16_000, 24_000])('PCM at %i Hz stands in blocks of 100 ms that make up the PCM output', (rate) => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 7000 }), (durationMs) => {
      const file = readFile(output(`audio/x-matroska;codecs=pcm_s16le;rate=${rate}`, durationMs));
      expect(codecOf(file)).toEqual(['A_PCM/INT/LIT', rate, 1]);
      expect(uint(one(file.audio, '6264'))).toBe(16);
      expect(all(file.track, '63a2')).toEqual([]);
      expect(times(file.blocks)).toEqual(every(100, file.blocks));
      const sound = Buffer.concat(file.blocks.map(({ packet }) => packet));
      expect(sound.equals(output(`audio/pcm;encoding=s16le;rate=${rate}`, durationMs))).toBe(true);
    }),
    { numRuns: runs(10) },
  );
});

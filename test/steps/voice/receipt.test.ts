import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { voiceJobId } from '../../../src/model/account/voice-job.ts';
import {
  isFinished,
  parseReceipt,
  receiptText,
  type TargetState,
  type VoiceReceipt,
  withTarget,
  withUpload,
} from '../../../src/steps/voice/report.ts';

const TIME = '2026-01-15T12:00:00.000Z';
const DIGEST = `sha256:${'0a'.repeat(32)}`;

const RECEIPT: VoiceReceipt = {
  target: { name: 'test', address: 'http://service.test' },
  source: { name: 'talk.wav', contentType: 'audio/wav', bytes: 244, digest: DIGEST },
  sourceLanguage: 'en',
  job: { id: voiceJobId('job-1'), createdTime: TIME, upload: { kind: 'done', time: TIME } },
  targets: [
    { language: 'de', type: 'text/plain', state: { kind: 'waiting' } },
    { language: 'fr', type: 'application/x-subrip', state: { kind: 'lost', why: 'over', time: TIME } },
  ],
};

const noteOf = (receipt: VoiceReceipt): string => JSON.parse(receiptText(receipt)).note;

describe('a receipt', () => {
  test('reads back as it was written, in every state', () => {
    const texts = fc.string({ minLength: 1, unit: 'binary' });
    const state: fc.Arbitrary<TargetState> = fc.oneof(
      fc.constant({ kind: 'waiting' } as const),
      fc.record({ kind: fc.constant('fetching' as const), file: texts, time: fc.constant(TIME) }),
      fc.record({
        kind: fc.constant('fetching' as const),
        file: texts,
        time: fc.constant(TIME),
        replaces: fc.constant(DIGEST),
      }),
      fc.record({
        kind: fc.constant('here' as const),
        file: texts,
        bytes: fc.maxSafeNat(),
        digest: fc.constant(DIGEST),
        time: fc.constant(TIME),
      }),
      fc.record({ kind: fc.constant('failed' as const), message: fc.string() }),
      fc.record({
        kind: fc.constant('lost' as const),
        why: fc.constantFrom('taken', 'over', 'removed'),
        time: fc.constant(TIME),
      }),
    );
    fc.assert(
      fc.property(fc.array(state, { minLength: 1, maxLength: 4 }), texts, (states, name) => {
        const receipt: VoiceReceipt = {
          ...RECEIPT,
          source: { ...RECEIPT.source, name },
          targets: states.map((each) => ({ language: 'de', type: name, state: each })),
        };
        expect(parseReceipt(receiptText(receipt), 'x')).toEqual(receipt);
      }),
    );
  });

  test('of a job that was created elsewhere needs no digest and no source language', () => {
    const { sourceLanguage: _, ...rest } = RECEIPT;
    const receipt = { ...rest, source: { name: 'talk.wav', contentType: 'audio/wav', bytes: 244 } };
    expect(parseReceipt(receiptText(receipt), 'x')).toEqual(receipt);
  });

  test('says to a person what can still be done with it', () => {
    const unknown =
      'It is unknown whether the upload was completed. Its signed address is not stored, so if this run ends before, ' +
      'only a new job can continue.';
    expect(noteOf(withUpload(RECEIPT, { kind: 'not-started' }))).toBe(unknown);
    expect(noteOf(withUpload(RECEIPT, { kind: 'started', time: TIME }))).toBe(unknown);
    expect(noteOf(RECEIPT)).toBe(
      'The recording is uploaded. Run the same command again, or lexform service voice download with this file, to ' +
        'get the results.',
    );
    const finished = withTarget(RECEIPT, 0, { kind: 'failed', message: '' });
    expect([isFinished(RECEIPT), isFinished(finished)]).toEqual([false, true]);
    expect(noteOf(finished)).toBe('Nothing is left to do for this job.');
  });

  test.each([
    ['nothing', '', 'it is not JSON'],
    ['a list', '[]', 'it is not an object'],
    ['another version', '{"formatVersion":2}', 'formatVersion is not 1'],
    ['no target', '{"formatVersion":1,"source":{}}', 'target is not an object'],
  ])('%s is none', (_, content, message) => {
    expect(() => parseReceipt(content, 'talk.voice.json')).toThrow(message);
    expect(() => parseReceipt(content, 'talk.voice.json')).toThrow(/^talk\.voice\.json is not a receipt/);
  });

  test('without its digest says so', () => {
    const { digest: _, ...others } = JSON.parse(receiptText(RECEIPT));
    expect(() => parseReceipt(JSON.stringify(others), 'talk.voice.json')).toThrow(
      'talk.voice.json is not a receipt of a voice job: it has been edited: its digest is missing',
    );
  });

  test.each([
    [['source', 'bytes'], -1, 'source.bytes is not a whole number'],
    [['source', 'digest'], 'md5:1', 'source.digest is not a digest'],
    [['source', 'digest'], `x${DIGEST}`, 'source.digest is not a digest'],
    [['source', 'digest'], `${DIGEST}0`, 'source.digest is not a digest'],
    [['source', 'digest'], `sha256:${'x'.repeat(64)}`, 'source.digest is not a digest'],
    [['source', 'name'], '', 'source.name is not a text with characters'],
    [['target', 'address'], '', 'target.address is not a text with characters'],
    [['sourceLanguage'], '', 'sourceLanguage is not a text with characters'],
    [['job', 'id'], '', 'job.id is not a text with characters'],
    [['job', 'createdTime'], 'noon', 'job.createdTime is not a time'],
    [['job', 'upload', 'time'], 'noon', 'job.upload.time is not a time'],
    [['targets', '1', 'state', 'time'], 'noon', 'targets[1].state.time is not a time'],
    [['targets', '1', 'type'], '', 'targets[1].type is not a text with characters'],
    [['job', 'upload', 'kind'], 'later', 'job.upload.kind is none of not-started, started, done'],
    [['targets'], [], 'targets is not a list with a target'],
    [['targets', '1', 'state', 'why'], 'bad luck', 'targets[1].state.why is none of taken, over, removed'],
    [
      ['targets', '0', 'state', 'kind'],
      'constructor',
      'targets[0].state.kind is none of waiting, fetching, here, failed, lost',
    ],
  ] as const)('with a wrong %j says which field it is', (path, value, message) => {
    const document = JSON.parse(receiptText(RECEIPT));
    const last = path.at(-1) ?? '';
    const holder = path.slice(0, -1).reduce((at, name) => at[name], document);
    holder[last] = value;
    expect(() => parseReceipt(JSON.stringify(document), 'x')).toThrow(message);
  });
});

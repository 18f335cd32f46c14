import { describe, expect, test } from 'vitest';
import type { StoredJob, StoredTarget } from '../../../src/service/store/store.ts';
import {
  isGone,
  isSignature,
  type Purpose,
  signatureFor,
  targetStatus,
  updatedTime,
} from '../../../src/service/voice/voice-state.ts';

const CREATED = '2026-01-15T12:00:00.000Z';
const UPLOADED = '2026-01-15T12:01:00.000Z';
const TARGET: StoredTarget = { language: 'de', type: 'text/plain' };
const HOUR_MS = 3_600_000;

const job = (part: Partial<StoredJob> = {}): StoredJob => ({
  id: 'job',
  account: 'account',
  keyId: 'key',
  name: 'talk.wav',
  contentType: 'audio/wav',
  contentLength: 9,
  sourceLanguage: null,
  creationTime: CREATED,
  targets: [TARGET],
  secret: 'secret',
  upload: { time: UPLOADED, bytes: 9, durationMs: 1 },
  ...part,
});

/** Without its upload. */
function waiting(part: Partial<StoredJob> = {}): StoredJob {
  const { upload: _, ...rest } = job(part);
  return rest;
}

const later = (time: string, milliseconds: number): Date => new Date(Date.parse(time) + milliseconds);

describe('the end of a job', () => {
  test('one that waits is gone 5 minutes after its creation, and is there at the last millisecond', () => {
    expect([0, 299_999, 300_000, 300_001].map((ms) => isGone(waiting(), later(CREATED, ms)))).toEqual([
      false,
      false,
      false,
      true,
    ]);
  });

  test('one with its source is gone an hour after the upload, not after the creation', () => {
    expect([300_001, HOUR_MS, HOUR_MS + 1].map((ms) => isGone(job(), later(UPLOADED, ms)))).toEqual([
      false,
      false,
      true,
    ]);
  });
});

describe('the state of a target', () => {
  const at = (ms: number, part: Partial<StoredJob> = {}, index = 0) =>
    targetStatus(job(part), index, later(UPLOADED, ms), 2000);

  test('pending, uploaded, processing, complete: the time since the upload decides', () => {
    expect(targetStatus(waiting(), 0, later(CREATED, 200_000), 2000)).toBe('pending');
    expect([0, 199, 200, 1999, 2000].map((ms) => at(ms))).toEqual([
      'uploaded',
      'uploaded',
      'processing',
      'processing',
      'complete',
    ]);
  });

  test('a clock that went back makes nothing complete', () => {
    expect(at(-HOUR_MS)).toBe('uploaded');
  });

  test('targets are done one after the other, and one that fails does so when it would be done', () => {
    const targets = [TARGET, { ...TARGET, failure: 'no' }, TARGET];
    const states = (ms: number) => targets.map((_, index) => at(ms, { targets }, index));
    expect(states(3999)).toEqual(['complete', 'processing', 'processing']);
    expect(states(4000)).toEqual(['complete', 'failed', 'processing']);
    expect(states(6000)).toEqual(['complete', 'failed', 'complete']);
  });

  test('without a time to wait for, an upload is complete at once', () => {
    expect(targetStatus(job(), 0, new Date(UPLOADED), 0)).toBe('complete');
  });

  test('however many there are, the last is done half an hour before its results are gone', () => {
    const targets = Array.from({ length: 5000 }, () => TARGET);
    expect(at(HOUR_MS / 2 - 1, { targets }, 4999)).toBe('processing');
    expect(at(HOUR_MS / 2, { targets }, 4999)).toBe('complete');
  });
});

describe('the time of the last change', () => {
  const updated = (part: Partial<StoredJob>, ms: number) => updatedTime(job(part), later(UPLOADED, ms), 2000);

  test('is the creation, the upload, the start, or the latest target that is done', () => {
    expect(updatedTime(waiting(), later(CREATED, 9000), 2000)).toBe(CREATED);
    const targets = [TARGET, TARGET];
    expect([0, 199, 200, 1999, 2000, 3999, 9999].map((ms) => updated({ targets }, ms).slice(17))).toEqual([
      '00.000Z',
      '00.000Z',
      '00.200Z',
      '00.200Z',
      '02.000Z',
      '02.000Z',
      '04.000Z',
    ]);
  });

  test('is a download that came after', () => {
    const targets = [{ ...TARGET, downloadedTime: later(UPLOADED, 7000).toISOString() }, TARGET];
    expect(updated({ targets }, 9000).slice(17)).toBe('07.000Z');
  });

  test('is found among very many targets', () => {
    const targets = Array.from({ length: 300_000 }, () => TARGET);
    expect(updated({ targets }, HOUR_MS)).toBe(later(UPLOADED, HOUR_MS / 2).toISOString());
  });
});

describe('signatures', () => {
  const PURPOSES: readonly Purpose[] = ['upload', 'upload-url', 'download-0', 'download-1', 'download-url-0'];

  test('each opens what it is for and nothing else', () => {
    for (const purpose of PURPOSES)
      expect(PURPOSES.filter((each) => isSignature(job(), each, signatureFor(job(), purpose)))).toEqual([purpose]);
  });

  test('one of another job, a part of one, and what is none are not taken', () => {
    const right = signatureFor(job(), 'upload');
    for (const wrong of [
      signatureFor(job({ secret: 'other' }), 'upload'),
      right.slice(1),
      `${right}0`,
      right.toUpperCase(),
      '',
      'ü'.repeat(32),
      'x'.repeat(64),
    ])
      expect(isSignature(job(), 'upload', wrong)).toBe(false);
  });
});

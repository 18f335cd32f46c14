import { describe, expect, test } from 'vitest';
import { voiceJobId } from '../../../src/model/account/voice-job.ts';
import { ServiceError } from '../../../src/model/errors.ts';
import { bytesText } from '../../../src/review/translate/voice-progress-text.ts';
import { voiceStatusText } from '../../../src/review/translate/voice-status-text.ts';
import { voiceReportJson, voiceReportText } from '../../../src/review/translate/voice-text.ts';
import type { JobEnd, JobReport, TargetOutcome } from '../../../src/steps/voice/report.ts';

const settings = { pathText: (path: string) => path.replace('/recordings/', ''), filePath: (file: string) => file };
const TIME = '2026-01-15T12:00:00.000Z';

const report = (outcomes: readonly TargetOutcome[], end: JobEnd = { kind: 'settled' }): JobReport => ({
  recording: 'talk.wav',
  jobId: voiceJobId('job-1'),
  receiptPath: '/recordings/talk.voice.json',
  hasReceipt: true,
  targets: outcomes.map((outcome, index) => ({
    language: ['de', 'fr', 'it'][index] ?? 'ja',
    type: 'text/plain',
    path: `/recordings/talk.${index}.txt`,
    outcome,
  })),
  end,
});

describe('the report of voice jobs', () => {
  test('shows text of others as text, in every place', () => {
    const evil = '\u001b[2J\n::error::\u202e';
    const refused = new ServiceError({ request: 'PUT x', status: 400, message: evil });
    const reports: readonly JobReport[] = [
      { ...report([{ kind: 'failed', message: evil }]), recording: evil, receiptPath: `/recordings/${evil}` },
      { ...report([{ kind: 'not-fetched', error: refused }], { kind: 'error', error: refused }), recording: evil },
    ];
    const hostile = reports.map((each) => ({
      ...each,
      targets: each.targets.map((target) => ({ ...target, language: evil, type: evil, path: evil })),
    }));
    const text = voiceReportText(hostile, settings);
    expect(text.split('\n')).toHaveLength(6);
    expect(text + voiceReportJson(hostile, settings)).not.toMatch(/[\u001b\u202e]|^::/mu);
    expect(JSON.parse(voiceReportJson(hostile, settings)).jobs[0].recording).toBe(evil);
  });
});

describe('the progress of voice jobs', () => {
  test.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [999, '999 bytes'],
    [1000, '1.0 kB'],
    [999_999, '999.9 kB'],
    [1_073_741_824, '1.0 GB'],
  ])('%i is %s', (bytes, text) => {
    expect(bytesText(bytes)).toBe(text);
  });
});

test('a status shows words of the service as text, and times that are none as they are', () => {
  const text = voiceStatusText(
    {
      recording: '\u202etalk',
      jobId: voiceJobId('job-1'),
      time: TIME,
      job: {
        jobId: voiceJobId('job-1'),
        createdAt: 'once\u001b',
        sourceFile: { name: '', contentType: '', contentLength: 1 },
        targets: [{ language: 'de\n', type: 'x' }],
        results: [{ status: 'other', statusWord: 'dream\u001bing' }],
      },
    },
    settings,
  );
  expect(text).toBe('⟨U+202E⟩talk: job job-1\n  created once⟨U+001B⟩\n  de⏎ x: dream⟨U+001B⟩ing\n');
});

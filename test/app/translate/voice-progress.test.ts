import { expect, test } from 'vitest';
import { voiceProgress } from '../../../src/app/translate/open-voice.ts';
import { manualClock } from '../../support/manual-clock.ts';

function shown(live: boolean) {
  const clock = manualClock();
  const written: string[] = [];
  const terminal = { err: (text: string) => void written.push(text), live, width: 60 };
  return { clock, written, progress: voiceProgress(terminal, clock.now) };
}

const uploading = (bytes: number) => ({ recording: 'talk.wav', kind: 'uploading', bytes, totalBytes: 1000 }) as const;

test('on a terminal one line is written over, not more often than it can be read, and cleared at the end', () => {
  const { clock, written, progress } = shown(true);
  for (let bytes = 0; bytes <= 1000; bytes += 10) {
    progress.event(uploading(bytes));
    clock.advance(10);
  }
  expect(written.length).toBe(11);
  expect(written.every((text) => /^\r\u001b\[2Ktalk\.wav: uploading .* of 1\.0 kB$/.test(text))).toBe(true);
  // Another thing that happens is shown at once.
  progress.event({ recording: 'talk.wav', kind: 'uploaded', bytes: 1000 });
  expect(written.length).toBe(12);
  progress.end();
  expect(written.at(-1)).toBe('\r\u001b[2K');
});

test('elsewhere no control character is written, and a line for each step alone', () => {
  const { written, progress } = shown(false);
  progress.event(uploading(10));
  progress.event({ recording: 'talk.wav', kind: 'uploaded', bytes: 1000 });
  progress.event({ recording: 'talk.wav', kind: 'ended' });
  progress.end();
  expect(written).toEqual(['talk.wav: uploaded 1.0 kB, waiting for the results\n']);
});

test('a run without an event clears no line', () => {
  const { written, progress } = shown(true);
  progress.end();
  expect(written).toEqual([]);
});

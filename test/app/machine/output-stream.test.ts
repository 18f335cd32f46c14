import { describe, expect, test } from 'vitest';
import { onEndSignals, type SignalSource } from '../../../src/shells/process/end-signals.ts';
import { isClosedPipe, type OutputStream, outputTo } from '../../../src/shells/process/output-stream.ts';

const failure = (code: string): NodeJS.ErrnoException => Object.assign(new Error(code), { code });

/** A stream that fails, at once or later, from its n-th text on. */
function failing(at: number, how: 'throws' | 'tells') {
  const written: string[] = [];
  let tell: (error: NodeJS.ErrnoException) => void = () => undefined;
  let opened = 0;
  const stream: OutputStream = {
    on: (_, listener) => {
      tell = listener;
    },
    write: (text) => {
      written.push(text);
      if (written.length < at) return;
      if (how === 'throws') throw failure('ENOSPC');
      tell(failure('ENOSPC'));
      tell(failure('ENOSPC'));
    },
  };
  const open = (): OutputStream => {
    opened += 1;
    return stream;
  };
  return { open, written, opened: () => opened };
}

describe('outputTo', () => {
  test.each(['throws', 'tells'] as const)(
    'a stream that %s is written to no more, and its loss is told once',
    (how) => {
      const { open, written, opened } = failing(2, how);
      const lost: (string | undefined)[] = [];
      const out = outputTo(open, ({ code }) => lost.push(code));
      expect(opened()).toBe(0);
      for (const text of ['a', 'b', 'c', 'd']) out(text);
      expect({ written, lost, opened: opened() }).toEqual({ written: ['a', 'b'], lost: ['ENOSPC'], opened: 1 });
    },
  );

  test('a stream that cannot be opened is lost', () => {
    const lost: (string | undefined)[] = [];
    const out = outputTo(
      () => {
        throw failure('EBADF');
      },
      ({ code }) => lost.push(code),
    );
    out('a');
    out('b');
    expect(lost).toEqual(['EBADF']);
  });

  test.each([
    ['EPIPE', true],
    ['ECONNRESET', true],
    ['ENOSPC', false],
    ['EIO', false],
  ])('%s: is it a closed pipe? %s', (code, isClosed) => {
    expect(isClosedPipe(failure(code))).toBe(isClosed);
  });
});

describe('onEndSignals', () => {
  /** What is left of a process that gets these signals. */
  function after(...signals: readonly string[]) {
    const listeners = new Map<string, () => void>();
    const source: SignalSource = { on: (signal, listener) => listeners.set(signal, listener) };
    const interruption = new AbortController();
    let forced = 0;
    onEndSignals(source, interruption, () => {
      forced += 1;
    });
    for (const signal of signals) listeners.get(signal)?.();
    return { interrupted: interruption.signal.aborted, forced };
  }

  test.each([
    [[], { interrupted: false, forced: 0 }],
    [['SIGINT'], { interrupted: true, forced: 0 }],
    [['SIGTERM'], { interrupted: true, forced: 0 }],
    [['SIGHUP'], { interrupted: true, forced: 0 }],
    [['SIGHUP', 'SIGHUP'], { interrupted: true, forced: 0 }],
    [['SIGTERM', 'SIGHUP'], { interrupted: true, forced: 0 }],
    [['SIGINT', 'SIGINT'], { interrupted: true, forced: 1 }],
    [['SIGHUP', 'SIGINT'], { interrupted: true, forced: 1 }],
  ])('%j', (signals, expected) => {
    expect(after(...signals)).toEqual(expected);
  });
});

import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { textBytes } from '../../../src/files/node/text-bytes.ts';
import type { SpillFile } from '../../../src/packed/spilled-entries.ts';

/** A spill file in memory, which knows the pieces that it was given without keeping them. */
function spillBench() {
  const pieces: WeakRef<Uint8Array>[] = [];
  const stored: number[] = [];
  const file: SpillFile = {
    append(bytes) {
      pieces.push(new WeakRef(bytes));
      const at = stored.length;
      for (const byte of bytes) stored.push(byte);
      return at;
    },
    read(at, into) {
      into.set(stored.slice(at, at + into.length));
    },
  };
  return { file, pieces };
}

/** Pieces that are long enough to be encoded one by one. */
const TEXTS = [...'abcd'].map((letter) => letter.repeat(70_000));

test('a text in a spill file can be read more than once', () => {
  const bytes = textBytes(TEXTS, () => spillBench().file);
  const read = (): string => {
    let text = '';
    for (const each of bytes) text += Buffer.from(each).toString();
    return text;
  };
  expect([read(), read()]).toEqual([TEXTS.join(''), TEXTS.join('')]);
});

test('a piece that lies in the spill file is not kept in memory', async () => {
  const { file, pieces } = spillBench();
  const bytes = textBytes(TEXTS, () => file);
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  // References that were followed stay until the end of the turn.
  await setImmediate();
  collect();
  expect(pieces.length).toBe(TEXTS.length - 1);
  expect(pieces.map((each) => each.deref() === undefined)).toEqual(pieces.map(() => true));
  expect([...bytes].length).toBe(TEXTS.length);
});

import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { isTerminal } from '../../../src/shells/cli/terminal-facts.ts';

const isTerminalAt = (path: string): boolean => {
  const descriptor = openSync(path, 'r');
  try {
    return isTerminal(descriptor);
  } finally {
    closeSync(descriptor);
  }
};

test('no file and no device but a terminal is one', () => {
  expect(isTerminalAt(fileURLToPath(import.meta.url))).toBe(false);
  expect(isTerminalAt(devNull)).toBe(false);
  if (process.platform !== 'win32') expect(isTerminalAt('/dev/zero')).toBe(false);
});

test('a descriptor that is not open is no terminal', () => {
  const descriptor = openSync(devNull, 'r');
  closeSync(descriptor);
  expect(isTerminal(descriptor)).toBe(false);
});

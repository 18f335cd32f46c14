import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { isQuick } from './quick-tests.ts';

const root = mkdtempSync(join(tmpdir(), 'lexform-quick-'));
afterAll(() => rmSync(root, { recursive: true }));

function put(name: string, ...lines: readonly string[]): string {
  const path = join(root, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}

describe('a test is quick', () => {
  put('test/support/starts.ts', "import { spawn } from 'node:child_process';");
  put('test/support/through.ts', "export { start } from './starts.ts';");
  put('test/support/round.ts', "import '../support/circle.ts';");
  put('test/support/circle.ts', "import '../support/round.ts';", "import { connect } from 'node:net';");

  test.each<[title: string, isQuick: boolean, lines: readonly string[]]>([
    ['that uses the code of the project', true, ["import { makePlan } from '../../src/plan/make-plan.ts';"]],
    ['that reads files', true, ["import { readFileSync } from 'node:fs';"]],
    ['that uses only a type of what takes long', true, ["import type { Socket } from 'node:net';"]],
    ['that starts a process', false, ["import { execFileSync } from 'node:child_process';"]],
    ['that connects, in an import of several lines', false, ['import {', '  createServer,', "} from 'node:http';"]],
    ['that uses the embedded service', false, ["import { makeStore } from '../../src/service/store/store.ts';"]],
    ['that imports a file that starts a process', false, ["import { start } from '../support/through.ts';"]],
    ['that imports such a file late', false, ["const { start } = await import('../support/through.ts');"]],
    ['that imports files that import each other', false, ["import '../support/round.ts';"]],
  ])('%s: %s', (title, expected, lines) => {
    const file = put(`test/room/${title.replaceAll(' ', '-').replaceAll(',', '')}.test.ts`, ...lines);
    expect(isQuick(join(root, 'test'))(file)).toBe(expected);
  });
});

import { cpSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runLexform } from '../support/cli.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

const CONFIG =
  'targets:\n  local: { service: embedded }\nversion: 1\nglossaries: glossaries/*/glossary.yaml\ndeveloper_keys: developer-keys.yaml\n';

async function world(more: Readonly<Record<string, string>> = {}) {
  const cwd = await tempWorkspace({
    'lexform.yaml': CONFIG,
    'glossaries/product/glossary.yaml': 'tables:\n  - { pairs: ["en->*"], file: terms.csv }\nname: Product\n',
    'glossaries/product/en-de.csv': '"house";"Haus"\r\ncat;Katze\r\n',
    'glossaries/product/terms.csv': 'en,fr,\ndog,chien,\n\n\nbird,oiseau,\n',
    'developer-keys.yaml': 'ci: { protect: true, label: CI }\n',
    'other.csv': '"a","b"\r\n',
    ...more,
  });
  return {
    cwd,
    read: (path: string) => readFileSync(join(cwd, path), 'utf8'),
    fmt: (...args: readonly string[]) => runLexform({ cwd }, 'fmt', ...args),
    lexform: (...args: readonly string[]) => runLexform({ cwd }, ...args),
  };
}

describe('lexform fmt', () => {
  test('changes nothing of a plan', async () => {
    const { fmt, lexform } = await world();
    const plan = async (): Promise<unknown> => {
      const { changes } = JSON.parse((await lexform('plan', '--json')).out);
      return changes;
    };
    const before = await plan();
    expect(before).not.toEqual([]);
    await fmt();
    // Places in the files are part of a change.
    const withoutPlaces = (value: unknown): unknown =>
      JSON.parse(JSON.stringify(value, (key, each) => (key === 'at' || key === 'origin' ? null : each)));
    expect(withoutPlaces(await plan())).toEqual(withoutPlaces(before));
  });
});

const examples = readdirSync('examples').filter((name) => existsSync(join('examples', name, 'lexform.yaml')));

test.each(examples)('the files of examples/%s are formatted', async (name) => {
  const cwd = await tempWorkspace({});
  const folder = join('examples', name);
  for (const entry of readdirSync(folder)) {
    const isFolder = statSync(join(folder, entry)).isDirectory();
    cpSync(join(folder, entry), join(cwd, entry), { recursive: isFolder });
  }
  expect((await runLexform({ cwd }, 'fmt', '--check')).out).not.toContain('not formatted: ');
});

import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { listen } from '../../src/service/http/listen.ts';
import { type CliInput, runLexform } from '../support/cli.ts';
import { TEST_KEY, testService } from '../support/in-process.ts';
import { schemaErrors } from '../support/schema-errors.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

const files = (team: string, url: string, csv = 'house,Haus\n'): Readonly<Record<string, string>> => ({
  [`teams/${team}/lexform.yaml`]: `version: 1\ntargets:\n  eu: { base_url: "${url}", key: env:KEY }\nledger: { dir: ledger }\nglossaries: glossaries/*/glossary.yaml\n`,
  [`teams/${team}/glossaries/${team}/glossary.yaml`]: `name: Terms of ${team}\n`,
  [`teams/${team}/glossaries/${team}/en-de.csv`]: csv,
});

/** A repository with three workspaces; the files of one have an error. */
async function world() {
  const { url, close } = await listen(testService());
  onTestFinished(close);
  const cwd = await tempWorkspace({
    ...files('legal', url),
    ...files('broken', url, 'house,Haus\nhouse,Gebäude\n'),
    ...files('web', url),
    'teams/notes/readme.md': 'No workspace.\n',
  });
  const lexform = (...args: readonly string[]) => runLexform({ cwd, env: { KEY: TEST_KEY } }, ...args);
  return {
    cwd,
    lexform,
    run: (more: Partial<CliInput>, ...args: readonly string[]) => runLexform({ cwd, ...more }, ...args),
  };
}

describe('--workspaces', () => {
  test('--json is one document with the document of every single run, in the form of its schema', async () => {
    const { lexform, cwd } = await world();
    for (const command of ['validate', 'lint', 'plan', 'drift']) {
      const { out, code } = await lexform(command, '--workspaces', 'teams/*', '--json');
      const document = JSON.parse(out);
      expect(schemaErrors('workspaces', document)).toEqual([]);
      expect(document.workspaces.map((each: { readonly workspace: string }) => each.workspace)).toEqual([
        'teams/broken',
        'teams/legal',
        'teams/web',
      ]);
      // Without a ledger, drift is unknown, which is an error, and worse than errors in the files.
      expect(code).toBe(command === 'drift' ? 1 : 4);
      const own = await runLexform({ cwd: join(cwd, 'teams/web'), env: { KEY: TEST_KEY } }, command, '--json');
      const [, , web] = document.workspaces;
      expect([web.exitCode, web.document]).toEqual([own.code, JSON.parse(own.out)]);
    }
  });

  test.each(['teams/*', 'teams/linked', 'teams/**'])(
    '%s refuses a link that leaves the repository',
    async (pattern) => {
      const { cwd, lexform } = await world();
      const outside = await tempWorkspace({
        'team/lexform.yaml': readFileSync(join(cwd, 'teams/web/lexform.yaml'), 'utf8'),
      });
      symlinkSync(join(outside, 'team'), join(cwd, 'teams/linked'));
      const refused = await lexform('validate', '--workspaces', pattern);
      expect([refused.code, refused.out]).toEqual([1, '']);
      expect(refused.err).toContain('teams/linked is a link that leaves the repository');
      // One that stays inside is followed.
      rmSync(join(cwd, 'teams/linked'));
      mkdirSync(join(cwd, 'other'));
      cpSync(join(cwd, 'teams/web'), join(cwd, 'other/web'), { recursive: true });
      symlinkSync('../other/web', join(cwd, 'teams/linked'));
      expect((await lexform('validate', '--workspaces', 'teams/linked')).code).toBe(0);
    },
  );

  test('names that would give two workspaces one file are refused', async () => {
    const { cwd, run } = await world();
    const config = readFileSync(join(cwd, 'teams/web/lexform.yaml'), 'utf8');
    const twins = await tempWorkspace({ 'a/b/lexform.yaml': config, 'a-b/lexform.yaml': config });
    const { code, err } = await run({ cwd: twins }, 'validate', '--workspaces', '**');
    expect(code).toBe(1);
    expect(err).toContain('too much alike');
  });

  test('after Ctrl-C no further workspace is run', async () => {
    const { run, cwd } = await world();
    const stop = new AbortController();
    stop.abort();
    const { code, out } = await run({ cwd, interrupted: stop.signal }, 'validate', '--workspaces', 'teams/*', '--json');
    expect(code).toBe(130);
    expect(JSON.parse(out).workspaces.every(({ document }: { readonly document: unknown }) => document === null)).toBe(
      true,
    );
  });
});

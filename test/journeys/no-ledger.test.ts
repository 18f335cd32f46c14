import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inProcessFetch } from '../../src/app/machine/in-process-fetch.ts';
import { type CliResult, runLexform } from '../support/cli.ts';
import { git } from '../support/git-repository.ts';
import { TEST_KEY, testService } from '../support/in-process.ts';
import { caller } from '../support/service-caller.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';
import { sharedRemote } from './shared-remote.ts';

const CONFIG =
  'version: 1\ntargets:\n  prod: { base_url: "http://127.0.0.1:9", key: env:KEY }\nglossaries: glossaries/*/glossary.yaml\n';
const FILES = {
  'lexform.yaml': CONFIG,
  'glossaries/a/glossary.yaml': 'name: A\ndictionaries: auto\n',
  'glossaries/a/en-de.csv': 'house,Haus\n',
};

function runnerOf(cwd: string, service = testService()) {
  const lexform = (...args: readonly string[]): Promise<CliResult> =>
    runLexform({ cwd, env: { KEY: TEST_KEY }, fetch: inProcessFetch(service) }, ...args);
  return { lexform, json: async (...args: readonly string[]) => JSON.parse((await lexform(...args, '--json')).out) };
}

/** One clone has applied, and the other one does not have its ledger. */
async function clones() {
  const { bare, folders } = await sharedRemote(FILES, 2);
  const [one = '', other = ''] = folders;
  const service = testService();
  const applied = runnerOf(one, service);
  expect((await applied.lexform('apply', '--auto-approve')).code).toBe(0);
  return { bare, one, other, applied, bereft: runnerOf(other, service) };
}

describe('in a clone without the ledger', () => {
  test('drift is unknown: an error with the remedy, in text and as a document', async () => {
    const { bereft } = await clones();
    for (const more of [[], ['--detailed-exitcode']]) {
      const { code, out, err } = await bereft.lexform('drift', ...more);
      expect([code, out]).toEqual([1, '']);
      expect(err).toContain('no ledger for "prod" here, so changes made on the service are unknown');
      expect(err).toContain("git fetch origin 'refs/lexform/ledger/*:refs/lexform/ledger/*'");
    }
    expect(await bereft.json('drift')).toMatchObject({
      error: { kind: 'ledger', message: expect.stringContaining('no ledger for'), wayOut: expect.any(String) },
    });
  });

  test('a plan without changes says so and is not called clean', async () => {
    const { bereft, applied, other } = await clones();
    const { code, out } = await bereft.lexform('plan', '--detailed-exitcode');
    expect([code, out]).toEqual([
      2,
      expect.stringMatching(
        /^No changes\. prod matches the files, but there is no ledger for it here, so drift is unknown\.\nNo ledger for prod here: no resource is managed yet, .*git fetch origin/,
      ),
    ]);
    expect(await bereft.json('plan')).toMatchObject({ changes: [], ledger: null });
    expect((await applied.lexform('plan', '--detailed-exitcode')).code).toBe(0);
    expect((await bereft.lexform('plan', '--report', 'markdown=plan.md')).code).toBe(0);
    const markdown = readFileSync(join(other, 'plan.md'), 'utf8');
    expect(markdown).toContain('> [!WARNING]\n> No ledger for <code>prod</code> here');
    expect(markdown).toContain("`git fetch origin 'refs/lexform/ledger/*:refs/lexform/ledger/*'`");
  });

  test('neither ids nor a log claim that there is nothing', async () => {
    const { bereft } = await clones();
    expect(await bereft.lexform('ledger', 'ids')).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('no ledger'),
    });
    for (const args of [['log'], ['log', 'glossary.a']])
      expect((await bereft.lexform(...args)).out).toMatch(/^No ledger for prod here\./);
  });

  test('the remedy brings it back', async () => {
    const { one, other, bereft } = await clones();
    git(one, 'push', '--quiet', 'origin', 'refs/lexform/ledger/prod');
    git(other, 'fetch', '--quiet', 'origin', 'refs/lexform/ledger/*:refs/lexform/ledger/*');
    expect(await bereft.lexform('plan', '--detailed-exitcode')).toMatchObject({
      code: 0,
      out: 'No changes. prod matches the files.\n',
    });
    expect((await bereft.lexform('drift', '--detailed-exitcode')).code).toBe(0);
    expect((await bereft.json('ledger', 'ids')).ids).toHaveProperty(['glossary.a']);
  });
});

describe('a workspace that comes into a git repository later', () => {
  test('keeps the ledger that it has begun, says so, and can begin it anew in git', async () => {
    const cwd = await tempWorkspace(FILES);
    const service = testService();
    const { lexform, json } = runnerOf(cwd, service);
    expect((await lexform('apply', '--auto-approve')).code).toBe(0);
    git(cwd, 'init', '--quiet');
    const call = caller(service);
    const { glossaries } = (await call('GET', '/v3/glossaries')).body;
    const edit = (entries: string) =>
      call('PATCH', `/v3/glossaries/${glossaries[0].glossary_id}`, {
        dictionaries: [{ source_lang: 'en', target_lang: 'de', entries, entries_format: 'tsv' }],
      });
    // Somebody has changed the service meanwhile, which a ledger that is begun anew would not know.
    await edit('house\tHeim');
    const refused = await lexform('apply', '--auto-approve');
    expect([refused.code, refused.err]).toEqual([3, expect.stringContaining('[drift-undone]')]);
    expect(refused.out).toContain('house: Haus → Heim');
    const notes = refused.err.match(/The ledger of prod is in \.lexform\/ledger\/prod, where it was begun/g);
    expect(notes).toHaveLength(1);
    expect((await json('log')).entries).toHaveLength(1);
    await edit('house\tHaus');
    rmSync(join(cwd, '.lexform/ledger/prod'), { recursive: true });
    expect((await lexform('apply', '--auto-approve')).code).toBe(0);
    expect(git(cwd, 'for-each-ref', 'refs/lexform/ledger')).toContain('refs/lexform/ledger/prod');
    expect((await lexform('plan')).err).not.toContain('.lexform/ledger');
  });
});

describe('where it would be elsewhere than in the refs of this repository, the remedy fits', () => {
  const remedies = async (cwd: string) => {
    const { lexform } = runnerOf(cwd);
    const planned = await lexform('plan', '--report', 'markdown=plan.md', '--report', 'html=plan.html');
    expect(planned.code).toBe(0);
    const reports = ['plan.md', 'plan.html'].map((file) => readFileSync(join(cwd, file), 'utf8'));
    return [planned.out, (await lexform('log')).out, (await lexform('drift')).err, ...reports];
  };

  test('in a folder, outside git or as lexform.yaml says', async () => {
    for (const [more, folder] of [
      ['', '.lexform/ledger'],
      ['ledger: { dir: kept }\n', 'kept'],
    ] as const)
      for (const text of await remedies(await tempWorkspace({ ...FILES, 'lexform.yaml': CONFIG + more }))) {
        expect(text).toMatch(new RegExp(`The first apply creates it in the folder (?:.|<bdi dir="auto">)?${folder}`));
        expect(text).not.toContain('git fetch');
      }
  });

  test('on a remote', async () => {
    const { folders } = await sharedRemote({ ...FILES, 'lexform.yaml': `${CONFIG}ledger: { remote: origin }\n` }, 1);
    for (const text of await remedies(folders[0] ?? '')) {
      expect(text).toMatch(/git ls-remote origin (?:'|&#39;)refs\/lexform\/ledger\/\*/);
      expect(text).not.toContain('git fetch');
    }
  });
});

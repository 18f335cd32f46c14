import { existsSync, readFileSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inProcessFetch } from '../../src/app/machine/in-process-fetch.ts';
import { runLexform } from '../support/cli.ts';
import { TEST_KEY, testService } from '../support/in-process.ts';
import { caller } from '../support/service-caller.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';
import { consentTo } from './consent.ts';

const CONFIG = `# our accounts
version: 1
targets:
  prod: { base_url: "http://127.0.0.1:9", key: env:KEY }
`;
const KINDS = 'glossaries: glossaries/*/glossary.yaml\nstyle_rules: style-rules/*.yaml\n';

async function world(files: Readonly<Record<string, string>>, config = CONFIG + KINDS) {
  const service = testService();
  const cwd = await tempWorkspace({ 'lexform.yaml': config, ...files });
  const run = (...args: readonly string[]) =>
    runLexform({ cwd, env: { KEY: TEST_KEY }, fetch: inProcessFetch(service) }, ...args);
  const write = async (path: string, text: string): Promise<void> => {
    await mkdir(dirname(join(cwd, path)), { recursive: true });
    await writeFile(join(cwd, path), text);
  };
  const read = (path: string): string => readFileSync(join(cwd, path), 'utf8');
  const apply = async (...more: readonly string[]) => {
    const { code, err } = await run('apply', '--auto-approve', ...more);
    expect([code, err]).toEqual([0, expect.not.stringContaining('error:')]);
  };
  const rollback = async (...more: readonly string[]) =>
    expect((await run('rollback', '1', '--auto-approve', ...more)).code).toBe(0);
  const isDone = async () => expect((await run('plan')).out).toContain('No changes');
  return { service, call: caller(service), cwd, run, write, read, apply, rollback, isDone };
}

const TABLE = '# agency\nen;de;fr;note\nfloor;Boden;sol;"keep; me"\nroof;Dach;toit;\n';
const GLOSSARY = 'name: Home # ours\ncomments: "#"\ntables:\n  - { file: terms.csv, pairs: [en->de, en->fr] }\n';
const TONE = `name: 'Tone'  # said so
language: de
configured_rules:
  numbers: { r: old } # why
custom_instructions:
  - { label: Tone, prompt: "Be kind." }   # first
`;
const START = {
  'glossaries/home/glossary.yaml': GLOSSARY,
  'glossaries/home/terms.csv': TABLE,
  'style-rules/tone.yaml': TONE,
};

describe('after a rollback, plain pull', () => {
  test('takes what it changed into cells and nodes, and every other byte stays', async () => {
    const { read, write, run, apply, rollback, isDone } = await world(START);
    await apply();
    const newer = TABLE.replace('Boden', 'Fußboden').replace('roof;Dach;toit;', 'roof;Dach;;\nwall;Wand;mur;w');
    await write('glossaries/home/terms.csv', newer);
    const newTone = TONE.replace('r: old', 'r: new').replace('Be kind.', 'Be brief.').replace("'Tone'", "'Ton'");
    await write('style-rules/tone.yaml', newTone);
    await apply();
    await rollback();
    expect((await run('pull', '--check')).code).toBe(2);
    const pulled = await run('pull');
    expect([pulled.code, pulled.err]).toEqual([0, expect.not.stringContaining('error:')]);
    // A row that has a note keeps it; its translations go.
    expect(read('glossaries/home/terms.csv')).toBe(`${TABLE}wall;;;w\n`);
    expect(read('glossaries/home/glossary.yaml')).toBe(GLOSSARY);
    expect(read('style-rules/tone.yaml')).toBe(TONE);
    await isDone();
    expect((await run('pull')).out).toContain('prod has no changes to pull');
  });

  test('leaves an edit that was never applied, and a second rollback is taken in too', async () => {
    const csv = 'a,1\nb,1\nc,1\n';
    const { read, write, run, apply, rollback } = await world({
      'glossaries/p/glossary.yaml': 'name: P\n',
      'glossaries/p/en-de.csv': csv,
    });
    await apply();
    await write('glossaries/p/en-de.csv', 'a,2\nb,2\nc,1\n');
    await apply();
    await rollback();
    await write('glossaries/p/en-de.csv', 'a,2\nb,3\nc,1\nd,1\n');
    expect((await run('pull')).code).toBe(0);
    expect(read('glossaries/p/en-de.csv')).toBe('a,1\nb,3\nc,1\nd,1\n');
    expect((await run('rollback', '2', '--auto-approve')).code).toBe(0);
    expect((await run('pull')).code).toBe(0);
    expect(read('glossaries/p/en-de.csv')).toBe('a,2\nb,3\nc,1\nd,1\n');
  });

  test('an apply of the files ends it: what they ask for again is an edit', async () => {
    const { read, write, run, apply, rollback } = await world({
      'glossaries/p/glossary.yaml': 'name: P\n',
      'glossaries/p/en-de.csv': 'a,1\nb,1\n',
    });
    await apply();
    await write('glossaries/p/en-de.csv', 'a,2\nb,1\n');
    await apply();
    await rollback();
    await run('pull');
    await write('glossaries/p/en-de.csv', 'a,1\nb,7\n');
    await apply();
    await write('glossaries/p/en-de.csv', 'a,2\nb,7\n');
    expect((await run('pull')).code).toBe(0);
    expect(read('glossaries/p/en-de.csv')).toBe('a,2\nb,7\n');
  });

  test('an apply with --only ends it for what it was about, and for nothing else', async () => {
    const { read, write, run, apply, rollback } = await world({
      'glossaries/p/glossary.yaml': 'name: P\n',
      'glossaries/p/en-de.csv': 'a,1\n',
      'glossaries/q/glossary.yaml': 'name: Q\n',
      'glossaries/q/en-de.csv': 'a,1\n',
    });
    await apply();
    await write('glossaries/p/en-de.csv', 'a,2\n');
    await write('glossaries/q/en-de.csv', 'a,2\n');
    await apply();
    await rollback();
    await write('glossaries/p/en-de.csv', 'a,3\n');
    await apply('--only', 'glossary.p');
    await write('glossaries/p/en-de.csv', 'a,2\n');
    expect((await run('pull')).code).toBe(0);
    expect([read('glossaries/p/en-de.csv'), read('glossaries/q/en-de.csv')]).toEqual(['a,2\n', 'a,1\n']);
  });

  test('takes away what it deleted, with consent, and brings back what it made again', async () => {
    const { cwd, read, write, run, apply, rollback, isDone } = await world({
      ...START,
      'glossaries/home/README.md': 'mine\n',
      'glossaries/p/glossary.yaml': 'name: P\n',
      'glossaries/p/en-de.csv': 'a,b\n',
    });
    await apply();
    rmSync(join(cwd, 'style-rules/tone.yaml'));
    rmSync(join(cwd, 'glossaries/home/glossary.yaml'));
    rmSync(join(cwd, 'glossaries/home/terms.csv'));
    await write('glossaries/new/glossary.yaml', 'name: New\n');
    await write('glossaries/new/en-de.csv', 'x,y\n');
    await write('glossaries/p/en-fr.csv', 'x,y\n');
    const consent = consentTo('glossary.home', 'glossary.new', 'style_rules.tone', 'glossary.p/en->fr');
    await apply(...consent);
    await rollback(...consent);
    const partly = await run('pull');
    expect([partly.code, partly.err]).toEqual([5, expect.stringContaining('rerun with --allow-delete glossary.new')]);
    expect(existsSync(join(cwd, 'glossaries/new/en-de.csv'))).toBe(true);
    expect(read('glossaries/home/en-de.csv')).toContain('floor,Boden');
    expect(read('style-rules/tone.yaml')).toContain('Be kind.');
    const { code, err } = await run('pull', ...consent);
    expect([code, err]).toEqual([0, expect.not.stringContaining('error:')]);
    expect(existsSync(join(cwd, 'glossaries/new/glossary.yaml'))).toBe(false);
    expect(existsSync(join(cwd, 'glossaries/p/en-fr.csv'))).toBe(false);
    await isDone();
  });

  test('a rollback that was saved and applied later is one, too', async () => {
    const { read, write, run, apply } = await world({
      'glossaries/p/glossary.yaml': 'name: P\n',
      'glossaries/p/en-de.csv': 'a,1\n',
    });
    await apply();
    await write('glossaries/p/en-de.csv', 'a,2\n');
    await apply();
    expect((await run('rollback', '1', '--dry-run', '--out', 'back.json')).code).toBe(0);
    expect((await run('apply', 'back.json', '--auto-approve')).code).toBe(0);
    expect((await run('pull')).code).toBe(0);
    expect(read('glossaries/p/en-de.csv')).toBe('a,1\n');
  });
});

describe('where nothing was ever applied from here, pull', () => {
  const dictionaries = (entries: string) => [{ source_lang: 'en', target_lang: 'de', entries, entries_format: 'tsv' }];

  test('edits the files that are there, and leaves a conflict to --theirs', async () => {
    const { call, read, run } = await world(START);
    await call('POST', '/v3/glossaries', { name: 'Home', dictionaries: dictionaries('floor\tBoden\nroof\tdas Dach') });
    const { code, out } = await run('pull');
    expect([code, out]).toEqual([3, expect.stringContaining('1 conflict stays')]);
    expect(read('glossaries/home/terms.csv')).toBe(TABLE);
    expect((await run('pull', '--theirs')).code).toBe(0);
    expect(read('glossaries/home/terms.csv')).toBe(TABLE.replace('Dach', 'das Dach'));
    expect(read('glossaries/home/glossary.yaml')).toBe(GLOSSARY);
  });

  test('--force takes the service over local edits, and deletes what the files alone have with consent only', async () => {
    const { call, read, run } = await world({ ...START, 'style-rules/own.yaml': 'name: Own\nlanguage: fr\n' });
    await call('POST', '/v3/glossaries', { name: 'Home', dictionaries: dictionaries('floor\tdie Etage') });
    const { code, out, err } = await run('pull', '--force');
    expect(code).toBe(5);
    expect(read('glossaries/home/terms.csv')).toBe(TABLE.replace('Boden', 'die Etage'));
    expect([read('style-rules/tone.yaml'), read('style-rules/own.yaml')]).toEqual([TONE, 'name: Own\nlanguage: fr\n']);
    expect(err).toContain('--allow-delete style_rules.own');
    expect(out).toContain('2 parts that only the files have stay there');
  });

  test('a lexform.yaml that manages nothing gets the lines for what is written, and keeps its comments', async () => {
    const { call, read, run, isDone } = await world({}, `${CONFIG}# the end\n`);
    await call('POST', '/v3/glossaries', { name: 'Home', dictionaries: dictionaries('a\tb') });
    for (const args of [['validate'], ['plan'], ['apply', '-y'], ['drift']]) {
      const { code, out, err } = await run(...args);
      expect([args, code, out + err]).toEqual([args, 4, expect.stringContaining('manages nothing')]);
    }
    expect((await run('pull', '--check')).code).toBe(2);
    expect(read('lexform.yaml')).toBe(`${CONFIG}# the end\n`);
    expect((await run('pull')).code).toBe(0);
    expect(read('lexform.yaml')).toBe(`${CONFIG}glossaries: glossaries/*/glossary.yaml\n# the end\n`);
    expect(read('glossaries/home/en-de.csv')).toBe('a,b\n');
    await isDone();
  });

  test('a kind that lexform.yaml does not manage is pulled when an address names it', async () => {
    const { call, read, run } = await world({}, `${CONFIG}glossaries: []\n`);
    await call('POST', '/v3/style_rules', { name: 'Tone', language: 'de' });
    expect((await run('pull')).out).toContain('prod has no changes to pull');
    expect((await run('pull', 'style_rules.tone')).code).toBe(0);
    expect(read('lexform.yaml')).toBe(`${CONFIG}glossaries: []\nstyle_rules: style-rules/*.yaml\n`);
    expect(read('style-rules/tone.yaml')).toContain('name: Tone');
  });
});

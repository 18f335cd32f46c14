import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { EXIT } from '../../../src/app/exit-code.ts';
import { type CliInput, runLexform } from '../../support/cli.ts';
import { GIT_ENV } from '../../support/git-repository.ts';
import { tempWorkspace } from '../../support/temp-workspace.ts';
import { FakeTemplates } from './fake-service.ts';
import { withTemplates } from './with-templates.ts';

/** A kind that the program does not know goes through every command: registering it is all. */
withTemplates();

const MAIL = `name: Mail # the text that all get
strings:
  hello: Hi
  bye: Bye
tags:
  - word: formal
    tone: high
snippets:
  footer: The end
`;
const CONFIG = `version: 1
targets:
  local:
    base_url: https://templates.test
    key: env:LEXFORM_TEST_KEY
templates: templates/*.yaml
`;

/** A workspace with one template, in git, and a service that has nothing but templates. */
async function world(files: Readonly<Record<string, string>> = {}) {
  const service = new FakeTemplates();
  const root = await tempWorkspace({ 'lexform.yaml': CONFIG, 'templates/mail.yaml': MAIL, ...files });
  execFileSync('git', ['init', '-q'], { cwd: root, env: { ...process.env, ...GIT_ENV } });
  const env = { LEXFORM_TEST_KEY: 'k', LEXFORM_OTHER_KEY: 'k' };
  const runWith = (more: Partial<CliInput>, ...args: readonly string[]) =>
    runLexform({ cwd: root, env, fetch: service.fetch, ...more }, ...args);
  return {
    service,
    root,
    runWith,
    run: (...args: readonly string[]) => runWith({}, ...args),
    read: (file: string) => readFileSync(join(root, file), 'utf8'),
    write: (file: string, text: string) => writeFileSync(join(root, file), text),
    /** Applies the files as they are, and holds that nothing is left to do. */
    async applied(...args: readonly string[]) {
      const { code, out, err } = await runWith({}, 'apply', '--auto-approve', ...args);
      expect({ code, out, err }).toMatchObject({ code: 0 });
      const again = await runWith({}, 'plan', '--detailed-exitcode');
      expect(again).toMatchObject({ code: 0, out: 'No changes. local matches the files.\n' });
      return out;
    },
  };
}

const stored = (service: FakeTemplates) =>
  [...service.stored.values()].map(({ name, strings, tags, snippets }) => ({
    name,
    strings,
    tags: tags.map(({ word, tone }) => `${word} ${tone}`),
    snippets,
  }));
const AS_MAIL = {
  name: 'Mail',
  strings: { hello: 'Hi', bye: 'Bye' },
  tags: ['formal high'],
  snippets: { footer: 'The end' },
};

const EDITED = MAIL.replace('hello: Hi', 'hello: Hello')
  .replace('tone: high', 'tone: low')
  .replace('  footer: The end', '  footer: The end\n  header: Start');

describe('a kind of the test', () => {
  test('is checked, planned in words, applied with one call, and then there is nothing to do', async () => {
    const { run, service, applied } = await world();
    expect(await run('validate')).toMatchObject({
      code: 0,
      out: expect.stringContaining('1 template, 1 snippet, 1 entry.'),
    });
    const { out } = await run('plan');
    expect(out).toContain('+ create template.mail  "Mail"');
    expect(out).toContain('    + hello: Hi  templates/mail.yaml:3');
    expect(out).toContain('    + tag formal: high  templates/mail.yaml:6');
    expect(out).toContain('    + footer → The end');
    await applied();
    expect(stored(service)).toEqual([AS_MAIL]);
    expect(service.writes).toEqual(['POST /v1/templates']);
  });

  test('is changed by the fewest calls, and by none when it is as the files want it', async () => {
    const { applied, service, write } = await world();
    await applied();
    write('templates/mail.yaml', EDITED);
    await applied();
    expect(service.writes.slice(1)).toEqual([
      'PATCH /v1/templates/t-1',
      'PUT /v1/templates/t-1/tags/tag-2',
      'PUT /v1/templates/t-1/snippets',
    ]);
    expect(stored(service)).toEqual([
      {
        name: 'Mail',
        strings: { hello: 'Hello', bye: 'Bye' },
        tags: ['formal low'],
        snippets: { footer: 'The end', header: 'Start' },
      },
    ]);
  });

  test('has its faults told with their places', async () => {
    const { run, write } = await world();
    write('templates/mail.yaml', 'nam: Mail\n');
    const { code, out } = await run('validate');
    expect(code).toBe(4);
    expect(out).toContain('templates/mail.yaml:1:1: error:');
    expect(out).toContain('[key-unknown]');
  });

  test('is not deleted without consent', async () => {
    const { applied, run, service, root } = await world({ 'templates/other.yaml': 'name: Other\n' });
    await applied();
    rmSync(join(root, 'templates/mail.yaml'));
    const refused = await run('apply', '--auto-approve');
    expect(refused.code).toBe(3);
    expect(`${refused.out}${refused.err}`).toContain('--allow-delete template.mail');
    expect(service.stored.size).toBe(2);
    await applied('--allow-delete', 'template.mail');
    expect(stored(service)).toMatchObject([{ name: 'Other' }]);
  });

  test('has a ledger with its history, and goes back in it', async () => {
    const { applied, run, service, write } = await world();
    await applied();
    write('templates/mail.yaml', EDITED);
    await applied();
    const { out: log } = await run('log');
    const versions = [...log.matchAll(/^([0-9a-f]{7,})/gm)].map(([, version]) => version ?? '');
    expect(versions.length).toBeGreaterThan(1);
    const shown = (await run('log', '--show', versions[0] ?? '')).out;
    expect(shown).toContain('template.mail');
    expect(shown).toContain('Hello');
    expect(shown).toContain('~ tag formal');
    expect(shown).toContain('tone: high → low');
    expect((await run('ledger', 'ids', '--json')).out).toContain('"template.mail"');
    const back = await run('rollback', versions.at(-1) ?? '', '--auto-approve', '--allow-delete', '*');
    expect(back).toMatchObject({ code: 0 });
    expect(stored(service)).toEqual([AS_MAIL]);
  });

  test('drifts, and a pull takes it into the very bytes of its file', async () => {
    const { applied, run, service, read } = await world();
    await applied();
    const [mail] = service.stored.values();
    if (mail === undefined) throw new Error('it is not there');
    mail.strings.hello = 'Hey';
    mail.tags.push({ id: 'tag-9', word: 'short', tone: 'low' });
    mail.snippets.header = 'Start';
    const { out } = await run('drift');
    expect(out).toContain('template.mail');
    expect(out).toContain('Hey');
    expect(await run('drift', '--detailed-exitcode')).toMatchObject({ code: 2 });
    expect(await run('pull')).toMatchObject({ code: 0 });
    expect(read('templates/mail.yaml')).toBe(
      MAIL.replace('hello: Hi', 'hello: Hey')
        .replace('    tone: high\n', '    tone: high\n  - word: short\n    tone: low\n')
        .replace('  footer: The end\n', '  footer: The end\n  header: Start\n'),
    );
    expect(await run('plan')).toMatchObject({ out: expect.stringContaining('No changes') });
  });

  test('is pulled from a service where nobody has files of it', async () => {
    const { applied, run, service, root, read } = await world();
    await applied();
    await service.fetch('https://templates.test/v1/templates', {
      method: 'POST',
      headers: {},
      body: new TextEncoder().encode(JSON.stringify({ name: 'News', strings: { a: 'b' } })),
    });
    expect(await run('pull', 'template.*')).toMatchObject({ code: 0 });
    expect(existsSync(join(root, 'templates/news.yaml'))).toBe(true);
    expect(read('templates/news.yaml')).toContain('a: b');
  });

  test('has saved plans that are approved, or stale in words', async () => {
    const { applied, run, service, write, root } = await world();
    await applied();
    write('templates/mail.yaml', EDITED);
    expect(await run('plan', '--out', 'plan.json')).toMatchObject({ code: 0 });
    expect(JSON.parse(readFileSync(join(root, 'plan.json'), 'utf8'))).toMatchObject({
      changes: [{ kind: 'template', address: 'template.mail' }],
    });
    const [mail] = service.stored.values();
    if (mail === undefined) throw new Error('it is not there');
    mail.strings.hello = 'Hey';
    const stale = await run('apply', 'plan.json', '--auto-approve', '--overwrite-drift');
    expect(stale.code).toBe(EXIT.refused);
    expect(`${stale.out}${stale.err}`).toContain('Hey');
    mail.strings.hello = 'Hi';
    expect(await run('apply', '--approved', 'plan.json', '--auto-approve')).toMatchObject({ code: 0 });
    expect(await run('plan')).toMatchObject({ out: 'No changes. local matches the files.\n' });
    write('templates/mail.yaml', EDITED.replace('Hello', 'Good day'));
    const more = await run('apply', '--approved', 'plan.json', '--auto-approve');
    expect(more.code).toBe(EXIT.refused);
    expect(`${more.out}${more.err}`).toContain('Good day');
  });

  test('has in a stale deletion nothing but what has changed since', async () => {
    const { applied, run, service, root } = await world({ 'templates/other.yaml': 'name: Other\n' });
    await applied();
    rmSync(join(root, 'templates/mail.yaml'));
    expect(await run('plan', '--out', 'plan.json')).toMatchObject({ code: 3 });
    const [mail] = service.stored.values();
    if (mail === undefined) throw new Error('it is not there');
    mail.strings.hello = 'Hey';
    const { code, out, err } = await run(
      ...['apply', 'plan.json', '--auto-approve', '--overwrite-drift', '--allow-delete', 'template.mail'],
    );
    expect(code).toBe(EXIT.refused);
    const since = `${out}${err}`.split('\n').filter((line) => line.includes('now'));
    expect(since.join('\n')).toContain('Hey');
    expect(since.join('\n')).not.toContain('formal');
  });

  test('is compared between targets', async () => {
    const other = new FakeTemplates();
    const { applied, runWith, service, write } = await world();
    await applied();
    const [mail] = service.stored.values();
    if (mail === undefined) throw new Error('it is not there');
    other.stored.set('t-7', {
      ...mail,
      id: 't-7',
      strings: { ...mail.strings, bye: 'Ciao' },
      snippets: { footer: 'Fin' },
    });
    write(
      'lexform.yaml',
      CONFIG.replace(
        'templates: t',
        '  other:\n    base_url: https://other.test\n    key: env:LEXFORM_OTHER_KEY\ntemplates: t',
      ),
    );
    const fetch: CliInput['fetch'] = (url, request) =>
      (url.startsWith('https://other.test') ? other : service).fetch(url, request);
    const { out, code } = await runWith({ fetch }, 'service', 'compare', '--detailed-exitcode');
    expect(code).toBe(2);
    expect(out).toContain('Ciao');
    expect(out).toContain('Fin');
  });

  test('is backed up and restored', async () => {
    const { applied, run, service, read } = await world();
    await applied();
    expect(await run('backup', 'copy')).toMatchObject({ code: 0 });
    expect(read('copy/templates/mail.yaml')).toContain('hello: Hi');
    const [mail] = service.stored.values();
    if (mail === undefined) throw new Error('it is not there');
    mail.strings.hello = 'Hey';
    mail.tags = [];
    expect(await run('restore', 'copy', '--auto-approve')).toMatchObject({ code: 0 });
    expect(stored(service)).toEqual([AS_MAIL]);
  });

  test('is in every report', async () => {
    const { applied, run, write, read } = await world();
    await applied();
    write('templates/mail.yaml', EDITED);
    const json = JSON.parse((await run('plan', '--json')).out) as { readonly plan?: unknown };
    expect(JSON.stringify(json)).toContain('template.mail');
    const formats = ['markdown', 'html', 'sarif', 'junit', 'gitlab-codequality', 'annotations', 'events'];
    const reports = formats.flatMap((format) => ['--report', `${format}=${format}.txt`]);
    expect(await run('plan', ...reports)).toMatchObject({ code: 0 });
    for (const format of ['markdown', 'html']) {
      const text = read(`${format}.txt`);
      expect(text).toMatch(/template(?:\.|&#46;)mail/u);
      expect(text).toContain('Hello');
      expect(text).toContain('header');
    }
    const { runs } = JSON.parse(read('sarif.txt')) as { readonly runs: readonly { readonly tool: object }[] };
    expect(runs.length).toBe(1);
    expect(read('junit.txt')).toContain('<testsuite');
    write('templates/mail.yaml', 'nam: Mail\n');
    expect(await run('validate', '--report', 'sarif=v.sarif', '--report', 'junit=v.xml')).toMatchObject({ code: 4 });
    expect(read('v.sarif')).toContain('templates/mail.yaml');
    expect(read('v.xml')).toContain('key-unknown');
  });

  test('ends in the same state wherever a run is killed, and is applied once more', async () => {
    const files = { 'templates/gone.yaml': 'name: Gone\nsnippets: { a: b }\n' };
    for (let killedAt = 1; ; killedAt += 1) {
      const { applied, runWith, service, write, root } = await world(files);
      await applied();
      write('templates/mail.yaml', EDITED);
      write('templates/new.yaml', 'name: New\ntags: [{ word: a, tone: b }]\n');
      rmSync(join(root, 'templates/gone.yaml'));
      let left = killedAt;
      const fetch: CliInput['fetch'] = async (url, request) => {
        if (request.method !== 'GET') left -= 1;
        if (left <= 0) throw new Error('killed');
        return service.fetch(url, request);
      };
      await runWith({ fetch }, 'apply', '--auto-approve', '--allow-delete', '*').catch(() => undefined);
      await applied('--allow-delete', '*');
      expect(stored(service).map(({ name }) => name)).toEqual(['Mail', 'New']);
      expect(stored(service)[0]).toMatchObject({ tags: ['formal low'], snippets: { header: 'Start' } });
      if (left > 0) break;
    }
  });
});

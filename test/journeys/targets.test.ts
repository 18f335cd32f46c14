import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { nodeFetchPort } from '../../src/app/machine/node-fetch-port.ts';
import type { Ports } from '../../src/app/ports.ts';
import { listen } from '../../src/service/http/listen.ts';
import { type CliInput, runLexform } from '../support/cli.ts';
import { git, tempFolder } from '../support/git-repository.ts';
import { TEST_KEY, testService } from '../support/in-process.ts';
import { schemaErrors } from '../support/schema-errors.ts';
import { caller } from '../support/service-caller.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

const CSV = 'glossaries/product/en-de.csv';
const FILES = {
  'glossaries/product/glossary.yaml': 'name: Product\n',
  [CSV]: 'house,Haus\ncat,Katze\n',
  'style-rules/tone.yaml': 'name: Tone\nlanguage: de\ncustom_instructions:\n  - { label: Tone, prompt: Be kind. }\n',
};
/** Nobody listens there. */
const NOWHERE = 'http://127.0.0.1:9';

async function serviceOf() {
  const service = testService();
  const { url, close } = await listen(service);
  onTestFinished(close);
  return { service, url, call: caller(service) };
}

/** A workspace with the targets `eu` and `us`, each a service of its own, and `down`, which nobody can reach. */
async function world(more: Readonly<Record<string, string>> = {}) {
  const [eu, us] = [await serviceOf(), await serviceOf()];
  const target = (name: string, url: string) => `  ${name}: { base_url: "${url}", key: env:KEY }\n`;
  const cwd = await tempWorkspace({
    ...FILES,
    'lexform.yaml': `version: 1\ntargets:\n${target('eu', eu.url)}${target('us', us.url)}${target('down', NOWHERE)}glossaries: glossaries/*/glossary.yaml\nstyle_rules: style-rules/*.yaml\n`,
    ...more,
  });
  const run = (ports: Partial<CliInput>, ...args: readonly string[]) =>
    runLexform({ cwd, env: { KEY: TEST_KEY }, ...ports }, ...args);
  return {
    eu,
    us,
    cwd,
    run,
    lexform: (...args: readonly string[]) => run({}, ...args),
    write: (path: string, text: string) => writeFileSync(join(cwd, path), text),
  };
}

const names = async ({ call }: Awaited<ReturnType<typeof serviceOf>>): Promise<readonly string[]> =>
  (await call('GET', '/v3/glossaries')).body.glossaries.map(({ name }: { readonly name: string }) => name);

describe('plan', () => {
  test('--json is one document with the document of every single run', async () => {
    const { lexform } = await world();
    const { code, out, err } = await lexform('plan', '--target', 'all', '--json');
    expect(code).toBe(1);
    expect(err).toMatch(/^\n?=== down ===\n(?:.*retry \d of 4\n)+$/);
    const { formatVersion, targets } = JSON.parse(out);
    expect(schemaErrors('targets', JSON.parse(out))).toEqual([]);
    expect(formatVersion).toBe(1);
    expect(targets.map(({ target, exitCode }: never) => [target, exitCode])).toEqual([
      ['eu', 0],
      ['us', 0],
      ['down', 1],
    ]);
    expect(targets[0].document).toEqual(JSON.parse((await lexform('plan', '--target', 'eu', '--json')).out));
    expect(targets[2].document.error.kind).toBe('unreachable');
  });
});

describe('apply', () => {
  test('shows all plans, then asks once with what each gains and loses, then runs all', async () => {
    const { run, eu, us } = await world();
    let questions = 0;
    let before = 0;
    const answer = async () => {
      questions += 1;
      before = eu.service.calls.concat(us.service.calls).filter(({ method }) => method !== 'GET').length;
      return 'yes';
    };
    const { code, out, err } = await run({ answer, screen: true }, 'apply', '--target', 'eu,us');
    expect([code, questions, before]).toEqual([0, 1, 0]);
    expect(err).toContain(
      '\neu: Apply to eu (3 added)?\nus: Apply to us (3 added)?\nType "yes" to continue, for all 2 targets: ',
    );
    const places = ['Plan for eu', 'Plan for us', 'Applied to eu', 'Applied to us'].map((text) => out.indexOf(text));
    expect(places).toEqual([...places].sort((left, right) => left - right));
    expect(places).not.toContain(-1);
    expect([await names(eu), await names(us)]).toEqual([['Product'], ['Product']]);
  });

  test('histories on one shared remote are written at the same time', async () => {
    const { lexform, cwd, write } = await world();
    const remote = tempFolder();
    git(remote, 'init', '--quiet', '--bare', '--initial-branch=main');
    git(cwd, 'init', '--quiet', '--initial-branch=main');
    git(cwd, 'remote', 'add', 'origin', remote);
    write('lexform.yaml', `${readFileSync(join(cwd, 'lexform.yaml'), 'utf8')}ledger: { remote: origin }\n`);
    for (const csv of ['house,Haus\n', 'house,Heim\n', 'house,Heim\ncat,Katze\n']) {
      write(CSV, csv);
      expect(await lexform('apply', '--target', 'eu,us', '--auto-approve')).toMatchObject({
        code: 0,
        err: expect.not.stringContaining('error'),
      });
    }
    for (const target of ['eu', 'us'])
      expect(git(remote, 'rev-list', '--count', `refs/lexform/ledger/${target}`).trim()).toBe('3');
  });

  test('Ctrl-C during the run stops all of them: no target begins another call', async () => {
    const { run, eu, us } = await world();
    const interruption = new AbortController();
    const real = nodeFetchPort();
    const fetch: Ports['fetch'] = (url, request) => {
      if (request.method !== 'GET') interruption.abort();
      return real(url, request);
    };
    const ports = { fetch, interrupted: interruption.signal };
    const { code } = await run(ports, 'apply', '--target', 'eu,us', '--auto-approve', '--concurrency', '1');
    expect(code).toBe(130);
    for (const { service } of [eu, us])
      expect(service.calls.filter(({ method }) => method !== 'GET').length).toBeLessThan(2);
  });

  test('Ctrl-C at the question stops all of them, with nothing changed', async () => {
    const { run, eu, us } = await world();
    const interruption = new AbortController();
    const answer = async () => {
      interruption.abort();
      throw new DOMException('Aborted with Ctrl+C', 'AbortError');
    };
    const { code, err } = await run({ answer, interrupted: interruption.signal }, 'apply', '--target', 'eu,us');
    expect(code).toBe(130);
    expect(err.match(/^error: interrupted$/gm)).toHaveLength(2);
    expect((await run({ answer, interrupted: interruption.signal }, 'apply', '--target', 'eu')).code).toBe(130);
    expect([await names(eu), await names(us)]).toEqual([[], []]);
  });
});

import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
  test('shows each target whole and in the order given, under a heading', async () => {
    const { lexform } = await world();
    const { code, out } = await lexform('plan', '--target', 'us,eu', '--detailed-exitcode');
    expect(code).toBe(2);
    const places = ['=== us ===', 'Plan for us', '=== eu ===', 'Plan for eu'].map((text) => out.indexOf(text));
    expect(places).toEqual([...places].sort((left, right) => left - right));
    expect(places).not.toContain(-1);
  });

  test('shows the same changes once, with what is peculiar to each target', async () => {
    const { lexform, us, write } = await world();
    await us.call('POST', '/v3/glossaries', {
      name: 'Other',
      dictionaries: [{ source_lang: 'en', target_lang: 'de', entries: 'sea\tMeer', entries_format: 'tsv' }],
    });
    const { code, out } = await lexform('plan', '--target', 'eu,us', '--detailed-exitcode');
    expect(code).toBe(2);
    const [eu = '', other = ''] = out.split('=== us ===\n');
    expect(eu).toContain('house');
    expect(other).toMatch(
      /^Plan for us: .*\nThe same changes as target eu\.\nNo ledger for us here: .*\n\n1 resource on us is unmanaged; --unmanaged/,
    );
    expect(other).not.toContain('house');
    // A plan that removes more than is allowed says so for each target.
    await lexform('apply', '--target', 'eu,us', '--auto-approve');
    write('glossaries/product/glossary.yaml', 'name: Product 2\n');
    write(CSV, 'house,Heim\n');
    const next = await lexform('plan', '--target', 'eu,us', '--max-deletes-per-run', '0');
    expect(next.out.match(/Heim/g)).toHaveLength(1);
    expect(next.out.match(/refused|--max-deletes-per-run/g)?.length).toBeGreaterThan(1);
  });

  test('one target that cannot be reached does not stop the others, and its error is worse than changes', async () => {
    const { lexform } = await world();
    const { code, out, err } = await lexform('plan', '--target', 'down,us', '--detailed-exitcode');
    expect(code).toBe(1);
    expect(out).toContain('Plan for us');
    expect(err).toMatch(/=== down ===\n(?:.*retry \d of 4\n)+error: .*got no answer/);
  });

  test('the exit code is 3 when the plan of one of them would be refused', async () => {
    const { lexform, cwd, write } = await world({ 'glossaries/product/en-fr.csv': 'house,maison\n' });
    expect((await lexform('apply', '--target', 'eu', '-y')).code).toBe(0);
    rmSync(join(cwd, 'glossaries/product/en-fr.csv'));
    const args = ['plan', '--target', 'us,eu', '--detailed-exitcode'];
    const { code, out } = await lexform(...args);
    expect(code).toBe(3);
    expect(out).toContain('Plan for us');
    expect(out.indexOf('apply would refuse')).toBeGreaterThan(out.indexOf('=== eu ==='));
    expect((await lexform('plan', '--target', 'us,eu')).code).toBe(3);
    const { targets } = JSON.parse((await lexform('plan', '--target', 'us,eu', '--json')).out);
    expect(targets.map(({ exitCode }: { readonly exitCode: number }) => exitCode)).toEqual([0, 3]);
    expect((await lexform(...args, '--allow-delete', 'glossary.product/en->de')).code).toBe(3);
    expect((await lexform(...args, '--allow-delete', 'glossary.product/en->fr')).code).toBe(2);
    write('glossaries/product/en-fr.csv', 'house,maison\n');
    expect((await lexform(...args)).code).toBe(2);
  });

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

  test('of one target the document is that of today', async () => {
    const { lexform } = await world();
    expect(JSON.parse((await lexform('plan', '--target', 'eu', '--json')).out)).toHaveProperty('changes');
  });

  test('--out saves a plan for each target, and apply takes one of them', async () => {
    const { lexform, cwd, eu, us } = await world();
    expect((await lexform('plan', '--target', 'eu,us', '--out', 'plan.json')).code).toBe(0);
    expect(existsSync(join(cwd, 'plan.json'))).toBe(false);
    expect(JSON.parse(readFileSync(join(cwd, 'plan.us.json'), 'utf8')).target.name).toBe('us');
    const both = await lexform('apply', 'plan.us.json', '--target', 'eu,us', '--auto-approve');
    expect(both).toMatchObject({ code: 1, err: expect.stringContaining('a saved plan is for one target') });
    // The plan names its target.
    expect((await lexform('apply', 'plan.us.json', '--auto-approve')).code).toBe(0);
    expect([await names(eu), await names(us)]).toEqual([[], ['Product']]);
  });

  test('each target takes the approved plans that name it, and one without any is refused', async () => {
    const { lexform, eu, us } = await world();
    expect((await lexform('plan', '--target', 'eu,us', '--out', 'plan.json')).code).toBe(0);
    const one = await lexform('apply', '--target', 'eu,us', '--approved', 'plan.us.json', '--auto-approve');
    expect([one.code, one.err]).toEqual([
      3,
      expect.stringContaining(
        'no approved plan is for "eu"; nothing was changed, give one with --approved [not-approved]',
      ),
    ]);
    expect([await names(eu), await names(us)]).toEqual([[], ['Product']]);
    const plans = ['plan.us.json', 'plan.eu.json'].flatMap((path) => ['--approved', path]);
    expect((await lexform('apply', '--target', 'eu,us', ...plans, '--auto-approve')).code).toBe(0);
    expect([await names(eu), await names(us)]).toEqual([['Product'], ['Product']]);
  });

  test('reports get the target into their name', async () => {
    const { lexform, cwd } = await world();
    await lexform('plan', '--target', 'eu,us', '--report', 'markdown=out.md');
    expect(readFileSync(join(cwd, 'out.us.md'), 'utf8')).toContain('us');
    expect(existsSync(join(cwd, 'out.eu.md'))).toBe(true);
  });

  test('all unknown names are named at once, and no target is called', async () => {
    const { lexform, eu } = await world();
    const { code, err } = await lexform('plan', '--target', 'eu,prod,test');
    expect([code, err]).toEqual([1, 'error: lexform.yaml has no target "prod", "test"; it has: eu, us, down\n']);
    expect(eu.service.calls).toEqual([]);
  });

  test('without --target the message says what can be named', async () => {
    const { lexform } = await world();
    const { err } = await lexform('plan');
    expect(err).toContain('name one with --target, or several (eu,us), or all');
  });

  test('files with faults are told once, and exit 4', async () => {
    const { lexform } = await world({ [CSV]: 'house,Haus\nhouse,Heim\n' });
    const { code, err } = await lexform('plan', '--target', 'eu,us');
    expect(code).toBe(4);
    expect(err.split(`${CSV}:2`).length).toBe(2);
  });

  test('a command for one target says so', async () => {
    const { lexform } = await world();
    expect(await lexform('pull', '--target', 'eu,us')).toMatchObject({
      code: 1,
      err: expect.stringContaining('this command takes one'),
    });
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

  test('anything but yes changes nothing anywhere', async () => {
    const { run, eu, us } = await world();
    const { code, err } = await run({ answer: 'y' }, 'apply', '--target', 'eu,us');
    expect(code).toBe(3);
    expect(err.match(/not approved; nothing was changed/g)?.length).toBe(2);
    expect([await names(eu), await names(us)]).toEqual([[], []]);
  });

  test('who is not to be changed is not asked about', async () => {
    const { run, lexform } = await world();
    expect((await lexform('apply', '--target', 'eu', '--auto-approve')).code).toBe(0);
    const { code, err } = await run({ answer: 'yes' }, 'apply', '--target', 'eu,us,down');
    expect(code).toBe(1);
    expect(err).toContain('\nus: Apply to us (3 added)?\nType "yes" to continue: ');
    expect(err).not.toContain('eu: Apply');
    expect((await lexform('plan', '--target', 'eu,us', '--detailed-exitcode')).code).toBe(0);
  });

  test('a refused target does not stop the others, and the refusal is the exit code', async () => {
    const { lexform, eu, us, write } = await world();
    await lexform('apply', '--target', 'eu,us', '--auto-approve');
    const { glossaries } = (await eu.call('GET', '/v3/glossaries')).body;
    await eu.call('PATCH', `/v3/glossaries/${glossaries[0].glossary_id}`, {
      dictionaries: [{ source_lang: 'en', target_lang: 'de', entries: 'house\tHütte', entries_format: 'tsv' }],
    });
    write(CSV, 'house,Haus\ncat,Katze\ndog,Hund\n');
    const { code, out } = await lexform('apply', '--target', 'eu,us', '--auto-approve', '--json');
    expect(code).toBe(3);
    expect(JSON.parse(out).targets.map(({ target, exitCode }: never) => [target, exitCode])).toEqual([
      ['eu', 3],
      ['us', 0],
    ]);
    const id = (await us.call('GET', '/v3/glossaries')).body.glossaries[0].glossary_id;
    const entries = await us.call('GET', `/v3/glossaries/${id}/entries?source_lang=en&target_lang=de`);
    expect(entries.body.dictionaries[0].entries).toContain('dog\tHund');
  });

  test('every target has a history of its own, in one repository', async () => {
    const { lexform, cwd } = await world();
    git(cwd, 'init', '--quiet', '--initial-branch=main');
    expect((await lexform('apply', '--target', 'eu,us', '--auto-approve')).code).toBe(0);
    const refs = git(cwd, 'for-each-ref', '--format=%(refname)', 'refs/lexform').trim().split('\n');
    expect(refs).toEqual(expect.arrayContaining(['refs/lexform/ledger/eu', 'refs/lexform/ledger/us']));
    expect((await lexform('log', '--target', 'us')).out).toContain('create glossary.product');
    expect((await lexform('plan', '--target', 'eu,us', '--detailed-exitcode')).code).toBe(0);
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

test('drift is told for each target, and exits 2 when any has it', async () => {
  const { lexform, us } = await world();
  await lexform('apply', '--target', 'eu,us', '--auto-approve');
  const { style_rules: lists } = (await us.call('GET', '/v3/style_rules?detailed=true')).body;
  await us.call('PATCH', `/v3/style_rules/${lists[0].style_id}`, { name: 'Ton' });
  const { code, out } = await lexform('drift', '--target', 'eu,us', '--detailed-exitcode', '--json');
  expect(code).toBe(2);
  const [ofEu, ofUs] = JSON.parse(out).targets;
  expect([ofEu.exitCode, ofEu.document.resources]).toEqual([0, []]);
  expect(ofUs.document.resources).toHaveLength(1);
});

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { nodeFetchPort } from '../../src/app/machine/node-fetch-port.ts';
import type { Ports } from '../../src/app/ports.ts';
import { glossaryOperationsOf } from '../../src/kinds/glossary/glossary-kind.ts';
import type { Change, ChildChange, Plan } from '../../src/model/plan/plan.ts';
import { VERSION } from '../../src/model/workspace/project.ts';
import { planJson } from '../../src/review/plan/plan-json.ts';
import { listen } from '../../src/service/http/listen.ts';
import { type CliInput, runLexform } from '../support/cli.ts';
import { git } from '../support/git-repository.ts';
import { TEST_KEY, testService } from '../support/in-process.ts';
import { caller } from '../support/service-caller.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';

const EN_DE = 'glossaries/product/en-de.csv';
const LEGAL = 'glossaries/legal/en-de.csv';
const REF = 'refs/lexform/ledger/prod';

/** A workspace in git, a listening service, and the command line between them. */
async function world() {
  const service = testService();
  const { url, close } = await listen(service);
  onTestFinished(close);
  const cwd = await tempWorkspace({
    'lexform.yaml': `version: 1\ntargets:\n  prod: { base_url: "${url}", key: env:KEY }\n  other: { base_url: "${url}", key: env:KEY }\nglossaries: glossaries/*/glossary.yaml\n`,
    'glossaries/product/glossary.yaml': 'name: Product\n',
    [EN_DE]: 'house,Haus\ncat,Katze\n',
    'glossaries/legal/glossary.yaml': 'name: Legal\n',
    [LEGAL]: 'law,Recht\n',
  });
  git(cwd, 'init', '--quiet', '--initial-branch=main');
  const run = (more: Partial<CliInput>, ...args: readonly string[]) =>
    runLexform({ cwd, env: { KEY: TEST_KEY }, ...more }, ...args);
  const lexform = (...args: readonly string[]) => run({}, ...args, '--target', 'prod');
  return {
    cwd,
    lexform,
    call: caller(service),
    apply: (...args: readonly string[]) => lexform('apply', '--auto-approve', ...args),
    /** The same, at another time or over another network. */
    applyIn: (more: Partial<CliInput>, ...args: readonly string[]) =>
      run(more, 'apply', '--auto-approve', ...args, '--target', 'prod'),
    save: () => lexform('plan', '--out', 'plan.json'),
    saved: (): Plan => JSON.parse(readFileSync(join(cwd, 'plan.json'), 'utf8')),
    write: (path: string, text: string) => writeFileSync(join(cwd, path), text),
    history: () => git(cwd, 'log', '--format=%s', REF).trim().split('\n'),
    writes: () => service.calls.filter(({ method }) => method !== 'GET').length,
    target: () => ({ name: 'prod', baseUrl: url }),
  };
}

/** An edited plan, with the digest of the edited plan. */
function signed(edited: Plan): string {
  const { digest: _, ...plan } = edited as Plan & { readonly digest?: string };
  return planJson(plan);
}

/** A network on which the n-th call that changes something is refused. */
function failing(nth: number): Ports['fetch'] {
  const real = nodeFetchPort();
  let count = 0;
  return async (url, request) => {
    if (request.method !== 'GET') count += 1;
    if (request.method === 'GET' || count !== nth) return real(url, request);
    return new Response('{"message":"no"}', { status: 400 });
  };
}

describe('a saved plan that somebody has edited', () => {
  // biome-ignore lint/suspicious/noExplicitAny: an edited plan has no type.
  async function edited(edit: (changes: any[]) => void) {
    const here = await world();
    await here.apply();
    here.write(EN_DE, 'house,Heim\ncat,Katze\n');
    here.write(LEGAL, 'law,Gesetz\n');
    await here.save();
    const plan = here.saved();
    // biome-ignore lint/suspicious/noExplicitAny: the same.
    edit(plan.changes as any[]);
    here.write('plan.json', signed(plan));
    const before = here.writes();
    const result = await here.apply('plan.json');
    expect(here.writes()).toBe(before);
    return result;
  }

  test('is refused when it is read, where it contradicts itself', async () => {
    const { code, err } = await edited(([legal]) => legal.operations.push(legal.operations[0]));
    expect([code, err]).toEqual([
      1,
      'error: plan.json is not a plan that can be applied: it contradicts itself: glossary.legal has calls that do not match its changes; make a new one with: lexform plan --out plan.json\n',
    ]);
  });

  test('is refused where an address has the id of another resource', async () => {
    const { code, err } = await edited((changes) => {
      const [legal, product] = changes;
      const [one, other] = [legal.id, product.id];
      for (const [change, id] of [
        [legal, other],
        [product, one],
      ]) {
        for (const operation of change.operations) operation.path = operation.path.replace(change.id, id);
        change.id = id;
      }
    });
    expect(code).toBe(3);
    expect(err).toMatch(
      /^plan\.json contradicts the ledger: it changes glossary\.legal with the id \S+, which the ledger has for glossary\.product; nothing was changed, make a new plan with "lexform plan --out plan\.json" \[plan-contradicts-ledger\]\n$/,
    );
  });
});

describe('what a saved plan is bound to', () => {
  test('it says when, by what, from which files and on which history it was made', async () => {
    const { save, saved, apply, cwd, write, target } = await world();
    await save();
    expect(saved()).toMatchObject({
      created: '2026-01-02T03:04:05.000Z',
      tool: VERSION,
      target: target(),
      config: [{ address: 'glossary.legal' }, { address: 'glossary.product' }],
      ledger: null,
    });
    await apply();
    write(EN_DE, 'house,Heim\n');
    await save();
    expect(saved().ledger).toBe(git(cwd, 'rev-parse', REF).trim());
  });

  test.each(['kind', 'created', 'tool', 'config', 'ledger', 'digest'])('it is refused without its %s', async (name) => {
    const { save, saved, apply, write, writes } = await world();
    await save();
    const { [name]: _, ...rest } = saved() as Plan & Record<string, unknown>;
    // Whoever removes a member on purpose can write the digest too.
    write('plan.json', name === 'digest' ? JSON.stringify(rest) : signed(rest as unknown as Plan));
    for (const args of [['plan.json'], ['--approved', 'plan.json']]) {
      const refused = await apply(...args);
      expect([refused.code, refused.err]).toEqual([
        1,
        `error: plan.json is not a plan that can be applied: the document must have required property '${name}'; make a new one with: lexform plan --out plan.json\n`,
      ]);
    }
    expect(writes()).toBe(0);
  });

  test('it is refused when a member was edited, and takes another layout', async () => {
    const { save, saved, apply, write, writes } = await world();
    await save();
    write('plan.json', JSON.stringify({ ...saved(), created: '2026-01-02T03:04:06.000Z' }));
    const refused = await apply('plan.json');
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('it has been edited: its digest')]);
    expect(writes()).toBe(0);
    await save();
    write('plan.json', JSON.stringify(saved()));
    expect((await apply('plan.json')).code).toBe(0);
  });

  test('it is refused where a ledger is kept and it was made without one, and the other way round', async () => {
    const { save, saved, apply, write, cwd, writes } = await world();
    const config = readFileSync(join(cwd, 'lexform.yaml'), 'utf8');
    await save();
    write('lexform.yaml', `${config}ledger: false\n`);
    const without = await apply('plan.json');
    expect([without.code, without.err]).toEqual([
      3,
      expect.stringContaining('plan.json was made with a ledger, and the workspace keeps none; nothing was changed'),
    ]);
    await save();
    expect(saved().ledger).toBe(false);
    write('lexform.yaml', config);
    const kept = await apply('plan.json');
    expect([kept.code, kept.err]).toEqual([
      3,
      expect.stringContaining('plan.json was made without a ledger, and the workspace keeps one; nothing was changed'),
    ]);
    expect(writes()).toBe(0);
    write('lexform.yaml', `${config}ledger: false\n`);
    expect((await apply('plan.json')).code).toBe(0);
  });
});

describe('a saved plan that was begun', () => {
  test('is finished by running it again: what it has written to the history itself is nobody else', async () => {
    const { save, apply, applyIn, write, history, call } = await world();
    await apply();
    // Both are calls that take something away, so the plan says first what it is about to do.
    write(EN_DE, 'house,Haus\n');
    write(LEGAL, 'contract,Vertrag\n');
    await save();
    expect((await applyIn({ fetch: failing(2) }, 'plan.json', '--allow-delete', '*')).code).toBe(5);
    expect(history()[1]).toBe('about to apply to prod');
    const entries = history().length;
    expect((await apply('plan.json', '--allow-delete', '*')).code).toBe(0);
    expect(history().length).toBeGreaterThan(entries);
    const { body } = await call('GET', '/v3/glossaries');
    expect(JSON.stringify(body)).toContain('"entry_count":1');
    // And a third time there is nothing left to do.
    expect((await apply('plan.json', '--allow-delete', '*')).code).toBe(0);
    // Somebody else in between is somebody else.
    write(EN_DE, 'house,Heim\n');
    await apply();
    write(EN_DE, 'house,Haus\n');
    expect((await apply('plan.json', '--allow-delete', '*')).code).toBe(3);
  });
});

describe('an approved plan', () => {
  test('for another target it approves nothing', async () => {
    const { lexform, save, apply, saved, write, writes } = await world();
    await lexform('plan');
    await save();
    write('plan.json', signed({ ...saved(), target: { ...saved().target, name: 'other' } }));
    const refused = await apply('--approved', 'plan.json');
    expect([refused.code, refused.err]).toEqual([3, expect.stringContaining('the approved plan is for "other"')]);
    expect(writes()).toBe(0);
  });

  test('whatever stands in the file is compared, and never run or shown as it is', async () => {
    const { save, apply, saved, write, writes } = await world();
    await save();
    const evil = '\u001b[2J\u202e##vso[task.setvariable variable=x]y';
    const [change, ...others] = saved().changes as readonly Change[] as [Change, ...Change[]];
    const dictionary = change.children[0] as ChildChange;
    const forged: Change = {
      ...change,
      children: [{ ...dictionary, values: [{ key: ['entry', 'en->de', 'law'], to: evil }] }],
    };
    // What contradicts itself would be refused when it is read.
    const changes = [{ ...forged, operations: glossaryOperationsOf(forged) }, ...others];
    write('plan.json', signed({ ...saved(), changes }));
    const refused = await apply('--approved', 'plan.json');
    expect(refused.code).toBe(3);
    expect(refused.err).toContain('glossary.legal/en->de: add "law": "Recht" (approved: add "law": "⟨U+001B⟩[2J');
    expect(refused.err).not.toMatch(/[\u001b\u202e]|##vso/);
    const extra = { ...saved(), changes: [], command: 'rm -rf /' };
    for (const text of ['', '[]', '{"formatVersion":2}', JSON.stringify(extra), '{"__proto__":{"formatVersion":1}}']) {
      write('plan.json', text);
      const { code, err } = await apply('--approved', 'plan.json');
      expect([code, err]).toEqual([1, expect.stringContaining('plan.json is not a plan that can be applied')]);
    }
    expect((await apply('--approved', 'gone.json')).code).toBe(1);
    expect(writes()).toBe(0);
  });
});

describe('a plan that is made without asking the service', () => {
  test('needs no key and no network: what the files would change of what the last apply left', async () => {
    const { lexform, apply, write, applyIn, cwd, writes } = await world();
    const nothing = await lexform('plan', '--against', 'ledger');
    expect([nothing.code, nothing.err]).toEqual([1, expect.stringContaining('no ledger for "prod" here')]);
    await apply();
    const before = writes();
    write(EN_DE, 'house,Heim\ncat,Katze\n');
    const fetch = () => Promise.reject(new Error('no network'));
    const offline = (...args: readonly string[]) =>
      runLexform({ cwd, env: {}, fetch }, 'plan', '--target', 'prod', '--against', 'ledger', ...args);
    const { code, out, err } = await offline();
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('Plan for prod, as of the last apply of 2026-01-02 03:04 UTC: 1 term to change;');
    expect(out).toContain('The service was not read');
    expect(out).toContain('house: Haus → Heim');

    await offline('--out', 'offline.json', '--report', 'markdown=plan.md', '--report', 'html=plan.html');
    expect(readFileSync(join(cwd, 'plan.md'), 'utf8')).toContain(
      '### Plan for <code>prod</code>, as of the last apply of 2026-01-02 03:04 UTC: 1 term to change',
    );
    expect(readFileSync(join(cwd, 'plan.html'), 'utf8')).toContain('The service was not read');
    const refused = await apply('offline.json');
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('was made without asking the service')]);
    expect(writes()).toBe(before);
    // It says what was approved as well as any other.
    expect((await applyIn({}, '--approved', 'offline.json')).code).toBe(0);
    expect((await offline()).out).toMatch(
      /^No changes\. prod, as of the last apply of 2026-01-02 03:04 UTC, matches the files\./,
    );
  });
});

describe('a saved plan', () => {
  const rows = Array.from({ length: 300 }, (_, index) => `term ${index},Wort ${index}\n`).join('');

  test('has every new term in plain JSON, and can be applied', async () => {
    const { lexform, apply, saved, save, write } = await world();
    write(EN_DE, rows);
    await save();
    const children = saved().changes.flatMap((change) => change.children);
    expect(children.map(({ values }) => values.length)).toEqual([1, 300]);
    expect((await apply('plan.json')).code).toBe(0);
    expect((await lexform('plan')).out).toContain('No changes');
  });

  test('is gzip if its name ends in .gz, whatever name it has when it is applied or compared', async () => {
    const { cwd, lexform, apply, write } = await world();
    write(EN_DE, rows);
    await lexform('plan', '--out', 'plan.json.gz');
    const bytes = readFileSync(join(cwd, 'plan.json.gz'));
    const plan: Plan = JSON.parse(gunzipSync(bytes).toString());
    expect(plan.changes.flatMap((change) => change.children).map(({ values }) => values.length)).toEqual([1, 300]);
    writeFileSync(join(cwd, 'approved'), bytes);
    expect(await apply('plan.json.gz', '--approved', 'approved')).toMatchObject({ code: 0 });
    expect((await lexform('plan')).out).toContain('No changes');
  });

  test('that is a broken gzip, or one that unpacks to too much, is refused', async () => {
    const { cwd, apply } = await world();
    writeFileSync(join(cwd, 'cut.gz'), gzipSync('{}').subarray(0, 12));
    expect(await apply('cut.gz')).toMatchObject({
      code: 1,
      err: expect.stringContaining('cut.gz is not a plan that can be applied: it is gzip that cannot be unpacked'),
    });
    const member = gzipSync(Buffer.alloc(2 ** 20), { level: 9 });
    writeFileSync(join(cwd, 'bomb.json'), Buffer.concat(Array.from({ length: 4000 }, () => member)));
    const most = process.resourceUsage().maxRSS;
    expect(await apply('bomb.json')).toMatchObject({
      code: 1,
      err: expect.stringContaining(
        'bomb.json is not a plan that can be applied: it unpacks to more than 500000000 bytes',
      ),
    });
    // 4 GB would be unpacked; memory grows by not much more than a plan may have.
    expect(process.resourceUsage().maxRSS - most).toBeLessThan(800_000);
  });
});

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

  test('how the files are written does not matter, what they ask for does', async () => {
    const { save, apply, write, writes } = await world();
    await save();
    write(EN_DE, '"cat","Katze"\r\n"house","Haus"\r\n');
    write('glossaries/legal/glossary.yaml', '# Of the lawyers.\nname: "Legal"\n');
    expect((await apply('plan.json')).code).toBe(0);
    write(EN_DE, 'house,Heim\ncat,Katze\n');
    await save();
    const before = writes();
    write(EN_DE, 'house,Hütte\ncat,Katze\n');
    const refused = await apply('plan.json');
    expect(refused.code).toBe(3);
    expect(refused.err).toBe(
      'the files have changed since plan.json was made: glossary.product (changed); nothing was changed, plan again or check out the files that it was made from [files-changed]\n' +
        '  glossary.product: en->de "house": planned "Haus" → "Heim", the files ask for "Hütte"\n' +
        'Everything that the plan changes is as it was when the plan was made, or already as planned.\n',
    );
    expect(writes()).toBe(before);
    write(EN_DE, 'house,Heim\ncat,Katze\n');
    expect((await apply('plan.json')).code).toBe(0);
  });

  test('a plan of a part is bound to the files of that part alone', async () => {
    const { lexform, apply, write } = await world();
    await lexform('plan', '--out', 'plan.json', '--only', 'glossary.product');
    write(LEGAL, 'law,Gesetz\n');
    expect((await apply('plan.json')).code).toBe(0);
    await lexform('plan', '--out', 'plan.json', '--only', 'glossary.legal/en->de');
    write(LEGAL, 'law,Recht\n');
    expect((await apply('plan.json')).err).toContain('glossary.legal (changed)');
  });

  test('somebody who has applied since is named, and the plan is made anew', async () => {
    const { save, apply, write, writes } = await world();
    await apply();
    write(EN_DE, 'house,Heim\ncat,Katze\n');
    await save();
    write(EN_DE, 'house,Hütte\ncat,Katze\n');
    await apply();
    write(EN_DE, 'house,Heim\ncat,Katze\n');
    const before = writes();
    const refused = await apply('plan.json');
    expect(refused.code).toBe(3);
    expect(refused.err).toContain(
      'another run has applied to "prod" since this plan was made: update glossary.product',
    );
    expect(writes()).toBe(before);
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

describe('--max-age', () => {
  const at = (time: string) => ({ now: () => new Date(time) });

  test('refuses a plan that is older, to the millisecond', async () => {
    const { save, applyIn, writes } = await world();
    await save();
    const refused = await applyIn(at('2026-01-02T05:04:05.001Z'), 'plan.json', '--max-age', '2h');
    expect([refused.code, refused.err]).toEqual([
      3,
      'plan.json is more than 2 hours old, and --max-age allows 2 hours; nothing was changed, plan again [plan-too-old]\n',
    ]);
    expect((await applyIn(at('2026-01-05T03:04:05Z'), 'plan.json', '--max-age', '30m')).err).toContain(
      'is 3 days old, and --max-age allows 30 minutes;',
    );
    expect(writes()).toBe(0);
    expect((await applyIn(at('2026-01-02T05:04:05Z'), 'plan.json', '--max-age', '120m')).code).toBe(0);
  });

  test('holds for an approved plan too, and a clock that is behind makes no plan old', async () => {
    const { save, applyIn } = await world();
    await save();
    const refused = await applyIn(at('2026-01-05T03:04:06Z'), '--approved', 'plan.json', '--max-age', '3d');
    expect([refused.code, refused.err]).toEqual([3, expect.stringContaining('[plan-too-old]')]);
    expect((await applyIn(at('2026-01-02T03:00:00Z'), '--approved', 'plan.json', '--max-age', '1m')).code).toBe(0);
  });

  test.each(['2', '2 h', '0m', '-1h', '1.5h', '2w', ''])('"%s" is no span', async (text) => {
    const { save, apply } = await world();
    await save();
    const { code, err } = await apply('plan.json', `--max-age=${text}`);
    expect([code, err]).toEqual([1, expect.stringContaining('such as 30m, 2h or 3d')]);
  });

  test('means nothing without a plan that was made before', async () => {
    const { apply } = await world();
    const { code, err } = await apply('--max-age', '2h');
    expect([code, err]).toEqual([1, expect.stringContaining('--max-age is about a plan that was made before')]);
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
  test('somebody changes something in between: refused, with the difference, and nothing is done', async () => {
    const { save, apply, write, call, writes } = await world();
    await apply();
    write(EN_DE, 'house,Heim\ncat,Katze\ndog,Hund\n');
    await save();
    const { body } = await call('GET', '/v3/glossaries');
    const { glossaries } = body as { glossaries: { glossary_id: string; name: string }[] };
    const id = glossaries.find(({ name }) => name === 'Product')?.glossary_id;
    const theirs = { source_lang: 'en', target_lang: 'de', entries: 'cat\tKater\n', entries_format: 'tsv' };
    await call('PATCH', `/v3/glossaries/${id}`, { dictionaries: [theirs] });
    const before = writes();
    const refused = await apply('--approved', 'plan.json', '--overwrite-drift');
    expect(refused.code).toBe(3);
    expect(refused.err).toBe(
      'the plan differs from the approved plan in 1 place; nothing was changed, have the new plan approved [not-approved]:\n' +
        '  glossary.product/en->de: change "cat": "Kater" → "Katze" (not approved)\n',
    );
    expect(writes()).toBe(before);
    const json = await apply('--approved', 'plan.json', '--overwrite-drift', '--json');
    expect([json.code, JSON.parse(json.out)]).toEqual([
      3,
      { formatVersion: 1, verdict: 'refused', code: 'not-approved', reason: refused.err.trimEnd() },
    ]);
  });

  test('somebody applies half of it: the rest is applied, and then there is nothing left', async () => {
    const { save, apply, lexform, writes } = await world();
    await save();
    expect((await apply('--only', 'glossary.legal')).code).toBe(0);
    const before = writes();
    expect((await apply('--approved', 'plan.json')).code).toBe(0);
    expect(writes()).toBe(before + 1);
    expect((await apply('--approved', 'plan.json')).code).toBe(0);
    expect(writes()).toBe(before + 1);
    expect((await lexform('plan', '--detailed-exitcode')).code).toBe(0);
  });

  test('the files ask for more by now: what is more is told, what is the same is not', async () => {
    const { save, apply, write, writes } = await world();
    await save();
    write(EN_DE, 'house,Heim\ncat,Katze\ndog,Hund\n');
    const refused = await apply('--approved', 'plan.json');
    expect([refused.code, refused.err.split('\n').slice(1)]).toEqual([
      3,
      [
        '  glossary.product/en->de: add "house": "Heim" (approved: add "house": "Haus")',
        '  glossary.product/en->de: add "dog": "Hund" (not approved)',
        '',
      ],
    ]);
    expect(writes()).toBe(0);
  });

  test('the guard and the question are asked all the same', async () => {
    const { lexform, save, apply, write, writes } = await world();
    await apply();
    write(EN_DE, '');
    await save();
    const before = writes();
    const guarded = await apply('--approved', 'plan.json');
    expect([guarded.code, guarded.err]).toEqual([3, expect.stringContaining('[empty-source]')]);
    const unasked = await lexform('apply', '--approved', 'plan.json', '--allow-delete', '*', '--allow-delete', '*/*');
    expect([unasked.code, unasked.err]).toEqual([3, expect.stringContaining('--auto-approve')]);
    expect(writes()).toBe(before);
  });

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

  test('the same against a backup, which knows what nothing owns, and must be of that very target', async () => {
    const { lexform, apply, call, write, cwd } = await world();
    await apply();
    await call('POST', '/v3/glossaries', {
      name: 'Stranger',
      dictionaries: [{ source_lang: 'en', target_lang: 'fr', entries: 'a\tb', entries_format: 'tsv' }],
    });
    await lexform('backup', 'nightly');
    write(EN_DE, 'house,Haus\n');
    const plan = await lexform('plan', '--against', 'nightly', '--json');
    expect(plan.code).toBe(0);
    const made: Plan = JSON.parse(plan.out);
    expect(made.against).toEqual({ kind: 'backup', time: '2026-01-02T03:04:05.000Z' });
    expect(made.unmanaged.map(({ name }) => name)).toEqual(['Stranger']);
    const live = await lexform('plan', '--json');
    const { against: _, digest: __, ...same } = made as Plan & { readonly digest: string };
    const { digest: ___, ...asked } = JSON.parse(live.out);
    expect(same).toEqual(asked);

    writeFileSync(join(cwd, 'nightly/glossaries/product/en-de.csv'), 'edited,Text\n');
    const broken = await lexform('plan', '--against', 'nightly');
    expect([broken.code, broken.err]).toEqual([4, expect.stringContaining('nightly/glossaries/product/en-de.csv')]);
    expect((await lexform('plan', '--against', 'nowhere')).code).toBe(4);
  });

  test('what the snapshot knows nothing of is left out, and told', async () => {
    const { lexform, apply, cwd, write, target } = await world();
    await apply();
    write(
      'lexform.yaml',
      `version: 1\ntargets:\n  prod: { base_url: "${target().baseUrl}", key: env:KEY }\nglossaries: glossaries/*/glossary.yaml\ndeveloper_keys: keys.yaml\n`,
    );
    write('keys.yaml', 'ci: { characters: 5 }\n');
    const { code, out, err } = await lexform('plan', '--against', 'ledger', '--chdir', cwd);
    expect([code, err]).toEqual([0, 'left out, because only the service knows them: developer keys\n']);
    expect(out).toMatch(/^No changes\./);
  });
});

test('what two plans have had approved is applied together, and nothing that neither has', async () => {
  const { lexform, apply, write } = await world();
  await apply();
  write(EN_DE, 'house,Heim\ncat,Katze\n');
  await lexform('plan', '--out', 'one.json');
  write(EN_DE, 'house,Haus\ncat,Katze\ndog,Hund\n');
  await lexform('plan', '--out', 'two.json');
  write(EN_DE, 'house,Heim\ncat,Katze\ndog,Hund\nbird,Vogel\n');
  const approved = ['--approved', 'one.json', '--approved', 'two.json'];
  const refused = await apply(...approved);
  expect([refused.code, refused.err]).toEqual([3, expect.stringContaining('add "bird": "Vogel" (not approved)')]);
  expect(refused.err).toContain('in 1 place');
  write(EN_DE, 'house,Heim\ncat,Katze\ndog,Hund\n');
  expect((await apply('--approved', 'two.json')).code).toBe(3);
  expect((await apply(...approved)).code).toBe(0);
  expect((await lexform('plan')).out).toContain('No changes.');
});

test('an entry says whether the whole of the files was applied, or a part', async () => {
  const { lexform, apply } = await world();
  const outcomes = async () =>
    JSON.parse((await lexform('log', '--json')).out).entries.map(
      ({ facts }: { readonly facts: readonly { readonly name: string; readonly value: string }[] }) =>
        facts.find(({ name }) => name === 'Outcome')?.value,
    );
  await apply('--only', 'glossary.legal');
  await apply();
  expect(await outcomes()).toEqual(['complete', 'partial']);
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

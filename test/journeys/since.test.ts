import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Plan } from '../../src/model/plan/plan.ts';
import { runLexform } from '../support/cli.ts';
import { git, tempFolder } from '../support/git-repository.ts';
import { TEST_KEY } from '../support/in-process.ts';
import { runs } from '../support/runs.ts';
import { tempWorkspace } from '../support/temp-workspace.ts';
import { LIST, PRODUCT, SINCE_FILES, sinceWorld, TONE } from './since-world.ts';

const addresses = ({ changes }: Plan): readonly string[] => changes.map(({ address }) => address);

describe('plan --since', () => {
  test('plans what changed, committed or not, reads no other dictionary, and says what is left out', async () => {
    const { lexform, append, commit, planned, asked } = await sinceWorld();
    append(PRODUCT, 'dog,Hund\n');
    commit();
    append(TONE, '  - { label: Short, prompt: Be short. }\n');
    asked.length = 0;
    const plan = await planned('--since', 'main');
    expect(addresses(plan)).toEqual(['glossary.product', 'style_rules.tone']);
    expect(plan.only).toEqual(['glossary.product', 'style_rules.tone']);
    expect(plan.since).toMatchObject({ ref: 'main', leftOut: 2, base: expect.stringMatching(/^[0-9a-f]{40}$/) });
    expect(asked.filter((each) => each.endsWith('/entries'))).toHaveLength(1);
    const { out } = await lexform('plan', '--since', 'main');
    expect(out).toMatch(
      /^Plan for prod \(only what changed since main\): 1 term to add, .*\nLeft out: 2 resources whose /,
    );
    expect(out).toContain('Without --since, the plan has them.');
  });

  test('when nothing has changed, it claims nothing about the rest, and asks the service nothing', async () => {
    const { lexform, asked, planned, append } = await sinceWorld();
    asked.length = 0;
    const { code, out } = await lexform('plan', '--since', 'main');
    expect(code).toBe(0);
    expect(out).toMatch(
      /^No changes in what changed since main\. prod matches it\.\nLeft out: 4 resources whose files /,
    );
    expect(asked).toEqual([]);
    // Not a change of this branch, and not of its files: the service has lost a term.
    append(PRODUCT, 'dog,Hund\n');
    const saved = await planned('--since', 'main');
    expect(addresses(saved)).toEqual(['glossary.product']);
  });

  test('without a common change on main: only what this branch did counts', async () => {
    const { cwd, append, commit, planned } = await sinceWorld();
    append(TONE, '  - { label: Short, prompt: Be short. }\n');
    commit();
    git(cwd, 'switch', '-q', 'main');
    append(PRODUCT, 'dog,Hund\n');
    commit();
    git(cwd, 'switch', '-q', 'work');
    expect(addresses(await planned('--since', 'main'))).toEqual(['style_rules.tone']);
  });

  test.each<readonly [string, (of: Awaited<ReturnType<typeof sinceWorld>>) => void, readonly string[]]>([
    ['a deleted dictionary', ({ remove }) => remove('glossaries/legal/en-fr.csv'), ['glossary.legal']],
    ['a deleted folder', ({ remove }) => remove('glossaries/legal'), ['glossary.legal']],
    ['a deleted style list', ({ remove }) => remove(TONE), ['style_rules.tone']],
    [
      'a new folder that git does not know',
      ({ write }) => {
        write('glossaries/new/glossary.yaml', 'name: New\n');
        write('glossaries/new/en-de.csv', 'a,b\n');
      },
      ['glossary.new'],
    ],
    [
      'a renamed folder whose name changes too',
      ({ rename, write }) => {
        rename('glossaries/legal', 'glossaries/law');
        write('glossaries/law/glossary.yaml', 'name: Law\n');
      },
      ['glossary.law'],
    ],
  ])('%s is planned as without --since', async (_, edit, expected) => {
    const of = await sinceWorld();
    edit(of);
    const args = ['glossary.legal', 'glossary.legal/*', 'style_rules.tone'].flatMap((each) => ['--allow-delete', each]);
    const [part, whole] = [await of.planned('--since', 'main', ...args), await of.planned(...args)];
    expect(addresses(part)).toEqual(expected);
    expect(part.changes).toEqual(whole.changes);
    expect(part.moves).toEqual(whole.moves);
  });

  test('a change of lexform.yaml is a change of everything, and the output says so', async () => {
    const { lexform, append, planned } = await sinceWorld();
    append('lexform.yaml', '# More.\n');
    const { out } = await lexform('plan', '--since', 'main');
    expect(out).toMatch(/^No changes\. prod matches the files\.\nlexform\.yaml changed since main \(merge base /);
    expect((await planned('--since', 'main')).only).toEqual([]);
  });

  test('a glossary that was removed is planned to be deleted, whichever of several patterns had it', async () => {
    const { cwd, write, remove, commit, lexform } = await sinceWorld();
    const config = readFileSync(join(cwd, 'lexform.yaml'), 'utf8');
    write(
      'lexform.yaml',
      config.replace('glossaries/*/glossary.yaml', '[glossaries/*/glossary.yaml, old/*/glossary.yaml]'),
    );
    write('old/printer/glossary.yaml', 'name: Printer\n');
    write('old/printer/en-de.csv', 'toner,Toner\n');
    expect((await lexform('apply', '-y')).code).toBe(0);
    commit();
    remove('old/printer');
    const { out } = await lexform('plan', '--json', '--since', 'HEAD');
    const { changes } = JSON.parse(out) as Plan;
    expect(changes.map(({ address, action }) => `${action} ${address}`)).toEqual(['delete glossary.printer']);
  });

  test('a link counts as changed, since git does not say what it leads to', async () => {
    const { write, link, commit, planned, cwd, remove } = await sinceWorld();
    write('shared.csv', readFileSync(join(cwd, PRODUCT), 'utf8'));
    remove(PRODUCT);
    link('../../shared.csv', PRODUCT);
    commit();
    git(cwd, 'branch', '-q', '-f', 'main');
    write('shared.csv', 'house,Gebäude\ncat,Katze\n');
    expect(addresses(await planned('--since', 'main'))).toEqual(['glossary.product']);
  });

  test('a folder that became a link out of the workspace is refused, whatever git has of it', async () => {
    const { write, link, remove, lexform, append, cwd } = await sinceWorld();
    const outside = tempFolder();
    cpSync(join(cwd, 'glossaries/legal'), join(outside, 'legal'), { recursive: true });
    append(PRODUCT, 'dog,Hund\n');
    const refused = async (): Promise<void> => {
      const { code, err } = await lexform('plan', '--since', 'main');
      expect([code, err]).toEqual([4, expect.stringContaining('[file-outside-workspace]')]);
    };
    remove('glossaries/legal');
    link(join(outside, 'legal'), 'glossaries/legal');
    await refused();
    // In the index, in no commit, and a link since.
    remove('glossaries/legal');
    write('glossaries/new/glossary.yaml', 'name: New\n');
    write('glossaries/new/en-de.csv', 'a,b\n');
    git(cwd, 'add', '-A');
    remove('glossaries/new');
    link(join(outside, 'legal'), 'glossaries/new');
    await refused();
  });

  test('a file that git was told not to look at is looked at', async () => {
    const { link, remove, lexform, append, cwd } = await sinceWorld();
    const outside = tempFolder();
    cpSync(join(cwd, PRODUCT), join(outside, 'en-de.csv'));
    git(cwd, 'update-index', '--assume-unchanged', 'glossaries/legal/en-de.csv');
    remove('glossaries/legal/en-de.csv');
    link(join(outside, 'en-de.csv'), 'glossaries/legal/en-de.csv');
    append(PRODUCT, 'dog,Hund\n');
    const { code, err } = await lexform('plan', '--since', 'main');
    expect([code, err]).toEqual([4, expect.stringContaining('[file-outside-workspace]')]);
  });

  test('what the service has lost of other resources is neither planned nor deleted nor adopted', async () => {
    const { lexform, append, commit, write, planned } = await sinceWorld();
    // On main and not applied: a deletion and a new resource that is not this branch's.
    append(PRODUCT, 'dog,Hund\n');
    commit();
    const base = (await lexform('plan', '--json')).out;
    expect(addresses(JSON.parse(base))).toEqual(['glossary.product']);
    write(TONE, `name: Tone two\n${LIST}`);
    const plan = await planned('--since', 'HEAD');
    expect(addresses(plan)).toEqual(['style_rules.tone']);
    expect(plan.adopts).toBeUndefined();
  });

  test('a saved part is applied for what it contains, and refused when its files have changed', async () => {
    const { lexform, append } = await sinceWorld();
    append(PRODUCT, 'dog,Hund\n');
    const out = join(tempFolder(), 'part.json');
    await lexform('plan', '--since', 'main', '--out', out);
    // Another resource is none of its business.
    append(TONE, '  - { label: Short, prompt: Be short. }\n');
    const applied = await lexform('apply', out, '-y');
    expect(applied.out).toContain('only what changed since main');
    expect(applied.code).toBe(0);
    expect(addresses(JSON.parse((await lexform('plan', '--json')).out))).toEqual(['style_rules.tone']);
    append(PRODUCT, 'bird,Vogel\n');
    await lexform('plan', '--since', 'main', '--out', out);
    append(PRODUCT, 'fish,Fisch\n');
    expect((await lexform('apply', out, '-y')).code).toBe(3);
  });

  test('an approved part approves no more than it contains', async () => {
    const { lexform, append } = await sinceWorld();
    append(PRODUCT, 'dog,Hund\n');
    const out = join(tempFolder(), 'part.json');
    await lexform('plan', '--since', 'main', '--out', out);
    append(TONE, '  - { label: Short, prompt: Be short. }\n');
    const refused = await lexform('apply', '--approved', out, '-y');
    expect(refused.code).toBe(3);
    expect(refused.err).toContain('style_rules.tone');
  });

  test('what git cannot say is an error with its remedy', async () => {
    const { lexform, cwd, commit } = await sinceWorld();
    const failed = async (...args: readonly string[]): Promise<string> => {
      const { code, err } = await lexform(...args);
      expect(code).toBe(1);
      return err;
    };
    expect(await failed('plan', '--since', 'nowhere')).toContain('git knows no commit "nowhere" here');
    expect(await failed('plan', '--since', '--upload-pack=x')).toContain('git knows no commit');
    expect(await failed('plan', '--since', 'main', '--only', 'glossary.*')).toContain('leave out --only');
    git(cwd, 'switch', '-q', '--orphan', 'other');
    commit();
    git(cwd, 'switch', '-q', 'work');
    expect(await failed('validate', '--since', 'other')).toContain('they are unrelated');
    const shallow = join(tempFolder(), 'shallow');
    commit();
    git(cwd, 'clone', '-q', '--depth', '1', `file://${cwd}`, shallow);
    git(shallow, 'fetch', '-q', '--depth', '1', 'origin', 'main:main');
    for (const command of ['validate', 'lint', 'plan']) {
      const { code, err } = await runLexform({ cwd: shallow, env: { KEY: TEST_KEY } }, command, '--since', 'main');
      expect(code).toBe(1);
      expect(err).toContain('this clone is shallow, so git lacks older commits; fetch them all: git fetch --unshallow');
    }
    const bare = await tempWorkspace({
      'lexform.yaml': readFileSync(join(cwd, 'lexform.yaml'), 'utf8'),
      ...SINCE_FILES,
    });
    const { err } = await runLexform({ cwd: bare, env: {} }, 'validate', '--since', 'main');
    expect(err).toContain('this folder is in no git repository');
  });
});

describe('validate --since', () => {
  test('shows findings about changed resources, and counts the others', async () => {
    const { lexform, append, commit, cwd } = await sinceWorld();
    append('glossaries/legal/en-de.csv', 'contract,Abkommen\n');
    commit();
    git(cwd, 'branch', '-q', '-f', 'main');
    append(PRODUCT, 'cat,Kater\n');
    const { code, out } = await lexform('validate', '--since', 'main');
    expect(code).toBe(4);
    expect(out).toContain(PRODUCT);
    expect(out).not.toContain('glossaries/legal');
    expect(out).toMatch(/Not shown: 1 finding about 3 resources whose files did not change since main \(merge base /);
    expect((await lexform('validate')).out).toContain('glossaries/legal');
    const { since, findings } = JSON.parse((await lexform('validate', '--since', 'main', '--json')).out);
    expect(since).toMatchObject({ ref: 'main', leftOut: 3, notShown: 1 });
    expect(findings.every(({ file }: { readonly file: string }) => file === PRODUCT)).toBe(true);
    expect((await lexform('plan', '--since', 'main')).code).toBe(4);
  });

  test('shows what a changed file and an unchanged one have wrong together', async () => {
    const { lexform, write } = await sinceWorld();
    write(TONE, `name: Formal\n${LIST}`);
    const { code, out } = await lexform('validate', '--since', 'main');
    expect(code).toBe(4);
    expect(out).toContain('style-rules/tone.yaml');
  });
});

const NAMES = ['product', 'legal', 'new'] as const;
const row = fc.constantFrom('house,Haus\n', 'house,Gebäude\n', 'tree,Baum\n', 'contract,Vertrag\n');
/** Names that another glossary has, and none; an id that none has. */
const said = fc.constantFrom(
  'name: Legal\n',
  'name: Product\ndictionaries: auto\nprotect: true\n',
  'name: "Le\\x67al"\n',
  'name: |-\n  Product\n',
  'name: Legal terms\nmode: additive\n',
  'name: Product\nid: 00000000-0000-4000-8000-000000000000\n',
);
const edit = fc.oneof(
  fc.record({
    kind: fc.constant('write' as const),
    name: fc.constantFrom(...NAMES),
    pair: fc.constantFrom('en-de', 'en-fr'),
    row,
  }),
  fc.record({ kind: fc.constant('remove' as const), name: fc.constantFrom(...NAMES) }),
  fc.record({
    kind: fc.constant('rename' as const),
    name: fc.constantFrom(...NAMES),
    to: fc.constantFrom('law', 'zoo'),
  }),
  fc.record({ kind: fc.constant('list' as const), name: fc.constantFrom('tone', 'formal', 'warm'), row }),
  fc.record({ kind: fc.constant('said' as const), name: fc.constantFrom(...NAMES), said }),
  fc.record({
    kind: fc.constant('named' as const),
    name: fc.constantFrom('tone', 'warm'),
    said: fc.constantFrom('Formal', '"Form\\x61l"', 'Tone'),
  }),
  fc.record({ kind: fc.constant('commit' as const) }),
);

test('when the merge base was applied, the changes since it are all the changes there are', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 5 }), async (edits) => {
      const { write, remove, rename, commit, lexform } = await sinceWorld();
      for (const each of edits)
        try {
          if (each.kind === 'commit') commit();
          if (each.kind === 'remove') remove(`glossaries/${each.name}`);
          if (each.kind === 'rename') rename(`glossaries/${each.name}`, `glossaries/${each.to}`);
          if (each.kind === 'said') write(`glossaries/${each.name}/glossary.yaml`, each.said);
          if (each.kind === 'named') write(`style-rules/${each.name}.yaml`, `name: ${each.said}\n${LIST}`);
          if (each.kind === 'list') write(`style-rules/${each.name}.yaml`, `name: ${each.name}\n${LIST}# ${each.row}`);
          if (each.kind !== 'write') continue;
          write(`glossaries/${each.name}/glossary.yaml`, `name: ${each.name}\n`);
          write(`glossaries/${each.name}/${each.pair}.csv`, each.row);
        } catch {
          // There is nothing of this name any more.
        }
      const [part, whole] = [await lexform('plan', '--json', '--since', 'main'), await lexform('plan', '--json')];
      expect(part.code).toBe(whole.code);
      const [some, all] = [JSON.parse(part.out), JSON.parse(whole.out)];
      expect(some.changes).toEqual(all.changes);
      expect(some.adopts).toEqual(all.adopts);
      expect(some.moves).toEqual(all.moves);
    }),
    { numRuns: runs(12) },
  );
});

describe('a variant', () => {
  const YAML = 'glossaries/product/glossary.yaml';
  const world = () =>
    sinceWorld({
      [YAML]: 'name: Product\nvariants: { de-AT: { over: de } }\n',
      'glossaries/product/en-de-AT.csv': 'house,Häuserl\n',
    });

  test('is planned when its own file or its base changes', async () => {
    for (const file of [PRODUCT, 'glossaries/product/en-de-AT.csv']) {
      const { write, planned } = await world();
      write(file, 'house,Haus\ncat,Kater\n');
      const { changes } = await planned('--since', 'main');
      expect(changes.map(({ address }) => address)).toContain('glossary.product.de-AT');
    }
  });

  test('that was removed, or whose glossary was, is planned to be deleted', async () => {
    const { write, remove, lexform } = await world();
    write(YAML, 'name: Product\n');
    remove('glossaries/product/en-de-AT.csv');
    const deleted = async () => {
      const { code, out } = await lexform('plan', '--json', '--since', 'main');
      expect(code).toBe(3);
      return (JSON.parse(out) as Plan).changes.map(({ address, action }) => `${action} ${address}`).sort();
    };
    expect(await deleted()).toEqual(['delete glossary.product.de-AT']);
    remove('glossaries/product');
    expect(await deleted()).toEqual(['delete glossary.product', 'delete glossary.product.de-AT']);
  });
});

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

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeYaml } from '../../../src/files/merge/merge-yaml.ts';
import { parseYaml } from '../../../src/files/yaml/yaml-file.ts';
import { least, runs } from '../../support/runs.ts';
import { anySeed, type Seeded, seeded } from '../../support/seeded.ts';

const file = 'style-rules/s.yaml';
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function merge(base: string, ours: string, theirs: string, byLines?: string) {
  const merged = mergeYaml({
    file,
    base: bytes(base),
    ours: bytes(ours),
    theirs: bytes(theirs),
    ...(byLines !== undefined && { byLines: bytes(byLines) }),
  });
  if (merged.kind !== 'merged') return { text: '', conflicts: merged.findings.map(({ code }) => code), warnings: [] };
  return {
    text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(merged.bytes),
    conflicts: merged.conflicts.map(
      ({ at, details: { name, ours: left = '–', theirs: right = '–' } }) => `${at.line} ${name}: ${left} | ${right}`,
    ),
    warnings: (merged.warnings ?? []).map(({ at, details }) => `${at.line} ${details.comment}`),
  };
}

const BASE = `# the list
name: S
language: de
custom_instructions:
  # how it sounds
  - label: Tone
    prompt: Be friendly.
  - { label: Dates, prompt: Use figures. }
`;

test('each of many conflicts is between markers of its own', () => {
  const list = (prompt: string): string =>
    `${BASE}${Array.from({ length: 150 }, (_, index) => `  - label: L${index}\n    prompt: ${prompt} ${index}.\n`).join('')}`;
  const { text, conflicts } = merge(list('Use'), list('Take'), list('Write'));
  expect(text.match(/^<{7} ours$/gm)).toHaveLength(150);
  expect(text).toContain(
    '<<<<<<< ours\n    prompt: Take 7.\n=======\n    prompt: Write 7.\n>>>>>>> theirs\n  - label: L8',
  );
  expect(conflicts).toHaveLength(150);
  expect(conflicts[1]).toBe('16 custom_instructions.L1.prompt: Take 1. | Write 1.');
});

test('a merge takes no time for lists within lists', () => {
  const lists = `lists: ${'['.repeat(60)}${']'.repeat(60)}\n`;
  const [ours, theirs] = [BASE.replace('name: S', 'name: T'), BASE.replace('language: de', 'language: fr')];
  const merged = merge(lists + BASE, lists + ours, lists + theirs, lists + BASE).text;
  expect(merged).toBe(lists + ours.replace('language: de', 'language: fr'));
}, 5000);

/** Rules by category, and instructions by label. */
interface Model {
  readonly name: string;
  readonly rules: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly instructions: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

const value = ({ pick, below }: Seeded): string =>
  `${pick(['plain', 'a: b', '# x', "it's", 'two\nlines', ''])}${below(99)}`;

function anyModel(random: Seeded): Model {
  const { below } = random;
  const some = <Each>(most: number, make: (index: number) => Each): readonly Each[] =>
    Array.from({ length: below(most + 1) }, (_, index) => make(index));
  return {
    name: value(random),
    rules: new Map(
      some(2, (at) => [
        `c${at}`,
        new Map([['r0', value(random)], ...some(2, (rule) => [`r${rule + 1}`, value(random)] as const)]),
      ]),
    ),
    instructions: new Map(some(4, (at) => [`L ${at}`, new Map([['prompt', value(random)]])])),
  };
}

function editedModel(model: Model, random: Seeded): Model {
  const { below, pick } = random;
  let { name } = model;
  const [rules, instructions] = [model.rules, model.instructions].map(
    (maps) => new Map([...maps].map(([key, map]) => [key, new Map(map)])),
  ) as [Map<string, Map<string, string>>, Map<string, Map<string, string>>];
  for (let count = below(4); count > 0; count -= 1) {
    const [category, label] = [pick([...rules.keys(), 'c9']), pick([...instructions.keys(), 'L 9'])];
    const choice = below(6);
    if (choice === 0) name = value(random);
    else if (choice === 1) instructions.delete(label);
    else if (choice === 2) rules.delete(category);
    else if (choice === 3)
      rules.set(category, new Map([...(rules.get(category) ?? []), [`r${below(4)}`, value(random)]]));
    else if (choice === 4)
      instructions.set(label, new Map([...(instructions.get(label) ?? []), ['prompt', value(random)]]));
    else instructions.get(label)?.set('source_language', pick(['en', 'fr']));
  }
  return { name, rules, instructions };
}

/** As a file; keys that a map of the schema needs are there always. */
function modelText({ name, rules, instructions }: Model, flow: boolean): string {
  const text = (each: string): string => JSON.stringify(each);
  const category = ([key, map]: readonly [string, ReadonlyMap<string, string>]): string =>
    flow
      ? `  ${key}: { ${[...map].map(([rule, option]) => `${rule}: ${text(option)}`).join(', ')} }\n`
      : `  ${key}:\n${[...map].map(([rule, option]) => `    ${rule}: ${text(option)}\n`).join('')}`;
  const instruction = ([label, map]: readonly [string, ReadonlyMap<string, string>]): string =>
    `  # about ${label}\n  - label: ${label}\n${[...map].map(([key, each]) => `    ${key}: ${text(each)}\n`).join('')}`;
  return (
    `name: ${text(name)}\nlanguage: de\n` +
    (rules.size === 0 ? '' : `configured_rules:\n${[...rules].map(category).join('')}`) +
    (instructions.size === 0 ? '' : `custom_instructions:\n${[...instructions].map(instruction).join('')}`)
  );
}

type Tree = string | { readonly [key: string]: Tree };

const treeOf = ({ name, rules, instructions }: Model): Tree => ({
  name,
  ...(rules.size > 0 && { rules: Object.fromEntries([...rules].map(([key, map]) => [key, Object.fromEntries(map)])) }),
  ...(instructions.size > 0 && {
    instructions: Object.fromEntries(
      [...instructions].map(([key, map]) => [key, { label: key, ...Object.fromEntries(map) }]),
    ),
  }),
});

const text = (tree: Tree | undefined): string =>
  tree === undefined
    ? '–'
    : typeof tree === 'string'
      ? JSON.stringify(tree)
      : `{${Object.keys(tree)
          .sort()
          .map((key) => `${key}:${text(tree[key])}`)
          .join()}}`;

/** What a merge by key is, in the plainest words; `take`: whose values conflicts have. */
function modelOf(
  base: Tree | undefined,
  ours: Tree | undefined,
  theirs: Tree | undefined,
  take: 'ours' | 'theirs',
): { tree: Tree | undefined; conflicts: number } {
  const [was, mine, yours] = [text(base), text(ours), text(theirs)];
  if (mine === yours || was === yours) return { tree: ours, conflicts: 0 };
  if (was === mine) return { tree: theirs, conflicts: 0 };
  if (typeof ours !== 'object' || typeof theirs !== 'object')
    return { tree: take === 'ours' ? ours : theirs, conflicts: 1 };
  const old = typeof base === 'object' ? base : {};
  let conflicts = 0;
  const entries = [...new Set([...Object.keys(ours), ...Object.keys(theirs)])].flatMap((key) => {
    const merged = modelOf(old[key], ours[key], theirs[key], take);
    conflicts += merged.conflicts;
    return merged.tree === undefined ? [] : [[key, merged.tree] as const];
  });
  return { tree: Object.fromEntries(entries), conflicts };
}

interface ReadList {
  readonly name?: string;
  readonly configured_rules?: Tree;
  readonly custom_instructions?: readonly { readonly label: string }[];
}

/** A merged file with one side of each conflict, as the model has it. */
function resolved(merged: string, take: 'ours' | 'theirs'): string {
  const kept = merged.replace(
    /^<{7} ours\n([\s\S]*?)^={7}\n([\s\S]*?)^>{7} theirs\n/gm,
    (_, ours: string, theirs: string) => (take === 'ours' ? ours : theirs),
  );
  const { value: read, findings } = parseYaml({ bytes: bytes(kept), file });
  expect(findings, kept).toEqual([]);
  const { name = '', configured_rules: rules, custom_instructions: items } = (read?.value ?? {}) as ReadList;
  const instructions = Object.fromEntries((items ?? []).map((item) => [item.label, item as Tree]));
  const isFilled = (tree: Tree | null | undefined): boolean => Object.keys(tree ?? {}).length > 0;
  return text({
    name,
    ...(isFilled(rules) && { rules: rules ?? '' }),
    ...(isFilled(instructions) && { instructions }),
  });
}

test('a merge keeps every value, and has a conflict only where there are two new ones: as a model of maps says', () => {
  let [merges, withConflicts] = [0, 0];
  fc.assert(
    fc.property(anySeed, fc.boolean(), (seed, flow) => {
      const random = seeded(seed);
      const base = anyModel(random);
      const [ours, theirs] = [editedModel(base, random), editedModel(base, random)];
      const [was, mine, yours] = [base, ours, theirs].map((model) => modelText(model, flow)) as [
        string,
        string,
        string,
      ];
      const merged = merge(was, mine, yours);
      const expected = modelOf(treeOf(base), treeOf(ours), treeOf(theirs), 'ours');
      // What cannot be edited in place is left to git; that must be rare.
      if (merged.text === '') return;
      merges += 1;
      const count = merged.conflicts.length;
      expect(count).toBe(expected.conflicts);
      if (count > 0) withConflicts += 1;
      // The reader of the workspace sees the same conflicts, in the same lines.
      const seen = parseYaml({ bytes: bytes(merged.text), file }).findings.map(({ code, at }) => `${at.line} ${code}`);
      const markers = [...new Set(merged.conflicts.map((conflict) => Number.parseInt(conflict, 10)))];
      expect(seen).toEqual(markers.sort((left, right) => left - right).map((line) => `${line} merge-conflict`));
      const emptied = (tree: Tree | undefined): string =>
        text(tree)
          .replace(/,?(?:rules|instructions):\{\}/g, '')
          .replace('{,', '{');
      expect(resolved(merged.text, 'ours')).toBe(emptied(expected.tree));
      expect(resolved(merged.text, 'theirs')).toBe(
        emptied(modelOf(treeOf(base), treeOf(ours), treeOf(theirs), 'theirs').tree),
      );
    }),
    { numRuns: runs(300) },
  );
  expect(merges).toBeGreaterThan(least(270));
  expect(withConflicts).toBeGreaterThan(least(10));
});

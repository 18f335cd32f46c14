import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
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

describe('a merge of YAML', () => {
  test('takes the keys of both sides, and the items that both added', () => {
    const added = (label: string): string => `${BASE}  - label: ${label}\n    prompt: ${label} more\n`;
    expect(merge(BASE, added('One'), added('Two'))).toEqual({
      text: `${added('One')}  - label: Two\n    prompt: Two more\n`,
      conflicts: [],
      warnings: [],
    });
  });

  test('merges two keys of one map between brackets', () => {
    const item = '{ label: Dates, prompt: Use figures. }';
    const ours = BASE.replace(item, '{ label: Dates, prompt: Use words. }');
    const theirs = BASE.replace(item, '{ label: Dates, prompt: Use figures., source_language: en }');
    expect(merge(BASE, ours, theirs).text).toBe(
      BASE.replace(item, '{ label: Dates, prompt: Use words., source_language: en }'),
    );
  });

  test('writes a conflict between markers, with both values', () => {
    const ours = BASE.replace('Be friendly.', 'Be brief.');
    const theirs = BASE.replace('Be friendly.', 'Be kind.').replace('name: S', 'name: T');
    const { text, conflicts } = merge(BASE, ours, theirs);
    expect(text).toBe(
      BASE.replace('name: S', 'name: T').replace(
        '    prompt: Be friendly.\n',
        '<<<<<<< ours\n    prompt: Be brief.\n=======\n    prompt: Be kind.\n>>>>>>> theirs\n',
      ),
    );
    expect(conflicts).toEqual(['7 custom_instructions.Tone.prompt: Be brief. | Be kind.']);
    expect(parseYaml({ bytes: bytes(text), file }).findings.map(({ code, at }) => [code, at.line])).toEqual([
      ['merge-conflict', 7],
    ]);
  });

  test('an item that one side removed and the other one changed is a conflict', () => {
    const ours = BASE.replace(/ {2}- \{.*\n/, '');
    const theirs = BASE.replace('Use figures.', 'Use words.');
    const { text, conflicts } = merge(BASE, ours, theirs);
    expect(conflicts).toEqual(['8 custom_instructions.Dates: – | {"label":"Dates","prompt":"Use words."}']);
    expect(text).toContain('<<<<<<< ours\n=======\n  - ');
  });

  test('two conflicts on one line are written as one, and named both', () => {
    const line = (label: string, prompt: string): string =>
      `name: S\nlanguage: de\nconfigured_rules: { a: { x: ${label} }, b: { y: ${prompt} } }\n`;
    const { text, conflicts } = merge(line('one', 'one'), line('two', 'two'), line('three', 'three'));
    expect(text).toBe(
      'name: S\nlanguage: de\n<<<<<<< ours\nconfigured_rules: { a: { x: two }, b: { y: two } }\n=======\n' +
        'configured_rules: { a: { x: three }, b: { y: three } }\n>>>>>>> theirs\n',
    );
    expect(conflicts).toHaveLength(2);
  });

  test('writes each of many conflicts between markers of its own', () => {
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

  test('takes no time for lists within lists', () => {
    const lists = `lists: ${'['.repeat(60)}${']'.repeat(60)}\n`;
    const [ours, theirs] = [BASE.replace('name: S', 'name: T'), BASE.replace('language: de', 'language: fr')];
    const merged = merge(lists + BASE, lists + ours, lists + theirs, lists + BASE).text;
    expect(merged).toBe(lists + ours.replace('language: de', 'language: fr'));
  }, 5000);

  test('keeps the comments that one side added, and names those that it cannot keep', () => {
    const ours = BASE.replace('name: S', 'name: T');
    const theirs = BASE.replace('Be friendly.', 'Be kind. # they asked');
    expect(merge(BASE, ours, theirs).text).toBe(theirs.replace('name: S', 'name: T'));
    const both = merge(BASE, ours.replace('# the list', '# our list'), theirs);
    expect(both.text).toContain('# our list\nname: T');
    expect(both.warnings).toEqual(['7 # they asked']);
  });

  test('takes what git makes of the lines only when that says the same', () => {
    const [ours, theirs] = [BASE.replace('name: S', 'name: T'), BASE.replace('language: de', 'language: fr # new')];
    const lines = theirs.replace('name: S', 'name: T # by lines');
    expect(merge(BASE, ours, theirs, lines).text).toBe(lines);
    expect(merge(BASE, ours, theirs, BASE).text).toBe(theirs.replace('name: S', 'name: T'));
  });

  test('with a conflict is not made when one of the sides cannot be written in the style of the file', () => {
    const ofTheirs = merge('m: x\n', 'm: [7]\n', 'm: 9\n');
    const ofOurs = merge('l: "y"\nm: "y"\n', 'l: "{ q: 1 }"\nm: "y"\n', '# c\n');
    expect([ofTheirs.conflicts, ofOurs.conflicts]).toEqual([['merge-not-safe'], ['merge-not-safe']]);
  });

  test('is not made of a file that is no YAML', () => {
    expect(merge(BASE, `${BASE}x: [\n`, BASE.replace('de', 'fr')).conflicts).toEqual(['yaml-syntax']);
  });
});

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

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { editYaml } from '../../../../src/files/edit/yaml/yaml-edit.ts';
import type { YamlEdit } from '../../../../src/files/edit/yaml/yaml-planned.ts';
import { parseYaml, type YamlPath } from '../../../../src/files/yaml/yaml-file.ts';
import { least, runs } from '../../../support/runs.ts';
import { anySeed, type Seeded, seeded } from '../../../support/seeded.ts';

type Tree = string | Tree[] | Map<string, Tree>;

function anyTree(random: Seeded, depth: number): Tree {
  const { below, pick } = random;
  const kind = depth === 0 ? 'map' : pick(['text', 'text', 'map', 'list']);
  if (kind === 'text' || depth > 3) return pick(['x', 'a: b', '# no', "it's", 'two words', '']);
  if (kind === 'list') return Array.from({ length: below(4) }, () => anyTree(random, depth + 1));
  return new Map(
    Array.from({ length: below(4) + (depth === 0 ? 2 : 0) }, (_, at) => [`k${at}`, anyTree(random, depth + 1)]),
  );
}

const quoted = (text: string): string => JSON.stringify(text);

/** On one line, or over several with comments. */
function flowText(tree: Tree, { pick }: Seeded): string {
  if (typeof tree === 'string') return quoted(tree);
  const parts = Array.isArray(tree)
    ? tree.map((item) => flowText(item, { pick } as Seeded))
    : [...tree].map(([key, each]) => `${key}: ${flowText(each, { pick } as Seeded)}`);
  const [open, close] = Array.isArray(tree) ? ['[', ']'] : ['{', '}'];
  if (parts.length === 0) return open + close;
  const separator = pick([', ', ',', ', # c\n          ', ',\n          ']);
  return `${open}${pick(['', ' ', '\n          '])}${parts.join(separator)}${pick(['', ',', ' '])}${close}`;
}

function blockText(tree: Tree, column: number, random: Seeded): string {
  const { below, pick } = random;
  const isEmpty = typeof tree !== 'string' && (Array.isArray(tree) ? tree.length : tree.size) === 0;
  if (typeof tree === 'string')
    return ` ${pick([quoted, quoted, (text: string) => `|-\n${' '.repeat(column + 2)}${text || 'x'}`])(tree)}`;
  if (isEmpty || below(4) === 0) return ` ${flowText(tree, random)}`;
  const pad = ' '.repeat(column);
  const lines = Array.isArray(tree)
    ? tree.map((item) => {
        if (!(item instanceof Map) || item.size === 0 || below(2) === 0)
          return `${pad}-${blockText(item, column + 2, random)}`;
        return `${pad}- ${blockText(item, column + 2, random).trimStart()}`;
      })
    : [...tree].map(([key, each]) => `${pad}${key}:${blockText(each, column + 2, random)}`);
  return `\n${lines.map((line) => `${below(5) === 0 ? `${pad}# about\n` : ''}${line}${below(6) === 0 ? ' # c' : ''}`).join('\n')}`;
}

/** The text of a tree, whatever it says: what a comment behind a block text became is a part of that text. */
function anyText(random: Seeded): string {
  const tree = anyTree(random, 0);
  return `${blockText(tree, 0, random).trimStart()}${random.pick(['\n', '', '\n# end\n'])}`;
}

const treeOf = (value: unknown): Tree | undefined => {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map((each) => treeOf(each) ?? '');
  if (typeof value !== 'object' || value === null) return undefined;
  return new Map(Object.entries(value).map(([key, each]) => [key, treeOf(each) ?? '']));
};

const read = (text: string): unknown =>
  parseYaml({ bytes: new TextEncoder().encode(text), file: 'a.yaml' }).value?.value;

/** Every part, with its path. */
const partsOf = (tree: Tree, path: YamlPath = []): readonly (readonly [YamlPath, Tree])[] => [
  [path, tree],
  ...(typeof tree === 'string' ? [] : [...tree.entries()]).flatMap(([key, each]) => partsOf(each, [...path, key])),
];

/** One edit, made in the tree as well. */
function anyEdit(tree: Tree, random: Seeded, number: number): YamlEdit {
  const { below, pick } = random;
  const [path, part] = pick(partsOf(tree) as (readonly [YamlPath, Tree])[]);
  const text = pick(['new', 'a, b', 'x: y']) + number;
  const holderOf = (): Exclude<Tree, string> => {
    let at: Tree = tree;
    for (const key of path.slice(0, -1))
      at = (Array.isArray(at) ? at[Number(key)] : (at as Map<string, Tree>).get(String(key))) as Tree;
    return at as Exclude<Tree, string>;
  };
  const key = path.at(-1);
  if (typeof part !== 'string' && (below(3) > 0 || key === undefined)) {
    if (Array.isArray(part)) {
      const isText = below(2) === 0;
      part.push(isText ? text : new Map([['label', text]]));
      const pairs = [{ key: 'label', value: text }];
      return { kind: 'add', path, part: isText ? { kind: 'text', text } : { kind: 'item', pairs } };
    }
    const value = below(3) === 0 ? ({ literal: '[]' } as const) : text;
    part.set(`n${number}`, typeof value === 'string' ? value : []);
    return { kind: 'add', path, part: { kind: 'pair', pair: { key: `n${number}`, value } } };
  }
  const holder = holderOf();
  if (typeof part === 'string' && below(2) === 0) {
    if (Array.isArray(holder)) holder[Number(key)] = text;
    else holder.set(String(key), text);
    return { kind: 'set', path, text };
  }
  if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else holder.delete(String(key));
  return { kind: 'remove', path };
}

const plain = (tree: Tree): unknown =>
  typeof tree === 'string'
    ? tree
    : Array.isArray(tree)
      ? tree.map(plain)
      : Object.fromEntries([...tree].map(([key, each]) => [key, plain(each)]));

test('many edits at once leave what they say one after the other', () => {
  let [made, all, same] = [0, 0, 0];
  fc.assert(
    fc.property(anySeed, (seed) => {
      const random = seeded(seed);
      const text = anyText(random);
      const tree = treeOf(read(text));
      if (tree === undefined || typeof tree === 'string') return;
      const edits: YamlEdit[] = [];
      for (let number = 1 + random.below(8); number > 0; number -= 1) edits.push(anyEdit(tree, random, number));
      const style = { step: 2, blocks: true };
      const edited = editYaml(text, edits, style);
      all += 1;
      let one: string | undefined = text;
      for (const edit of edits) one = one === undefined ? undefined : editYaml(one, [edit], style);
      const [wanted, onesRight] = [JSON.stringify(plain(tree)), one !== undefined && JSON.stringify(read(one))];
      // What one edit after the other can do, all at once can do too.
      if (onesRight === wanted) {
        same += 1;
        expect(
          edited === undefined ? undefined : JSON.stringify(read(edited)),
          `${text}\n${JSON.stringify(edits)}`,
        ).toBe(wanted);
      }
      if (edited !== undefined && JSON.stringify(read(edited)) === wanted) made += 1;
    }),
    { numRuns: runs(300) },
  );
  expect(made / all).toBeGreaterThan(0.9);
  expect(same).toBeGreaterThan(least(150));
});

// Merges and edits of YAML, with ten times the changes. Each shape is chosen to be slow.

import type { Edited } from '../../src/files/edit/entry-edit.ts';
import { mergeYaml } from '../../src/files/merge/merge-yaml.ts';
import { developerKeyAddress } from '../../src/kinds/developer-key/developer-key.ts';
import { editDeveloperKeys } from '../../src/kinds/developer-key/files/developer-key-writing.ts';
import { builtInCatalogue } from '../../src/kinds/style-list/files/rule-catalogue.ts';
import { editStyleList } from '../../src/kinds/style-list/files/style-list-writing.ts';
import type { FileValue } from '../../src/model/resources/resource.ts';
import { longGrowthAbove } from './growth.ts';
import { asked, measureInTurn, say } from './said.ts';

const { size, cpuMs } = asked<{ readonly size: number }>();

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

type Versions = readonly [base: string, ours: string, theirs: string];

/** Versions with so many changed parts. */
type Shape = (count: number) => Versions;

const numbered = (count: number, piece: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => piece(index)).join('');

/** The same parts in three versions, with text before and behind. */
const parts =
  (pieces: Record<'base' | 'ours' | 'theirs', (index: number) => string>, before = '', after = ''): Shape =>
  (count) =>
    [pieces.base, pieces.ours, pieces.theirs].map((piece) => before + numbered(count, piece) + after) as never;

const one =
  (text: (side: string) => (index: number) => string, before?: string, after?: string): Shape =>
  (count) =>
    parts({ base: text('base'), ours: text('ours'), theirs: text('theirs') }, before, after)(count);

const none = (): string => '';
const item =
  (prompt: string) =>
  (index: number): string =>
    `  - label: L${index}\n    prompt: ${prompt} ${index}\n`;
const inBrackets =
  (prompt: string) =>
  (index: number): string =>
    `  - { label: L${index}, prompt: ${prompt} ${index} }\n`;
const pair =
  (value: string) =>
  (index: number): string =>
    `k${index}: ${value}, `;

/** The other side has a change of its own, so that no side is taken whole. */
const also =
  (shape: Shape): Shape =>
  (count) => {
    const [base, ours, theirs] = shape(count);
    return [`top: a\n${base}`, `top: b\n${ours}`, `top: a\n${theirs}`];
  };

const LIST = 'list:\n  - label: first\n    prompt: Use it.\n';

const SHAPES: Readonly<Record<string, Shape>> = {
  'items that one side added': also(parts({ base: none, ours: none, theirs: item('Use') }, LIST)),
  'items between brackets that one side added': also(
    parts({ base: none, ours: none, theirs: inBrackets('Use') }, 'list:\n  - { label: first, prompt: Use it. }\n'),
  ),
  'items that both added': (count) => [
    LIST,
    LIST + numbered(count, item('One')),
    LIST + numbered(count, (index) => item('Two')(index + count)),
  ],
  'items with lists that one side added': also(
    parts(
      { base: none, ours: none, theirs: (index) => `  - file: f${index}\n    pairs:\n      - a\n      - b\n` },
      LIST,
    ),
  ),
  'maps that one side added': also(
    parts(
      { base: none, ours: none, theirs: (index) => `  m${index}:\n    a: x\n    b: { c: y }\n` },
      'maps:\n  m: {}\n',
    ),
  ),
  'keys between brackets that one side added': also(
    parts({ base: none, ours: none, theirs: pair('x') }, 'map: { ', 'z: z }\n'),
  ),
  'values that one side changed': also(parts({ base: item('Use'), ours: item('Use'), theirs: item('Take') }, LIST)),
  'values between brackets that one side changed': also(
    parts({ base: pair('x'), ours: pair('x'), theirs: pair('y') }, 'map: { ', 'z: z }\n'),
  ),
  'block texts that one side changed': also((count) => {
    const text =
      (word: string) =>
      (index: number): string =>
        `  - label: L${index}\n    prompt: >-\n      ${word} ${index}\n      and more\n`;
    return parts({ base: text('Use'), ours: text('Use'), theirs: text('Take') }, LIST)(count);
  }),
  'items that one side removed': also(parts({ base: item('Use'), ours: item('Use'), theirs: none }, LIST)),
  'all items of a list': also((count) => {
    const full = `list:\n${numbered(count, item('Use'))}`;
    return [full, full, 'list: []\n'];
  }),
  'keys that one side removed between brackets': also(
    parts({ base: pair('x'), ours: pair('x'), theirs: none }, 'map: { ', 'z: z }\n'),
  ),
  'every second key between brackets': also(
    parts(
      { base: pair('x'), ours: pair('x'), theirs: (index) => (index % 2 === 0 ? '' : pair('x')(index)) },
      'map: { ',
      'z: z }\n',
    ),
  ),
  'keys with comments between brackets': also((count) => {
    const line = (index: number): string => `  # ${index}\n  k${index}: x, l${index}: y, # ${index}\n`;
    return parts({ base: line, ours: line, theirs: none }, 'map: {\n', '  z: z }\n')(count);
  }),
  'the first key of each item': also((count) => {
    const full = (index: number): string => `  - gone: x\n    label: L${index}\n`;
    return parts({ base: full, ours: full, theirs: (index) => `  - label: L${index}\n` }, LIST)(count);
  }),
  'conflicts of values': one((side) => item(side), 'list:\n'),
  'conflicts between brackets': one((side) => inBrackets(side), 'list:\n'),
  'conflicts in one map between brackets': one((side) => pair(side), 'map: { ', 'z: z }\n'),
  'conflicts with what one side removed': parts({ base: item('Use'), ours: none, theirs: item('Take') }, LIST),
  'conflicts with what the other side removed': parts({ base: item('Use'), ours: item('Take'), theirs: none }, LIST),
  'items that stand for another one': also((count) => {
    const alias = (key: string) => (index: number) => `  k${index}: ${key}\n`;
    return parts(
      { base: alias('*a'), ours: alias('*a'), theirs: (index) => `  k${index}: { x: ${index} }\n` },
      'a: &a { x: y }\nmap:\n',
    )(count);
  }),
  'what aliases stand for': also((count) => {
    const both =
      (value: string) =>
      (index: number): string =>
        `  - &a${index} { label: L${index}, prompt: ${value} }\n  - { label: M${index}, of: *a${index} }\n`;
    return parts({ base: both('x'), ours: both('x'), theirs: both('y') }, LIST)(count);
  }),
  'comments that one side added': also(
    parts(
      { base: item('Use'), ours: item('Use'), theirs: (index) => `  # about ${index}\n${item('Use')(index)}` },
      LIST,
    ),
  ),
  'lists within lists': also((count) => {
    const deep = `  - ${'['.repeat(40)}a${']'.repeat(40)}\n`;
    return parts(
      { base: () => deep, ours: () => deep, theirs: () => deep },
      'list:\n',
      '',
    )(count).map((text, side) => `${text}z: ${side}\n`) as never;
  }),
};

function made(edited: Edited): void {
  if (!('bytes' in edited)) throw new Error(`An edit is ${edited.findings.map(({ code }) => code).join()}.`);
}

const EDITS: Readonly<Record<string, (count: number) => () => unknown>> = {
  'instructions of a style list': (all) => {
    // A list holds 200 of them.
    const count = Math.ceil(all / 10);
    const bytes = encode(`name: S\nlanguage: de\ncustom_instructions:\n${numbered(count, inBrackets('Use'))}`);
    const values = Array.from({ length: count }, (_, index) => ({
      key: ['instruction', `L${index}`],
      index,
      ...(index % 2 === 0 && { to: { label: `L${index}`, prompt: 'Take it.' } }),
    })) as unknown as readonly FileValue[];
    return () => made(editStyleList({ bytes, file: 's.yaml', catalogue: builtInCatalogue() }, values));
  },
  'rules of a style list': (count) => {
    const bytes = encode('name: S\nlanguage: de\nconfigured_rules:\n  c: { r: x }\n');
    const values = Array.from({ length: count }, (_, index) => ({
      key: ['rule', `c${index % 7}`, `r${index}`],
      to: 'on',
    })) as unknown as readonly FileValue[];
    return () => made(editStyleList({ bytes, file: 's.yaml', catalogue: builtInCatalogue() }, values));
  },
  'entries of developer keys': (count) => {
    const bytes = encode(numbered(count, (index) => `k${index}: { label: Key ${index} }\n`));
    const edits = Array.from({ length: count }, (_, index) => ({
      action: 'remove' as const,
      address: developerKeyAddress(`k${index}`),
      values: [],
    }));
    return () => made(editDeveloperKeys({ bytes, file: 'keys.yaml' }, edits.slice(1)));
  },
};

const merging =
  (shape: Shape) =>
  (count: number): (() => unknown) => {
    const [base, ours, theirs] = shape(count).map(encode) as [Uint8Array, Uint8Array, Uint8Array];
    return () => {
      const { kind } = mergeYaml({ file: 'a.yaml', base, ours, theirs, byLines: base });
      if (kind !== 'merged') throw new Error(`A shape is ${kind}.`);
    };
  };

await measureInTurn(
  [
    ...Object.entries(SHAPES).map(([name, shape]) => [`a merge: ${name}`, merging(shape)] as const),
    ...Object.entries(EDITS).map(([name, edit]) => [`an edit: ${name}`, edit] as const),
  ].map(([name, workOf]) => async () => {
    say({ name });
    const growth = await longGrowthAbove(13, { small: workOf(size), large: workOf(size * 10) });
    if (growth !== undefined) say({ name, growth });
  }),
  cpuMs,
);

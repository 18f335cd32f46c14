import { type Document, isScalar, type Node, type Scalar } from 'yaml';
import type { CustomInstruction, StyleListContent } from '../../model/resources/style-list.ts';
import type { RuleCatalogue } from '../resources/rule-catalogue.ts';
import { parseStyleListFile } from '../resources/style-list-file.ts';
import type { YamlInput, YamlPath } from '../yaml/yaml-file.ts';
import { editYamlFile } from './edit-yaml-file.ts';
import type { Edited } from './entry-edit.ts';
import {
  type EditedContent,
  type KeptInstructions,
  type StyleListEdit,
  withStyleListEdits,
} from './style-list-edit.ts';
import { findNode, isFlow, keyStart, mapAt, parseWithTokens } from './yaml/yaml-document.ts';
import { editYaml, type YamlEdit } from './yaml/yaml-edit.ts';
import { columnAt } from './yaml/yaml-lines.ts';
import type { NewPair } from './yaml/yaml-new.ts';
import { commonType } from './yaml/yaml-scalar-style.ts';

const RULES = 'configured_rules';
const INSTRUCTIONS = 'custom_instructions';

/** The keys and the values of the maps at some paths. */
function partsOf(
  document: Document,
  paths: readonly YamlPath[],
): { readonly keys: readonly Node[]; readonly values: readonly (Node | null)[] } {
  const pairs = paths.flatMap((path) => mapAt(document, path)?.items ?? []);
  return { keys: pairs.map(({ key }) => key), values: pairs.map(({ value }) => value) };
}

/** The kind of scalar that parts are; where there are none yet, that of the keys and texts at the top. */
function typeLike(
  document: Document,
  which: 'keys' | 'values',
  parts: readonly (Node | null)[],
): Scalar.Type | undefined {
  return commonType(parts.length > 0 ? parts : partsOf(document, [[]])[which].filter((node) => isScalar(node)));
}

const ruleEdits = (document: Document, before: StyleListContent, after: StyleListContent): readonly YamlEdit[] => {
  const edits: YamlEdit[] = [];
  const removals: YamlEdit[] = [];
  const everyCategory = partsOf(
    document,
    [...before.rules.keys()].map((category) => [RULES, category]),
  );
  for (const [category, wanted] of after.rules) {
    const path = [RULES, category];
    const known = before.rules.get(category);
    const { keys, values } = known === undefined || known.size === 0 ? everyCategory : partsOf(document, [path]);
    const types = { keyType: typeLike(document, 'keys', keys), valueType: typeLike(document, 'values', values) };
    const fresh = [...wanted]
      .filter(([rule]) => !known?.has(rule))
      .map(([key, value]): NewPair => ({ key, value, ...types }));
    if (known === undefined) {
      const keyType = typeLike(document, 'keys', partsOf(document, [[RULES]]).keys);
      edits.push({
        kind: 'add',
        path: [RULES],
        part: { kind: 'pair', pair: { key: category, value: fresh, keyType } },
      });
      continue;
    }
    for (const [rule, option] of wanted)
      if (known.has(rule) && known.get(rule) !== option)
        edits.push({ kind: 'set', path: [...path, rule], text: option });
    for (const pair of fresh) edits.push({ kind: 'add', path, part: { kind: 'pair', pair } });
    for (const rule of known.keys()) if (!wanted.has(rule)) removals.push({ kind: 'remove', path: [...path, rule] });
  }
  for (const category of before.rules.keys())
    if (!after.rules.has(category)) removals.push({ kind: 'remove', path: [RULES, category] });
  return [...edits, ...removals];
};

/** A key of an instruction, with the text it has; in the order in which they are written. */
const fieldsOf = ({ label, prompt, sourceLanguage }: CustomInstruction): ReadonlyMap<string, string> =>
  new Map([
    ['label', label],
    ['prompt', prompt],
    ...(sourceLanguage === undefined ? [] : [['source_language', sourceLanguage] as const]),
  ]);

/** The kind of scalar that a field of an instruction is. */
function fieldType(document: Document, index: number, field: string): Scalar.Type | undefined {
  const node = findNode(document, [INSTRUCTIONS, index, field])?.node;
  return isScalar(node) ? (node.type as Scalar.Type | undefined) : undefined;
}

function changedFields(
  document: Document,
  index: number,
  before: CustomInstruction,
  after: CustomInstruction,
): readonly YamlEdit[] {
  const path = [INSTRUCTIONS, index];
  const [old, wanted] = [fieldsOf(before), fieldsOf(after)];
  const keyType = commonType(partsOf(document, [path]).keys);
  const valueType = fieldType(document, index, 'label');
  return [
    ...[...wanted].flatMap(([key, text]): readonly YamlEdit[] => {
      if (!old.has(key))
        return [{ kind: 'add', path, part: { kind: 'pair', pair: { key, value: text, keyType, valueType } } }];
      return old.get(key) === text ? [] : [{ kind: 'set', path: [...path, key], text }];
    }),
    ...[...old.keys()].flatMap((key): readonly YamlEdit[] =>
      wanted.has(key) ? [] : [{ kind: 'remove', path: [...path, key] }],
    ),
  ];
}

function newInstruction(document: Document, count: number, instruction: CustomInstruction): YamlEdit {
  const paths = Array.from({ length: count }, (_, index) => [INSTRUCTIONS, index]);
  const keyType = typeLike(document, 'keys', partsOf(document, paths).keys);
  const model = (field: string): Scalar.Type | undefined =>
    [...paths.keys()]
      .reverse()
      .map((index) => fieldType(document, index, field))
      .find((type) => type !== undefined);
  const pairs = [...fieldsOf(instruction)].map(
    ([key, value]): NewPair => ({
      key,
      value,
      keyType,
      valueType: model(key) ?? model('label') ?? typeLike(document, 'values', []),
    }),
  );
  return { kind: 'add', path: [INSTRUCTIONS], part: { kind: 'item', pairs } };
}

const instructionEdits = (
  document: Document,
  before: readonly CustomInstruction[],
  { kept, added }: KeptInstructions,
): readonly YamlEdit[] => [
  ...before.flatMap((old, index) => {
    const wanted = kept[index];
    return wanted === undefined ? [] : changedFields(document, index, old, wanted);
  }),
  ...added.map((instruction) => newInstruction(document, before.length, instruction)),
  ...[...before.keys()]
    .reverse()
    .flatMap((index): readonly YamlEdit[] =>
      kept[index] === undefined ? [{ kind: 'remove', path: [INSTRUCTIONS, index] }] : [],
    ),
];

/** The map or list that is to be filled, where the file has none yet. */
function opened(
  document: Document,
  key: string,
  brackets: '{}' | '[]',
  edits: readonly YamlEdit[],
): readonly YamlEdit[] {
  if (findNode(document, [key]) !== undefined || edits.length === 0) return edits;
  const keyType = commonType(partsOf(document, [[]]).keys);
  return [{ kind: 'add', path: [], part: { kind: 'pair', pair: { key, value: { brackets }, keyType } } }, ...edits];
}

/**
 * The edits of the document that lead from one content to another: new parts before old ones go, so that nothing is
 * empty in between.
 */
const styleListChanges = (
  document: Document,
  before: StyleListContent,
  { content: after, instructions }: EditedContent,
): readonly YamlEdit[] => [
  ...(before.name === after.name ? [] : [{ kind: 'set', path: ['name'], text: after.name } as const]),
  ...(before.language === after.language ? [] : [{ kind: 'set', path: ['language'], text: after.language } as const]),
  ...opened(document, RULES, '{}', ruleEdits(document, before, after)),
  ...opened(document, INSTRUCTIONS, '[]', instructionEdits(document, before.instructions, instructions)),
];

/** How much further in each level of a style list stands: as its rules do, else two spaces. */
function stepOf(document: Document, text: string): number {
  const columnOf = (path: YamlPath): number | undefined => {
    const map = mapAt(document, path);
    const start = map === undefined || isFlow(map) ? undefined : keyStart(map, 0);
    return start === undefined ? undefined : columnAt(text, start);
  };
  const rules = columnOf([RULES]);
  const inner = partsOf(document, [[RULES]]).keys.map((key) =>
    columnOf([RULES, isScalar(key) ? String(key.value) : '']),
  );
  const deepest = inner.find((column) => column !== undefined);
  const step = deepest !== undefined && rules !== undefined ? deepest - rules : rules;
  return step === undefined || step < 1 ? 2 : step;
}

export interface StyleListInput extends YamlInput {
  /** Against which the edited file is checked again. */
  readonly catalogue: RuleCatalogue;
}

/**
 * Makes edits in a style list file, as splices of its text: comments, order, quotes, the style of every map and list,
 * indentation and anchors stay. New parts are written in the style of their neighbours, behind the last one. A category
 * goes with its last rule. What stands for several places, by an anchor, is written out at those that are not meant.
 *  The result is read again before it is given: when it is not the old content with the edits made, there are findings
 * instead. A file with errors is not edited.
 */
export const editStyleList = (input: StyleListInput, edits: readonly StyleListEdit[]): Edited =>
  editYamlFile(input, {
    parse: (file) => parseStyleListFile(file, input.catalogue),
    edit(text, { content }, blocks) {
      const document = parseWithTokens(text);
      const changes = styleListChanges(document, content, withStyleListEdits(content, edits));
      return editYaml(text, changes, { step: stepOf(document, text), blocks });
    },
    wanted: (before) => ({ ...before, content: withStyleListEdits(before.content, edits).content }),
    said: (after) => after,
  });

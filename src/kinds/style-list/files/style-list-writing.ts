import type { FileEdit } from '../../../change/file-edit.ts';
import { editYamlFile } from '../../../files/edit/edit-yaml-file.ts';
import type { Edited } from '../../../files/edit/entry-edit.ts';
import type { YamlChange } from '../../../files/edit/yaml/yaml-changes.ts';
import type { YamlInput } from '../../../files/yaml/yaml-file.ts';
import { grouped } from '../../../model/lists.ts';
import { omitUndefined } from '../../../model/omit-undefined.ts';
import { type FileValue, keyText } from '../../../model/resources/resource.ts';
import { onPath } from '../../files/parse-on.ts';
import { byHand, type StagedFiles, type WritingFacet } from '../../files/pull-context.ts';
import { type CustomInstruction, isInstruction, type StyleListContent, sameInstruction } from '../style-list.ts';
import type { RuleCatalogue } from './rule-catalogue.ts';
import { parseStyleListFile, type StyleListSource, styleListText } from './style-list-file.ts';

/** The edits of the file of a list that inherits rules and instructions. */
interface LayeredStyle {
  readonly values: readonly FileValue[];
  /** Name → whether `remove:` of the file must contain it. Others stay. */
  readonly removed: ReadonlyMap<string, boolean>;
}

/** True for the same instructions, in any order. */
function isSameList(
  left: readonly CustomInstruction[],
  right: readonly CustomInstruction[],
  language: string,
): boolean {
  const free = [...right];
  for (const one of left) {
    const index = free.findIndex((other) => sameInstruction(one, other, language));
    if (index < 0) return false;
    free.splice(index, 1);
  }
  return free.length === 0;
}

/**
 * Edits for values of the whole list, inherited ones included. A rule, or all instructions of a label, are inherited if
 * they equal the inherited ones. Otherwise they override them; missing ones are removed.
 */
function layeredStyle(values: readonly FileValue[], { content, stack }: StyleListSource): LayeredStyle {
  if (stack?.inherited === undefined) return { values, removed: new Map() };
  const { own, inherited } = stack;
  const removed = new Map<string, boolean>();
  const rules = values.flatMap((value): readonly FileValue[] => {
    const [part, category = '', rule = ''] = value.key;
    if (part !== 'rule') return part === 'instruction' ? [] : [value];
    const layer = inherited.rules.get(category)?.get(rule);
    if (layer === undefined) return [value];
    removed.set(`${category}.${rule}`, value.to === undefined);
    return [layer === value.to ? { key: value.key } : value];
  });
  const byIndex = new Map(
    values.flatMap((value) =>
      value.key[0] === 'instruction' && value.index !== undefined ? [[value.index, value] as const] : [],
    ),
  );
  const after = [
    ...content.instructions.map((instruction, index) => {
      const edit = byIndex.get(index);
      const isOwn = index < own.instructions.length;
      return { index: isOwn ? index : undefined, before: instruction, to: edit === undefined ? instruction : edit.to };
    }),
    ...values.flatMap(({ key, index, to }) =>
      key[0] === 'instruction' && index === undefined ? [{ index, before: undefined, to }] : [],
    ),
  ];
  const touched = new Set(
    after.flatMap(({ before, to }) => (before === to ? [] : [before?.label, isInstruction(to) ? to.label : undefined])),
  );
  const layers = grouped(inherited.instructions, ({ label }) => label);
  const wanted = grouped(
    after.flatMap(({ to }) => (isInstruction(to) ? [to] : [])),
    ({ label }) => label,
  );
  const isInherited = (label: string): boolean =>
    isSameList(wanted.get(label) ?? [], layers.get(label) ?? [], content.language);
  for (const label of touched) if (label !== undefined && layers.has(label)) removed.set(label, !wanted.has(label));
  const instructions = after.flatMap(({ index, before, to }): readonly FileValue[] => {
    const label = isInstruction(to) ? to.label : undefined;
    const isLeft = label === undefined || (touched.has(label) && layers.has(label) && isInherited(label));
    const key = ['instruction'] as const;
    if (index !== undefined)
      return before === to && !isLeft
        ? []
        : [isLeft ? { key, index } : { key, index, ...(to !== undefined && { to }) }];
    return isLeft || to === undefined || (before === to && !touched.has(label)) ? [] : [{ key, to }];
  });
  return { values: [...rules, ...instructions], removed };
}

type Content = StyleListSource['content'];

const RULES = 'configured_rules';
const INSTRUCTIONS = 'custom_instructions';

const valuesOfPart = (values: readonly FileValue[], part: string): readonly FileValue[] =>
  values.filter(({ key }) => key[0] === part);

/**
 * The changes of rules in a file. A category without rules is removed. If a rule has several values, the last one
 * counts.
 */
function ruleChanges({ rules }: Content, values: readonly FileValue[]): readonly YamlChange[] {
  const last = new Map(valuesOfPart(values, 'rule').map((value) => [keyText(value.key), value]));
  const changed = [...last.values()].filter(
    ({ key: [, category = '', rule = ''], to }) => rules.get(category)?.get(rule) !== to,
  );
  const byCategory = grouped(changed, ({ key }) => key[1]);
  const goes = (category: string): boolean => {
    const categoryValues = byCategory.get(category) ?? [];
    return (
      categoryValues.every(({ to }) => to === undefined) &&
      categoryValues.length > 0 &&
      categoryValues.length === rules.get(category)?.size
    );
  };
  const emptied = new Set([...rules.keys()].filter(goes));
  return [
    ...changed.flatMap(({ key: [, category = '', rule = ''], to }) =>
      emptied.has(category) ? [] : [{ path: [RULES, category, rule], ...(typeof to === 'string' && { to }) }],
    ),
    ...[...emptied].map((category) => ({ path: [RULES, category] })),
  ];
}

/** An instruction in the form of the file. */
const fieldsOf = ({ label, prompt, sourceLanguage }: CustomInstruction) => ({
  label,
  prompt,
  ...(sourceLanguage !== undefined && { source_language: sourceLanguage }),
});

/** The fields of an instruction that change. */
function fieldChanges(index: number, before: CustomInstruction, to: CustomInstruction): readonly YamlChange[] {
  const [old, wanted] = [fieldsOf(before), fieldsOf(to)];
  return (['label', 'prompt', 'source_language'] as const).flatMap((field) =>
    old[field] === wanted[field]
      ? []
      : [{ path: [INSTRUCTIONS, index, field], ...(wanted[field] !== undefined && { to: wanted[field] }) }],
  );
}

/** Instructions are removed from the end, so that the others keep their places. */
function instructionChanges({ instructions }: Content, values: readonly FileValue[]): readonly YamlChange[] {
  const wanted = valuesOfPart(values, 'instruction');
  const added = wanted.flatMap(({ index, to }) => (index === undefined && isInstruction(to) ? [to] : []));
  const gone = wanted.flatMap(({ index = -1, to }) => (to === undefined && index in instructions ? [index] : []));
  return [
    ...wanted.flatMap(({ index = -1, to }) => {
      const before = instructions[index];
      return before !== undefined && isInstruction(to) ? fieldChanges(index, before, to) : [];
    }),
    ...added.map((to, place) => ({ path: [INSTRUCTIONS, instructions.length + place], to: fieldsOf(to) })),
    ...[...new Set(gone)].sort((left, right) => right - left).map((index) => ({ path: [INSTRUCTIONS, index] })),
  ];
}

/** The changes of `remove:`, which name what the list does not inherit. */
function removalChanges({ stack }: StyleListSource, wanted: ReadonlyMap<string, boolean>): readonly YamlChange[] {
  const before = stack?.removed ?? [];
  const gone = before.flatMap((name, index) => (wanted.get(name) === false ? [index] : []));
  const added = [...wanted].flatMap(([name, isRemoved]) => (isRemoved && !before.includes(name) ? [name] : []));
  const all = gone.length === before.length && added.length === 0 && before.length > 0;
  return [
    ...added.map((to, place) => ({ path: ['remove', before.length + place], to })),
    ...(all ? [{ path: ['remove'] }] : gone.reverse().map((index) => ({ path: ['remove', index] }))),
  ];
}

interface StyleListInput extends YamlInput {
  /** The catalogue for checking the edited file. */
  readonly catalogue: RuleCatalogue;
}

/**
 * Writes other values into a style list file. New parts are added before old ones are removed, so that no list is empty
 * in between.
 */
export const editStyleList = (
  input: StyleListInput,
  values: readonly FileValue[],
  removed: LayeredStyle['removed'] = new Map(),
): Edited =>
  editYamlFile(input, {
    parse: (file) => parseStyleListFile(file, input.catalogue),
    changes: (before) => {
      const { content } = before;
      const changes = [
        ...values.flatMap(({ key: [part], to, on }) =>
          (part === 'name' || part === 'language') &&
          typeof to === 'string' &&
          (on !== undefined || content[part] !== to)
            ? [{ path: [...onPath(on), part], to }]
            : [],
        ),
        ...ruleChanges(content, values),
        ...instructionChanges(content, values),
        ...removalChanges(before, removed),
      ];
      return [...changes.filter(({ to }) => to !== undefined), ...changes.filter(({ to }) => to === undefined)];
    },
  });

/**
 * Values for the instructions in the files that explicitly name the old language of the list and have not changed: the
 * service understands them as written in the language of the list, so the language is removed from them.
 */
function withoutLanguage({ values }: FileEdit, { content }: StyleListSource): readonly FileValue[] {
  if (!values.some(({ key: [part] }) => part === 'language')) return [];
  return content.instructions.flatMap(({ sourceLanguage, ...to }, index) =>
    sourceLanguage === content.language && !values.some((value) => value.index === index)
      ? [{ key: ['instruction'] as const, to, index }]
      : [],
  );
}

/** Writes a new name, a new language, changed rules and changed instructions into the file of a list. */
export async function pullStyleList(
  edit: FileEdit,
  source: StyleListSource,
  catalogue: RuleCatalogue,
  staged: StagedFiles,
): Promise<void> {
  const { file, origin, stack } = source;
  // Parts depend on the language of the list.
  if (stack !== undefined && edit.values.some(({ key: [part] }) => part === 'language'))
    return byHand({ staged }, edit, { at: origin, what: edit.kind });
  const { values, removed } = layeredStyle([...edit.values, ...withoutLanguage(edit, source)], source);
  await staged.edit(file, origin, (bytes) => editStyleList({ bytes, file, catalogue }, values, removed));
}

export const STYLE_LIST_WRITING: WritingFacet<StyleListContent, StyleListSource, RuleCatalogue> = {
  write: (resources, pathOf) =>
    resources.map(({ content, name, pinnedId, nameOn, protect }) => [
      pathOf(name),
      styleListText(content, omitUndefined({ pinnedId, nameOn, protect })),
    ]),
  edit: (edit, source, { staged }, catalogue) => source && pullStyleList(edit, source, catalogue, staged),
};

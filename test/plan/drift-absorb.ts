import { expect } from 'vitest';
import type { ChildEdit, FileEdit } from '../../src/change/file-edit.ts';
import { type CustomInstruction, isInstruction, type StyleListContent } from '../../src/kinds/style-list/style-list.ts';
import type { GlossaryContent } from '../../src/model/entries/dictionary.ts';
import { type Entries, NO_ENTRIES } from '../../src/model/entries/entries.ts';
import type { PairKey } from '../../src/model/entries/language-pair.ts';
import type { FileValue, Value } from '../../src/model/resources/resource.ts';
import {
  type DictionariesLike,
  type EntriesLike,
  entries,
  type RulesLike,
  type StyleListLike,
} from '../support/build.ts';
import type { GlossaryLike, KeyLike, SideLike } from './drift-input.ts';

const pairsOf = (rows: Entries): EntriesLike => [...rows];

function withDictionary(dictionaries: DictionariesLike, edit: ChildEdit): DictionariesLike {
  const key = edit.address.slice(edit.address.indexOf('/') + 1) as PairKey;
  const { [key]: old = [], ...others } = dictionaries;
  if (edit.action === 'remove') return others;
  if (edit.action === 'add') return { ...others, [key]: pairsOf(edit.entries ?? NO_ENTRIES) };
  const rows = new Map(entries(old));
  for (const { key: names, to } of edit.values) {
    const [, , source = ''] = names;
    expect(names).toEqual(['entry', key, source]);
    if (to !== undefined) rows.set(source, String(to));
    else if (!rows.delete(source)) throw new Error(`no ${source} to remove`);
  }
  return { ...others, [key]: [...rows] };
}

function withRule(rules: RulesLike, { key: [, category = '', rule = ''], to }: FileValue): RulesLike {
  const { [rule]: old, ...selected } = rules[category] ?? {};
  if (to === undefined && old === undefined) throw new Error(`no ${rule} to remove`);
  return { ...rules, [category]: to === undefined ? selected : { ...selected, [rule]: String(to) } };
}

function withInstructions(
  list: readonly CustomInstruction[],
  values: readonly FileValue[],
): readonly CustomInstruction[] {
  const content = ({ to }: FileValue) => (isInstruction(to) ? [to] : []);
  const changed = list.flatMap((old, place) => {
    const own = values.filter(({ index }) => index === place);
    if (own.length > 1) throw new Error(`two edits of instruction ${place}`);
    return own[0] === undefined ? [old] : content(own[0]);
  });
  return [...changed, ...values.filter(({ index }) => index === undefined).flatMap(content)];
}

const ofPart = ({ values }: FileEdit, part: string): readonly FileValue[] =>
  values.filter(({ key }) => key[0] === part);

/** The values that are named by their part alone: a name, a language, a label, that a key is deactivated. */
const single = (edit: FileEdit): Readonly<Record<string, Value>> =>
  Object.fromEntries(
    edit.values.flatMap(({ key: [part, ...names], to }) =>
      names.length > 0 || part === 'instruction' || to === undefined ? [] : [[part, to]],
    ),
  );

const listOf = ({ name, language, rules, instructions }: StyleListContent): StyleListLike => ({
  name,
  language,
  rules: Object.fromEntries([...rules].map(([category, selected]) => [category, Object.fromEntries(selected)])),
  instructions,
});

/** What an editor of files would make of one side. Throws for an edit of what is not there. */
export function absorbed(side: SideLike, edits: readonly FileEdit[]): SideLike {
  const glossaries = new Map<string, GlossaryLike>(Object.entries(side.glossaries ?? {}));
  const lists = new Map<string, StyleListLike>(Object.entries(side.lists ?? {}));
  const keys = new Map<string, KeyLike>(Object.entries(side.keys ?? {}));
  for (const edit of edits) {
    const name = edit.address.slice(edit.address.indexOf('.') + 1);
    const sides = { glossary: glossaries, 'style-list': lists, 'developer-key': keys };
    const kind = edit.kind as keyof typeof sides;
    if (edit.action === 'remove') {
      if (!sides[kind].delete(name)) throw new Error(`no ${edit.address} to remove`);
      continue;
    }
    if (edit.action === 'edit' && !sides[kind].has(name)) throw new Error(`no ${edit.address} to edit`);
    if (kind === 'glossary') {
      const glossary = glossaries.get(name);
      const content = edit.add?.content as GlossaryContent | undefined;
      const added = [...(content?.dictionaries ?? [])].map(([key, each]) => [key, pairsOf(each.entries)]);
      glossaries.set(name, {
        ...(content === undefined ? glossary : { name: content.name }),
        ...single(edit),
        dictionaries: edit.add
          ? Object.fromEntries(added)
          : edit.children.reduce(withDictionary, glossary?.dictionaries ?? {}),
      });
    } else if (kind === 'style-list') {
      const list = lists.get(name);
      lists.set(
        name,
        edit.add
          ? listOf(edit.add.content as StyleListContent)
          : {
              ...list,
              ...single(edit),
              rules: ofPart(edit, 'rule').reduce(withRule, list?.rules ?? {}),
              instructions: withInstructions(list?.instructions ?? [], ofPart(edit, 'instruction')),
            },
      );
    } else {
      const key = keys.get(name);
      const limits = Object.fromEntries(ofPart(edit, 'limit').map(({ key: [, limit], to }) => [limit, to]));
      keys.set(
        name,
        (edit.add?.content as KeyLike | undefined) ?? {
          ...key,
          ...single(edit),
          limits: { ...key?.limits, ...limits },
        },
      );
    }
  }
  return {
    glossaries: Object.fromEntries(glossaries),
    lists: Object.fromEntries(lists),
    keys: Object.fromEntries(keys),
  };
}

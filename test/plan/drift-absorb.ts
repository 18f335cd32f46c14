import type { Entries } from '../../src/model/entries/entries.ts';
import { type PairKey, pairKey } from '../../src/model/entries/language-pair.ts';
import type { CustomInstruction, StyleListContent } from '../../src/model/resources/style-list.ts';
import type { DictionaryEdit, FileEdit, InstructionEdit, RuleEdit } from '../../src/plan/pull/file-edits.ts';
import {
  type DictionariesLike,
  type EntriesLike,
  entries,
  type RulesLike,
  type StyleListLike,
} from '../support/build.ts';
import type { GlossaryLike, KeyLike, SideLike } from './drift-input.ts';

const pairsOf = (rows: Entries): EntriesLike => [...rows];

function withDictionary(dictionaries: DictionariesLike, edit: DictionaryEdit): DictionariesLike {
  const key: PairKey = pairKey(edit.pair);
  const { [key]: old = [], ...others } = dictionaries;
  if (edit.kind === 'remove-dictionary') return others;
  if (edit.kind === 'add-dictionary') return { ...others, [key]: pairsOf(edit.entries) };
  const rows = new Map(entries(old));
  for (const each of edit.edits) {
    if (each.kind === 'set') rows.set(each.source, each.target);
    else if (!rows.delete(each.source)) throw new Error(`no ${each.source} to remove`);
  }
  return { ...others, [key]: [...rows] };
}

function withRule(rules: RulesLike, edit: RuleEdit): RulesLike {
  const { [edit.rule]: old, ...selected } = rules[edit.category] ?? {};
  if (edit.kind === 'remove' && old === undefined) throw new Error(`no ${edit.rule} to remove`);
  return { ...rules, [edit.category]: edit.kind === 'set' ? { ...selected, [edit.rule]: edit.option } : selected };
}

function withInstructions(
  list: readonly CustomInstruction[],
  edits: readonly InstructionEdit[],
): readonly CustomInstruction[] {
  const changed = list.flatMap((old, index) => {
    const own = edits.filter((edit) => edit.kind !== 'add' && edit.index === index);
    if (own.length > 1) throw new Error(`two edits of instruction ${index}`);
    return own[0]?.kind === 'remove' ? [] : [own[0]?.to ?? old];
  });
  return [...changed, ...edits.flatMap((edit) => (edit.kind === 'add' ? [edit.to] : []))];
}

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
    const [glossary, list, key] = [glossaries.get(name), lists.get(name), keys.get(name)];
    switch (edit.kind) {
      case 'edit-glossary':
        if (glossary === undefined) throw new Error(`no ${edit.address} to edit`);
        glossaries.set(name, {
          ...glossary,
          ...(edit.name !== undefined && { name: edit.name }),
          dictionaries: edit.dictionaries.reduce(withDictionary, glossary.dictionaries ?? {}),
        });
        break;
      case 'edit-style-list':
        if (list === undefined) throw new Error(`no ${edit.address} to edit`);
        lists.set(name, {
          ...list,
          ...(edit.name !== undefined && { name: edit.name }),
          ...(edit.language !== undefined && { language: edit.language }),
          rules: edit.rules.reduce(withRule, list.rules ?? {}),
          instructions: withInstructions(list.instructions ?? [], edit.instructions),
        });
        break;
      case 'remove-glossary':
        if (!glossaries.delete(name)) throw new Error(`no ${edit.address} to remove`);
        break;
      case 'remove-style-list':
        if (!lists.delete(name)) throw new Error(`no ${edit.address} to remove`);
        break;
      case 'add-glossary': {
        const dictionaries = [...edit.content.dictionaries].map(([key, each]) => [key, pairsOf(each.entries)]);
        glossaries.set(name, { name: edit.content.name, dictionaries: Object.fromEntries(dictionaries) });
        break;
      }
      case 'add-style-list':
        lists.set(name, listOf(edit.content));
        break;
      case 'edit-developer-key':
        if (key === undefined) throw new Error(`no ${edit.address} to edit`);
        keys.set(name, {
          ...key,
          ...(edit.label !== undefined && { label: edit.label }),
          limits: { ...key.limits, ...edit.limits },
          ...(edit.deactivates && { deactivated: true }),
        });
        break;
      case 'remove-developer-key':
        if (!keys.delete(name)) throw new Error(`no ${edit.address} to remove`);
        break;
      case 'add-developer-key':
        keys.set(name, edit.content);
        break;
      default:
        edit satisfies never;
    }
  }
  return {
    glossaries: Object.fromEntries(glossaries),
    lists: Object.fromEntries(lists),
    keys: Object.fromEntries(keys),
  };
}

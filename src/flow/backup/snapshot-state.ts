import type { LiveDictionary, LiveGlossary } from '../../kinds/glossary/glossary.ts';
import type { DesiredState, LedgerState, LiveState } from '../../kinds/states.ts';
import type { LiveStyleList, StyleListContent } from '../../kinds/style-list/style-list.ts';
import type { Dictionary } from '../../model/entries/dictionary.ts';
import type { PairKey } from '../../model/entries/language-pair.ts';
import { type GlossaryId, glossaryId, instructionId, type StyleId, styleId } from '../../model/ids.ts';
import type { ReadBackup } from './read-backup.ts';

const liveGlossary = (
  id: GlossaryId,
  { name, dictionaries }: { readonly name: string; readonly dictionaries: ReadonlyMap<PairKey, Dictionary> },
): LiveGlossary => ({
  id,
  name,
  dictionaries: new Map(
    [...dictionaries].map(([key, { pair, entries }]): [PairKey, LiveDictionary] => [
      key,
      { pair, entryCount: entries.size, entries },
    ]),
  ),
});

/**
 * A snapshot does not hold what the service calls an instruction; these names are good for telling instructions of one
 * list apart.
 */
const liveStyleList = (id: StyleId, content: StyleListContent): LiveStyleList => ({
  id,
  content,
  instructions: content.instructions.map((each, index) => ({
    id: instructionId(`unknown-${index + 1}`),
    content: each,
  })),
  version: 0,
});

/**
 * What the last apply left, as if the service had just that. Developer keys are absent: nobody knows what has become of
 * them. Pure.
 */
export const liveOfLedger = ({ glossaries, styleLists }: LedgerState): LiveState => ({
  glossaries: [...glossaries.values()].map(({ id, content }) => liveGlossary(id, content)),
  styleLists: [...styleLists.values()].map(({ id, content }) => liveStyleList(id, content)),
});

/** The same of a backup. Style lists are absent when they were not open to the account. Pure. */
export function liveOfBackup({ json, desired }: ReadBackup): LiveState {
  const ids = new Map([...json.glossaries, ...(json.styleRules ?? [])].map(({ address, id }) => [address, id]));
  const { glossaries = [], styleLists = [] }: DesiredState = desired;
  return {
    glossaries: glossaries.map((each) => liveGlossary(glossaryId(ids.get(each.address) ?? ''), each)),
    ...(json.styleRules !== undefined && {
      styleLists: styleLists.map((each) => liveStyleList(styleId(ids.get(each.address) ?? ''), each.content)),
    }),
  };
}

import type { DesiredState, LedgerState, LiveState } from '../../src/kinds/states.ts';
import { NO_ENTRIES } from '../../src/model/entries/entries.ts';

/** A ledger of an apply that left just what the service has, under the addresses that the files have for it by name. */
export function owning(live: LiveState, desired: DesiredState = {}): LedgerState {
  const glossaryOf = (name: string) => desired.glossaries?.find((each) => each.name === name)?.address;
  const listOf = (name: string) => desired.styleLists?.find(({ content }) => content.name === name)?.address;
  return {
    glossaries: new Map(
      (live.glossaries ?? []).map(({ id, name, dictionaries }) => [
        glossaryOf(name) ?? (`glossary.${id}` as const),
        {
          id,
          protect: false,
          content: {
            name,
            dictionaries: new Map(
              [...dictionaries].map(([key, { pair, entries = NO_ENTRIES }]) => [key, { pair, entries }]),
            ),
          },
        },
      ]),
    ),
    styleLists: new Map(
      (live.styleLists ?? []).map(({ id, content }) => [
        listOf(content.name) ?? (`style_rules.${id}` as const),
        { id, content, protect: false },
      ]),
    ),
    developerKeys: new Map(),
  };
}

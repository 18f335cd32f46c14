import * as d from '../../model/decode.ts';
import type { GlossaryContent } from '../../model/entries/dictionary.ts';
import { type PairKey, parsePairKey } from '../../model/entries/language-pair.ts';
import { glossaryId } from '../../model/ids.ts';
import type { LedgerMembers } from '../kind.ts';
import { textOf } from '../ledger-content.ts';
import type { DesiredGlossary, LiveGlossary } from './glossary.ts';

export const GLOSSARY_LEDGER: LedgerMembers<GlossaryContent, DesiredGlossary, LiveGlossary> = {
  // An empty dictionary counts as missing.
  fromValues: (values, children) => ({
    name: textOf(values, 'name'),
    dictionaries: new Map(
      [...children].map(([key, entries]) => [key as PairKey, { pair: parsePairKey(key as PairKey), entries }]),
    ),
  }),
  toDesired: ({ name, dictionaries }, { origin: top, child }, like) => ({
    name,
    dictionaries: new Map(
      [...dictionaries].map(([key, dictionary]) => {
        const { origin, locate } = child?.(key) ?? { origin: top, locate: () => undefined };
        return [key, { ...dictionary, origin, locate }];
      }),
    ),
    mode: like?.mode ?? 'authoritative',
  }),
  placesOf: ({ dictionaries }) => ({ child: (name) => dictionaries.get(name as PairKey) }),
  toLive: (id, { name, dictionaries }) => ({
    id: glossaryId(id),
    name,
    dictionaries: new Map(
      [...dictionaries].map(([key, { pair: languages, entries }]) => [
        key,
        { pair: languages, entryCount: entries.size, entries },
      ]),
    ),
  }),
  ledgerForm: {
    json: ({ name }) => ({ name }),
    decoder: d.map(d.object({ name: d.text }), ({ name }) => ({ name, dictionaries: new Map() })),
  },
  withValues: (desired, values) => ({ ...desired, name: textOf(values, 'name') || desired.name }),
};

import * as d from '../../model/decode.ts';
import type { GlossaryContent } from '../../model/entries/dictionary.ts';
import { type PairKey, parsePairKey } from '../../model/entries/language-pair.ts';
import { glossaryId } from '../../model/ids.ts';
import { textOf } from '../ledger-content.ts';
import type { LedgerModel } from '../model/ledger-model.ts';
import type { DesiredGlossary, LiveGlossary } from './glossary.ts';

const pair = d.refined(d.text, (key): key is PairKey => /^[a-z]{2,3}->[a-z]{2,3}$/.test(key), 'a language pair');

export const GLOSSARY_LEDGER: LedgerModel<GlossaryContent, DesiredGlossary, LiveGlossary> = {
  // An empty dictionary counts as missing.
  content: (values, children) => ({
    name: textOf(values, 'name'),
    dictionaries: new Map(
      [...children].map(([key, entries]) => [key as PairKey, { pair: parsePairKey(key as PairKey), entries }]),
    ),
  }),
  desired: ({ name, dictionaries }, { origin: top, child }, like) => ({
    name,
    dictionaries: new Map(
      [...dictionaries].map(([key, dictionary]) => {
        const { origin, locate } = child?.(key) ?? { origin: top, locate: () => undefined };
        return [key, { ...dictionary, origin, locate }];
      }),
    ),
    mode: like?.mode ?? 'authoritative',
  }),
  places: ({ dictionaries }) => ({ child: (name) => dictionaries.get(name as PairKey) }),
  live: (id, { name, dictionaries }) => ({
    id: glossaryId(id),
    name,
    dictionaries: new Map(
      [...dictionaries].map(([key, { pair: languages, entries }]) => [
        key,
        { pair: languages, entryCount: entries.size, entries },
      ]),
    ),
  }),
  json: {
    members: ({ name }) => ({ name }),
    decoder: d.map(d.object({ name: d.text }), ({ name }) => ({ name, dictionaries: new Map() })),
  },
  childJson: { list: 'dictionaries', name: 'pair', decoder: pair },
  backup: {
    list: 'glossaries',
    summary: ({ name, dictionaries }) => ({
      name,
      dictionaries: [...dictionaries].map(([key, { entries }]) => ({ pair: key, entries: entries.size })),
    }),
  },
  // In additive mode, an entry that was never in git must not count as dropped from it.
  ownsNamed: ({ mode }) => mode === 'additive',
  // The service does not create a glossary without entries.
  canBeCreated: ({ dictionaries }) => [...dictionaries.values()].some(({ entries }) => entries.size > 0),
};

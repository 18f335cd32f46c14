import { keyedValues } from '../../change/values.ts';
import type { GlossaryContent } from '../../model/entries/dictionary.ts';
import type { PairKey } from '../../model/entries/language-pair.ts';
import { parsePairKey } from '../../model/entries/language-pair.ts';
import { errorAt, type Finding } from '../../model/finding.ts';
import { byCodeUnit } from '../../model/order.ts';
import type { Change } from '../../model/plan/plan.ts';
import { digestOf } from '../../model/resources/digest.ts';
import { isText, isUnnamed } from '../check-values.ts';
import type { ApprovedCalls } from '../model/approved.ts';
import type { KindModel } from '../model/resource-kind.ts';
import { glossaryOperationsOf, isDictionarySound } from './check-glossary-change.ts';
import type { DesiredGlossary, LiveGlossary } from './glossary.ts';
import { glossaryDigest } from './glossary.ts';
import { glossaryDeletion, isDictionaryPlanned, planGlossary } from './glossary-change.ts';
import { GLOSSARY_LEDGER } from './glossary-ledger.ts';
import { GLOSSARY_WORDS } from './glossary-words.ts';

const WRITES = ['merge-entries', 'put-dictionary'];

/**
 * Both ways to write a dictionary are one, because a PUT whose removals are done has become a PATCH; and a new name is
 * one, whether it rides on a PATCH or not.
 */
const GLOSSARY_APPROVAL: ApprovedCalls = {
  callOf: ({ kind, touches: [part] }) => (WRITES.includes(kind) ? JSON.stringify(['write', part]) : undefined),
  resultOf: ({ kind, post, touches }, name) =>
    WRITES.includes(kind) && touches.length === 1 ? digestOf({ name, entries: post }) : post,
  wholes: ['create-glossary', ...WRITES],
  told: { 'rename-glossary': 'anyway' },
};

/** More glossaries than the account may have once all is done. The service does not say how many it allows. */
function checkNumber(live: readonly LiveGlossary[], changes: readonly Change[], max?: number): readonly Finding[] {
  const created = changes.filter(({ action }) => action === 'create');
  const deleted = changes.filter(({ action }) => action === 'delete').length;
  const after = live.length + created.length - deleted;
  const at = created[0]?.origin;
  if (max === undefined || at === undefined || after <= max) return [];
  return [errorAt('too-many-glossaries', at, { there: live.length, created: created.length, deleted, after, max })];
}

export const GLOSSARY: KindModel<GlossaryContent, DesiredGlossary, LiveGlossary> = {
  kind: 'glossary',
  plural: 'glossaries',
  prefix: 'glossary',
  noun: 'glossary',
  words: GLOSSARY_WORDS,
  approved: GLOSSARY_APPROVAL,
  guarded: { fileOf: ({ dictionaries }, child) => dictionaries.get(child as PairKey)?.origin.file },
  actions: ['create', 'update', 'delete'],
  parts: { name: { isNamed: isUnnamed, holds: isText, always: true } },
  contentOf: (desired) => ({
    // Of a glossary that was not read, its name is asked for as late as possible.
    get name() {
      return desired.name;
    },
    dictionaries: desired.dictionaries,
  }),
  // In the order of their pairs, without those that are empty, or were not read.
  contentOfLive: ({ name, dictionaries }) => ({
    name,
    dictionaries: new Map(
      [...dictionaries]
        .flatMap(([key, { pair, entries }]) =>
          entries === undefined || entries.size === 0 ? [] : [[key, { pair, entries }] as const],
        )
        .sort(([left], [right]) => byCodeUnit(left, right)),
    ),
  }),
  settings: ({ mode }) => ({ mode }),
  name: ({ name }) => name,
  values: ({ name }) => keyedValues([['name'], name]),
  children: ({ dictionaries }) => dictionaries,
  digest: ({ name, dictionaries }) => glossaryDigest(name, dictionaries),
  withoutName: (content) => ({ ...content, name: '' }),
  plan: planGlossary,
  remove: ({ address, live }) => glossaryDeletion(address, live),
  childNoun: 'dictionary',
  childFacts: (name) => ({ pair: parsePairKey(name as PairKey) }),
  liveChildren: ({ dictionaries }) => dictionaries,
  isPlanned: isDictionaryPlanned,
  checkChanges: checkNumber,
  drift: { isAdditive: ({ mode }) => mode === 'additive' },
  isSound: (change) => change.children.every((dictionary) => isDictionarySound(dictionary, change)),
  operationsOf: glossaryOperationsOf,
  ledger: GLOSSARY_LEDGER,
};

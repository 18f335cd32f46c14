import { entriesOn, upsertsOf } from '../../change/diff-entries.ts';
import type { Digests } from '../../change/draft.ts';
import { keyedValues } from '../../change/values.ts';
import type { GlossaryContent } from '../../model/entries/dictionary.ts';
import { type Entry, entriesSum } from '../../model/entries/entries.ts';
import { digestOfSum, newSum } from '../../model/entries/entry-hash.ts';
import { type PairKey, pairKey, parsePairKey } from '../../model/entries/language-pair.ts';
import { errorAt, type Finding } from '../../model/finding.ts';
import type { Digest } from '../../model/ids.ts';
import { byCodeUnit } from '../../model/order.ts';
import { valueCount, valuesAtHand } from '../../model/plan/additions.ts';
import { nameOf } from '../../model/plan/change-values.ts';
import type { Change, ChildChange, Operation } from '../../model/plan/plan.ts';
import { childName } from '../../model/resources/address.ts';
import { digestOf } from '../../model/resources/digest.ts';
import { changeKind } from '../../model/resources/value.ts';
import { areOfParts, isText, isUnnamed } from '../check-values.ts';
import type { ApprovedCalls } from '../model/approved.ts';
import type { KindWords } from '../model/kind-words.ts';
import type { KindModel } from '../model/resource-kind.ts';
import { type DesiredGlossary, dictionariesOf, glossaryDigest, type LiveGlossary } from './glossary.ts';
import { glossaryDeletion, isDictionaryPlanned, planGlossary } from './glossary-change.ts';
import { GLOSSARY_LEDGER } from './glossary-ledger.ts';
import { glossaryOperations } from './glossary-operations.ts';

/** The lanes of a digest of entries, and the number of entries. */
const FORM = /^entries:([0-9a-f]{32}):(\d+)$/;

/**
 * The digest of entries after a change, from their digest before it: the digest is a sum, so the unchanged entries need
 * not be known. `undefined` if `before` is not a digest of entries, or has fewer entries than are removed.
 */
export function changedDigest(before: string, removed: readonly Entry[], added: readonly Entry[]): Digest | undefined {
  const [, lanes, count] = FORM.exec(before) ?? [];
  if (lanes === undefined || Number(count) < removed.length) return undefined;
  const [minus, plus] = [entriesSum(removed), entriesSum(added)];
  const sum = newSum().map(
    (_, lane) => Number.parseInt(lanes.slice(lane * 8, lane * 8 + 8), 16) - (minus[lane] ?? 0) + (plus[lane] ?? 0),
  );
  return digestOfSum(sum, Number(count) - removed.length + added.length);
}

const OPERATIONS: Readonly<Record<string, string>> = {
  'create-glossary': 'create the glossary',
  'rename-glossary': 'rename',
  'merge-entries': 'add and change terms',
  'put-dictionary': 'write the dictionary',
  'delete-dictionary': 'delete the dictionary',
  'delete-glossary': 'delete the glossary',
};

const GLOSSARY_WORDS: KindWords = {
  many: 'glossaries',
  child: ['dictionary', 'dictionaries'],
  parts: {
    entry: { noun: ['term', 'terms'] },
  },
  operation: ({ kind, touches }: Operation) =>
    kind === 'merge-entries' && touches.some(([part]) => part === 'name')
      ? 'rename, and add and change terms'
      : OPERATIONS[kind],
  languages: ({ children }) => children.map(({ address }) => childName(address)),
};

/** True if the numbers and entries of a changed dictionary are consistent. */
export function isDictionarySound(change: ChildChange, glossary: Change): boolean {
  const { action, before, after } = change;
  const pair = change.pair && pairKey(change.pair);
  // Values that are rows of a file were checked when the file was read.
  const values = valuesAtHand(change);
  const count = (kind: string): number => values.filter((value) => changeKind(value) === kind).length;
  const [changed, removed] = [count('changed'), count('removed')];
  const all = valueCount(change);
  const added = all - changed - removed;
  const isOf =
    action === 'create'
      ? before === 0 && added === all
      : action === 'delete'
        ? after === 0 && removed === all && removed === before
        : after > 0 && before >= removed + changed;
  return (
    isOf &&
    change.address === `${glossary.address}/${pair}` &&
    (glossary.action === 'update' || action === glossary.action) &&
    all > 0 &&
    areOfParts(values, {
      entry: { isNamed: ([of, ...names]) => of === pair && names.length === 1, holds: isText, keepsPlace: true },
    }) &&
    before - removed + added === after
  );
}

/**
 * The digests of a dictionary before and after its change, computed from the shown values if possible, so that its
 * operation cannot differ from them.
 */
function digestsOf(change: ChildChange, stated: Digests | undefined, withRename: boolean): Digests {
  const { action } = change;
  // A change that creates or deletes a dictionary contains all its entries.
  const [before, after] = [entriesOn('from', valuesAtHand(change)), upsertsOf(change)];
  if (action === 'create') return { pre: 'absent', post: after.digest };
  if (action === 'delete') return { pre: before.digest, post: 'absent' };
  const { pre = 'absent', post = 'absent' } = stated ?? {};
  // A digest that includes the name cannot be computed from the entries.
  if (withRename) return { pre, post };
  return { pre, post: changedDigest(pre, [...before], [...after]) ?? ('no digest of entries' as Digest) };
}

/**
 * The operations of the change, with the digests computed from it. Digests that it does not determine are copied from
 * its present operations.
 */
export function glossaryOperationsOf(change: Change): readonly Operation[] {
  const { action, operations } = change;
  const children = dictionariesOf(change);
  const side = action === 'create' ? 'to' : 'from';
  const dictionaries = () =>
    new Map(
      children.map((each) => {
        const entries = side === 'to' ? upsertsOf(each) : entriesOn(side, each.values);
        return [pairKey(each.pair), { entries }];
      }),
    );
  const ofPair = (pair: string): Operation | undefined =>
    operations.find(({ touches }) => touches.some(([part, name]) => part === 'entry' && name === pair));
  return glossaryOperations(change, {
    notIds: operations[0]?.notIds ?? [],
    whole: () => glossaryDigest(nameOf(change)[side] ?? '', dictionaries()),
    of: (dictionary, withRename) => digestsOf(dictionary, ofPair(pairKey(dictionary.pair)), withRename),
  });
}

const WRITES = ['merge-entries', 'put-dictionary'];

/**
 * Both calls that write a dictionary count as equal, because a PUT becomes a PATCH once its removals are done. A new
 * name counts as equal whether it is sent with a PATCH or in its own call.
 */
const GLOSSARY_APPROVAL: ApprovedCalls = {
  callOf: ({ kind, touches: [part] }) => (WRITES.includes(kind) ? JSON.stringify(['write', part]) : undefined),
  resultOf: ({ kind, post, touches }, name) =>
    WRITES.includes(kind) && touches.length === 1 ? digestOf({ name, entries: post }) : post,
  wholes: ['create-glossary', ...WRITES],
  told: { 'rename-glossary': 'anyway' },
};

/**
 * An error if the account would have more glossaries than allowed after all changes. The service does not publish its
 * limit.
 */
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
    // A getter, so that the name of a glossary that is not read yet is requested as late as possible.
    get name() {
      return desired.name;
    },
    dictionaries: desired.dictionaries,
  }),
  // In the order of their pairs, without dictionaries that are empty or not read.
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

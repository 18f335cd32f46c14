import { entriesOn, upsertsOf } from '../../change/diff-entries.ts';
import type { Digests } from '../../change/draft.ts';
import { keyedValues } from '../../change/values.ts';
import * as d from '../../model/decode.ts';
import type { GlossaryContent } from '../../model/entries/dictionary.ts';
import { type Entry, entriesSum } from '../../model/entries/entries.ts';
import { digestOfSum, newSum } from '../../model/entries/entry-hash.ts';
import { type PairKey, pairKey, parsePairKey } from '../../model/entries/language-pair.ts';
import { errorAt, type Finding } from '../../model/finding.ts';
import { type Digest, glossaryId } from '../../model/ids.ts';
import { byCodeUnit } from '../../model/lists.ts';
import { valueCount, valuesAtHand } from '../../model/plan/additions.ts';
import { type Change, type ChildChange, nameOf, type Operation } from '../../model/plan/plan.ts';
import { digestOf } from '../../model/resources/digest.ts';
import { changeKind } from '../../model/resources/resource.ts';
import { areOfParts, isText } from '../check-values.ts';
import type { CallContext, CallFacts, KindModel, LedgerMembers } from '../kind.ts';
import { textOf } from '../ledger-content.ts';
import { type DesiredGlossary, dictionariesOf, glossaryDigest, type LiveGlossary } from './glossary.ts';
import { glossaryDeletion, glossaryOperations, planGlossary } from './glossary-change.ts';

const GLOSSARY_LEDGER: LedgerMembers<GlossaryContent, DesiredGlossary, LiveGlossary> = {
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

const CALLS: Readonly<Record<string, CallFacts>> = {
  'create-glossary': { text: 'create the glossary', isWhole: true },
  'rename-glossary': { text: 'rename', sendsValues: 'anyway' },
  'merge-entries': { text: 'add and change terms', isWhole: true },
  'put-dictionary': { text: 'write the dictionary', isWhole: true },
  'delete-dictionary': { text: 'delete the dictionary' },
  'delete-glossary': { text: 'delete the glossary' },
};

/**
 * Both calls that write a dictionary count as equal, because a PUT becomes a PATCH once its removals are done. A new
 * name counts as equal whether it is sent with a PATCH or in its own call.
 */
function callFacts({ kind, post, touches }: Operation, { name }: CallContext): CallFacts {
  const facts = CALLS[kind] ?? {};
  if (kind !== 'merge-entries' && kind !== 'put-dictionary') return facts;
  const isNamed = touches.some(([part]) => part === 'name');
  return {
    ...facts,
    ...(isNamed && { text: 'rename, and add and change terms' }),
    same: JSON.stringify(['write', touches[0]]),
    ...(touches.length === 1 && { result: digestOf({ name, entries: post }) }),
  };
}

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
    areOfParts(values, { entry: { holds: (value, names) => names[0] === pair && isText(2)(value, names) } }, true) &&
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
  const operationForPair = (pair: string): Operation | undefined =>
    operations.find(({ touches }) => touches.some(([part, name]) => part === 'entry' && name === pair));
  return glossaryOperations(change, {
    existingIds: operations[0]?.notIds ?? [],
    wholeDigest: () => glossaryDigest(nameOf(change)[side] ?? '', dictionaries()),
    of: (dictionary, withRename) => digestsOf(dictionary, operationForPair(pairKey(dictionary.pair)), withRename),
  });
}

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

/** The dictionaries of a live glossary, sorted by their pairs, without those that are empty or were not read. */
const filledDictionaries = ({ dictionaries }: LiveGlossary): GlossaryContent['dictionaries'] =>
  new Map(
    [...dictionaries]
      .flatMap(([key, { pair, entries }]) =>
        entries === undefined || entries.size === 0 ? [] : [[key, { pair, entries }] as const],
      )
      .sort(([left], [right]) => byCodeUnit(left, right)),
  );

/** A pair of languages. That of a variant with `as: language` has its whole code: `en->pt-br`. */
const PAIR = /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*->[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/;

export const GLOSSARY: KindModel<GlossaryContent, DesiredGlossary, LiveGlossary> = {
  kind: 'glossary',
  plural: 'glossaries',
  prefix: 'glossary',
  key: 'glossaries',
  actions: ['create', 'update', 'delete'],
  parts: { name: { holds: isText(), role: 'heading' } },
  contentOf: (resource) =>
    'origin' in resource
      ? { name: resource.name, dictionaries: resource.dictionaries }
      : { name: resource.name, dictionaries: filledDictionaries(resource) },
  mode: ({ mode }) => mode,
  name: ({ name }) => name,
  values: ({ name }) => keyedValues([['name'], name]),
  children: ({ dictionaries }) => dictionaries,
  digest: ({ name, dictionaries }) => glossaryDigest(name, dictionaries),
  plan: planGlossary,
  remove: ({ address, live }) => glossaryDeletion(address, live),
  childNoun: ['dictionary', 'dictionaries'],
  entryNoun: ['term', 'terms'],
  pairOf: (name) => (PAIR.test(name) ? parsePairKey(name as PairKey) : undefined),
  liveChildren: ({ dictionaries }) => dictionaries,
  checkChanges: checkNumber,
  operationsOf: (change) =>
    change.children.every((dictionary) => isDictionarySound(dictionary, change))
      ? glossaryOperationsOf(change)
      : undefined,
  callFacts,
  ...GLOSSARY_LEDGER,
};

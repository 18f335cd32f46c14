import { type Entries, type Entry, entriesOf } from '../../model/entries/entries.ts';
import { pairKey } from '../../model/entries/language-pair.ts';
import type { Digest } from '../../model/ids.ts';
import { changedDigest } from '../../model/resources/changed-digest.ts';
import { glossaryDigest } from '../../model/resources/digest.ts';
import type { DictionaryChange, GlossaryChange, GlossaryOperation } from '../plan.ts';
import { type Digests, glossaryOperations } from './glossary-operations.ts';

const before = ({ entries }: DictionaryChange): readonly Entry[] =>
  entries.flatMap((entry): readonly Entry[] => (entry.kind === 'added' ? [] : [[entry.source, entry.from]]));

const after = ({ entries }: DictionaryChange): readonly Entry[] =>
  entries.flatMap((entry): readonly Entry[] => (entry.kind === 'removed' ? [] : [[entry.source, entry.to]]));

/**
 * The whole of one side, where the change has all of it: of a glossary that comes or goes, and of a dictionary that
 * does.
 */
const whole = (entries: readonly Entry[]): Entries => entriesOf(entries);

/** What is wrong with the numbers and the entries of a dictionary that changes. */
export function isDictionarySound(change: DictionaryChange, glossary: GlossaryChange): boolean {
  const { entries, action } = change;
  const count = (kind: string): number => entries.filter((entry) => entry.kind === kind).length;
  const [added, changed, removed] = [count('added'), count('changed'), count('removed')];
  const isOf =
    action === 'create'
      ? change.before === 0 && added === entries.length
      : action === 'delete'
        ? change.after === 0 && removed === entries.length && removed === change.before
        : change.after > 0 && change.before >= removed + changed;
  return (
    isOf &&
    change.address === `${glossary.address}/${pairKey(change.pair)}` &&
    (glossary.action === 'update' || action === glossary.action) &&
    entries.length > 0 &&
    new Set(entries.map(({ source }) => source)).size === entries.length &&
    change.before - removed + added === change.after
  );
}

/** The digest that a dictionary has after its change: what its operation says cannot differ from what is shown. */
function digestsOf(change: DictionaryChange, stated: GlossaryOperation | undefined, carries: boolean): Digests {
  if (change.action === 'create') return { pre: 'absent', post: whole(after(change)).digest };
  if (change.action === 'delete') return { pre: whole(before(change)).digest, post: 'absent' };
  const { pre = 'absent', post = 'absent' } = stated ?? {};
  // A digest that covers the name too cannot be taken apart.
  if (carries) return { pre, post };
  return { pre, post: changedDigest(pre, before(change), after(change)) ?? ('no digest of entries' as Digest) };
}

const wholeDigest = (name: string, dictionaries: readonly (readonly [DictionaryChange, readonly Entry[]])[]): Digest =>
  glossaryDigest(
    name,
    new Map(dictionaries.map(([{ pair }, entries]) => [pairKey(pair), { entries: whole(entries) }])),
  );

/**
 * The operations that the change says, with the digests that it has; what it cannot say is as its own operations say.
 */
export function glossaryOperationsOf(change: GlossaryChange): readonly GlossaryOperation[] {
  const { action, nameBefore = '', nameAfter = '', dictionaries, operations } = change;
  const [first] = operations;
  const byPair = new Map(
    operations.flatMap((operation) => ('pair' in operation ? [[pairKey(operation.pair), operation] as const] : [])),
  );
  return glossaryOperations(change, {
    notIds: first?.kind === 'create-glossary' ? first.notIds : [],
    whole: () =>
      action === 'create'
        ? wholeDigest(
            nameAfter,
            dictionaries.map((each) => [each, after(each)]),
          )
        : wholeDigest(
            nameBefore,
            dictionaries.map((each) => [each, before(each)]),
          ),
    of: (dictionary, carries) => digestsOf(dictionary, byPair.get(pairKey(dictionary.pair)), carries),
  });
}

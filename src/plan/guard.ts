import { type Address, matchesAny } from '../model/address.ts';
import type { DesiredState } from '../model/desired.ts';
import { EMPTY_LEDGER, type LedgerState } from '../model/ledger-state.ts';
import type { SafetyPolicy } from '../model/workspace.ts';
import { consents } from './consent.ts';
import type { Change, LimitChange, Plan } from './plan.ts';

/** What may be taken away, and who says so. */
export interface GuardInput {
  readonly safety: SafetyPolicy;
  /** Address patterns of `--allow-delete`: consent of this run. */
  readonly allowDelete: readonly string[];
  /** Address patterns of `prune:`: standing consent, except for the last ones and for more than half. */
  readonly prune: readonly string[];
  /** `--max-deletes`: this many entries, rules or instructions of one part may go, whatever `safety:` says. */
  readonly maxDeletes?: number;
  readonly desired: DesiredState;
  readonly ledger?: LedgerState;
}

/** What is taken away: entries of a dictionary, rules or instructions of a list. */
export type PartNoun = 'entries' | 'rules' | 'instructions';

/** One reason why a plan is not run, as data. `review/` words it, with the flag that lifts it. */
export type Refusal =
  /** No flag lifts this: the protection must go first. */
  | { readonly code: 'protected'; readonly address: Address }
  /** A deletion or a replacement that nobody has consented to. `--allow-delete <address>` lifts it. */
  | {
      readonly code: 'delete-needs-consent';
      readonly address: Address;
      readonly what: Deletion['what'];
      readonly entries: number;
    }
  /** A limit of 0, which stops whatever uses the key. `--allow-delete <address>` lifts it. */
  | { readonly code: 'block-needs-consent'; readonly address: Address; readonly limits: readonly LimitChange[] }
  | { readonly code: 'replace-needs-consent'; readonly address: Address; readonly from: string; readonly to: string }
  /** `prune:` would delete the last ones, or more than half, of a kind. `--allow-delete <address>` lifts it. */
  | { readonly code: 'prune-too-many'; readonly address: Address; readonly deleted: number; readonly total: number }
  /** The files name none of this kind at all, which is more often a wrong folder than a wish. `--allow-delete <address>` lifts it. */
  | { readonly code: 'empty-source'; readonly address: Address }
  /** `--max-deletes <removed>` or `--allow-delete <address>` lifts it. */
  | {
      readonly code: 'too-many-removed';
      readonly address: Address;
      readonly part: PartNoun;
      readonly removed: number;
      readonly before: number;
      readonly allowed: number;
    }
  /** Every one would go. `--allow-delete <address>` lifts it. */
  | { readonly code: 'last-removed'; readonly address: Address; readonly part: PartNoun; readonly removed: number };

export type GuardVerdict =
  | { readonly kind: 'allowed' }
  | { readonly kind: 'refused'; readonly refusals: readonly Refusal[] };

/** The shares of one part: how many go, of how many, and how many are left. */
interface Loss {
  readonly address: Address;
  /** The address that consents to it too: that of the resource. */
  readonly owner: Address;
  readonly part: PartNoun;
  readonly removed: number;
  readonly before: number;
  readonly after: number;
}

function lossesOf(change: Change): readonly Loss[] {
  if (change.action !== 'update' || change.kind === 'developer-key') return [];
  const count = (changes: readonly { readonly kind: string }[], kind: string): number =>
    changes.filter((each) => each.kind === kind).length;
  if (change.kind === 'glossary') {
    return change.dictionaries
      .filter(({ action }) => action === 'update')
      .map(({ address, entries, before, after }) => ({
        address,
        owner: change.address,
        part: 'entries',
        removed: count(entries, 'removed'),
        before,
        after,
      }));
  }
  const { address, rules, rulesBefore, instructions, instructionsBefore } = change;
  const loss = (part: PartNoun, changes: readonly { readonly kind: string }[], before: number): Loss => {
    const removed = count(changes, 'removed');
    return { address, owner: address, part, removed, before, after: before - removed + count(changes, 'added') };
  };
  return [loss('rules', rules, rulesBefore), loss('instructions', instructions, instructionsBefore)];
}

function checkLoss(loss: Loss, { safety, allowDelete, maxDeletes }: GuardInput): readonly Refusal[] {
  const { address, owner, part, removed, before, after } = loss;
  if (removed === 0 || consents(allowDelete, address) || consents(allowDelete, owner)) return [];
  if (after === 0) return [{ code: 'last-removed', address, part, removed }];
  const { count, percent } = safety.maxDeletes;
  const allowed = maxDeletes ?? Math.max(count, Math.floor((before * percent) / 100));
  return removed <= allowed ? [] : [{ code: 'too-many-removed', address, part, removed, before, allowed }];
}

/** What a change deletes or replaces: the resource itself, or single dictionaries of it. */
interface Deletion {
  readonly address: Address;
  readonly owner: Address;
  /** Of the resource. */
  readonly id?: string;
  /** Addresses that go with it. */
  readonly parts: readonly Address[];
  readonly what: 'glossary' | 'dictionary' | 'style list' | 'developer key';
  readonly entries: number;
  /** True when `prune:` may consent. It speaks of what no file names, and does not take back what a file says of a key. */
  readonly prunable: boolean;
}

function deletionsOf(change: Change): readonly Deletion[] {
  const { address } = change;
  const resource = { owner: address, prunable: true, ...(change.id !== undefined && { id: change.id }) };
  if (change.kind === 'developer-key') {
    // The calls are looked at and not the action: they are what is made.
    const deactivates = change.operations.some(({ kind }) => kind === 'deactivate-developer-key');
    const prunable = change.origin === undefined;
    return deactivates ? [{ ...resource, address, parts: [], what: 'developer key', entries: 0, prunable }] : [];
  }
  if (change.kind === 'style-list')
    return change.action === 'delete'
      ? [{ ...resource, address, parts: [], what: 'style list', entries: change.instructionsBefore }]
      : [];
  const entriesOf = (dictionaries: typeof change.dictionaries): number =>
    dictionaries.reduce((sum, { before }) => sum + before, 0);
  if (change.action === 'delete')
    return [
      {
        ...resource,
        address,
        parts: change.dictionaries.map((dictionary) => dictionary.address),
        what: 'glossary',
        entries: entriesOf(change.dictionaries),
      },
    ];
  return change.dictionaries
    .filter(({ action }) => action === 'delete')
    .map((dictionary) => ({
      ...resource,
      address: dictionary.address,
      parts: [],
      what: 'dictionary',
      entries: dictionary.before,
    }));
}

/** By the address, by that of anything which goes with it, and in the ledger by the id: a moved file takes its protection along. */
function isProtected(
  { address, owner, id, parts }: Pick<Deletion, 'address' | 'owner' | 'id' | 'parts'>,
  { safety, desired, ledger = EMPTY_LEDGER }: GuardInput,
): boolean {
  const files = [...(desired.glossaries ?? []), ...(desired.styleLists ?? []), ...(desired.developerKeys ?? [])];
  const owned = [...ledger.glossaries, ...ledger.styleLists, ...ledger.developerKeys];
  return (
    [address, owner, ...parts].some((each) => matchesAny(safety.protect, each)) ||
    owned.some(([known, resource]) => resource.protect && (known === owner || resource.id === id)) ||
    files.some((resource) => resource.address === owner && resource.protect)
  );
}

const countOf = <Item>(items: Iterable<Item> = [], counts: (item: Item) => boolean): number =>
  [...items].filter(counts).length;

/** How many of a deletion's kind the files name. */
function countInFiles({ what, owner }: Deletion, { glossaries, styleLists, developerKeys }: DesiredState): number {
  switch (what) {
    case 'glossary':
      return glossaries?.length ?? 0;
    case 'style list':
      return styleLists?.length ?? 0;
    case 'developer key':
      return developerKeys?.length ?? 0;
    case 'dictionary': {
      const glossary = glossaries?.find(({ address }) => address === owner);
      return countOf(glossary?.dictionaries.values(), ({ entries }) => entries.size > 0);
    }
    default:
      return what satisfies never;
  }
}

/** How many of a deletion's kind there are, and how many of them the plan deletes. */
function shareOf(
  deletion: Deletion,
  plan: Plan,
  desired: DesiredState,
): { readonly deleted: number; readonly total: number; readonly inFiles: number } {
  const siblings = plan.changes
    .flatMap(deletionsOf)
    .filter(({ what, owner }) => what === deletion.what && (what !== 'dictionary' || owner === deletion.owner));
  const inFiles = countInFiles(deletion, desired);
  const gone = deletion.what === 'developer key' ? countOf(desired.developerKeys, ({ deactivated }) => deactivated) : 0;
  return { deleted: siblings.length, total: siblings.length + inFiles - gone, inFiles };
}

function checkDeletion(deletion: Deletion, plan: Plan, input: GuardInput): readonly Refusal[] {
  const { address, what, entries, prunable } = deletion;
  if (isProtected(deletion, input)) return [{ code: 'protected', address }];
  if (consents(input.allowDelete, address)) return [];
  const { deleted, total, inFiles } = shareOf(deletion, plan, input.desired);
  if (what !== 'dictionary' && inFiles === 0) return [{ code: 'empty-source', address }];
  if (!prunable || !consents(input.prune, address)) return [{ code: 'delete-needs-consent', address, what, entries }];
  return deleted === total || deleted * 2 > total ? [{ code: 'prune-too-many', address, deleted, total }] : [];
}

function checkReplacement(change: Change, input: GuardInput): readonly Refusal[] {
  if (change.kind !== 'style-list' || change.action !== 'replace') return [];
  const { address, languageBefore = '', languageAfter = '' } = change;
  const resource = { address, owner: address, parts: [], ...(change.id !== undefined && { id: change.id }) };
  if (isProtected(resource, input)) return [{ code: 'protected', address }];
  return consents(input.allowDelete, address)
    ? []
    : [{ code: 'replace-needs-consent', address, from: languageBefore, to: languageAfter }];
}

/** A limit of 0 for a key that there is. A new key that may do nothing takes nothing from anybody. */
function checkBlocking(change: Change, input: GuardInput): readonly Refusal[] {
  if (change.kind !== 'developer-key' || change.id === undefined) return [];
  const { address, id } = change;
  const limits = change.limits.filter(({ to }) => to === 0);
  if (limits.length === 0) return [];
  if (isProtected({ address, owner: address, id, parts: [] }, input)) return [{ code: 'protected', address }];
  return consents(input.allowDelete, address) ? [] : [{ code: 'block-needs-consent', address, limits }];
}

/**
 * The rules that may refuse a plan. Deleting a resource and replacing a style list always need consent; removing entries, rules or instructions needs it
 * above the limits of `safety:`, and always for the last ones; deactivating a developer key or giving it a limit of 0 always does, by a pattern that names
 * the kind; what is protected never goes. Every reason is given, in the order of the plan.
 */
export function checkGuard(plan: Plan, input: GuardInput): GuardVerdict {
  const refusals = plan.changes.flatMap((change) => [
    ...deletionsOf(change).flatMap((deletion) => checkDeletion(deletion, plan, input)),
    ...checkReplacement(change, input),
    ...checkBlocking(change, input),
    ...lossesOf(change).flatMap((loss) => checkLoss(loss, input)),
  ]);
  return refusals.length === 0 ? { kind: 'allowed' } : { kind: 'refused', refusals };
}

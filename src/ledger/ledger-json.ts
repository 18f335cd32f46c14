import { storedFilesOf } from '../kinds/files/registry.ts';
import type { AnyKind } from '../kinds/kind.ts';
import { childMember, childrenOf, valuesOf } from '../kinds/ledger-content.ts';
import { KINDS } from '../kinds/registry.ts';
import { type LedgerState, ownedOf, type UnfinishedReplacement } from '../kinds/states.ts';
import { childNoun } from '../kinds/words.ts';
import * as d from '../model/decode.ts';
import type { Digest } from '../model/ids.ts';
import { byCodeUnit } from '../model/lists.ts';
import { omitUndefined } from '../model/omit-undefined.ts';
import { nameIn, type ResourceAddress } from '../model/resources/address.ts';
import type { OwnedResource, Value, ValueKey } from '../model/resources/resource.ts';
import type { LedgerTarget, LedgerVersion } from './ledger.ts';
import { LedgerError } from './ledger-error.ts';

/** The file that describes a ledger entry. */
export const LEDGER_JSON = 'ledger.json';
/** The file with the applied plan of an entry. */
export const PLAN_FILE = 'plan.json';
/** Incremented if an older reader would misread the file. */
export const LEDGER_FORMAT = 1;

/** What to do if the last entry cannot be used. */
export const REPAIR =
  'Bring back what is missing (git fsck names it) from another clone or a backup, or go back to an entry that ' +
  'can be read: with git update-ref <the ref of the ledger> <commit>, on a remote with git push --force ' +
  '<remote> <commit>:<the ref of the ledger>, in a folder by removing the later files of entries/';

/** A child resource as described in `ledger.json`: its entries are in a separate file. */
export interface ListedChild {
  readonly name: string;
  readonly file: string;
  readonly digest: Digest;
}

/** A resource as described in `ledger.json`. Its content has no children. */
export interface ListedResource extends OwnedResource {
  readonly kind: AnyKind;
  readonly address: ResourceAddress;
  readonly children: readonly ListedChild[];
}

/** The content of `ledger.json`. */
export interface LedgerListing {
  readonly target: LedgerTarget;
  readonly owned: readonly ListedResource[];
  readonly unfinished?: readonly UnfinishedReplacement[];
  /** The entry with the result of the last apply, if this entry records drift. Absent: this entry. */
  readonly base?: LedgerVersion;
}

const valueKey = d.refined(d.list(d.text), (key): key is ValueKey => key.length > 0, 'the key of a value');
const value = d.refined(d.anything, (each): each is Value => !Array.isArray(each), 'a value');

const decision = d.object({ key: valueKey, ours: d.optional(value), theirs: d.optional(value) });

/** The default decoder: a list of values with their keys, `[["title"], "Hello"]`. */
const decoderOf = (kind: AnyKind): d.Decoder<unknown> =>
  kind.ledgerForm?.decoder ??
  d.map(d.object({ values: d.list(d.pair(valueKey, value)) }), ({ values }) => kind.fromValues(values, new Map()));
export const sorted = <Address extends string, Owned>(
  owned: ReadonlyMap<Address, Owned>,
): readonly (readonly [Address, Owned])[] => [...owned].sort(([left], [right]) => byCodeUnit(left, right));

/** The child resources of an entry, sorted. One without entries is left out, because the service does not store it. */
export const ledgerChildren = (kind: AnyKind, { content }: OwnedResource) =>
  sorted(childrenOf(kind, content)).filter(([, { size }]) => size > 0);

/** The file of the entries of a child resource. */
export const childFile = (kind: AnyKind, address: ResourceAddress, child: string): string =>
  storedFilesOf(kind).childFile(nameIn(address), child);

/** A state kind by kind as in `ledger.json`, with the digest of each child instead of its entries. */
export const ownedJson = (state: LedgerState) =>
  KINDS.map((kind) => {
    const owned = sorted(ownedOf(state, kind.plural)).map(([address, each]) => ({
      address,
      id: each.id,
      protect: each.protect,
      ...omitUndefined({ decided: each.decided }),
      ...(kind.ledgerForm?.json(each.content) ?? { values: valuesOf(kind, each.content) }),
      ...(kind.children !== undefined && {
        [childNoun(kind)[1]]: ledgerChildren(kind, each).map(([child, { digest }]) => ({
          [childMember(kind)]: child,
          file: childFile(kind, address, child),
          digest,
        })),
      }),
    }));
    return [kind.key, owned] as const;
  });

/** The content of `ledger.json` for a state, with the digest of each child resource instead of its entries. */
export const ledgerJson = (state: LedgerState, target: LedgerTarget, base?: LedgerVersion) => ({
  format_version: LEDGER_FORMAT,
  target: target.name,
  base_url: target.baseUrl,
  workspace: target.workspace ?? '',
  ...(base !== undefined && { base }),
  ...Object.fromEntries(ownedJson(state)),
  ...(state.unfinished !== undefined && {
    unfinished: state.unfinished.map((each) => ({
      address: each.address,
      old: each.old,
      ...(each.kind === 'pending' && { replacement: { digest: each.digest, not_ids: each.notIds } }),
    })),
  }),
});

/** An address of one of some kinds. It becomes a path again, so it must not leave its folder. */
function addressOf(...kinds: readonly AnyKind[]): d.Decoder<ResourceAddress> {
  const prefixes = kinds.map(({ prefix }) => prefix);
  return d.refined(
    d.text,
    (address): address is ResourceAddress =>
      prefixes.some((prefix) => address.startsWith(`${prefix}.`)) &&
      !/\p{Cc}|(?:^|\/)\.\.?(?:\/|$)/u.test(address.slice(address.indexOf('.') + 1)),
    `an address of the kind ${prefixes.join(' or ')}`,
  );
}

const digest = d.map(d.text, (each) => each as Digest);

function listedResource(kind: AnyKind): d.Decoder<ListedResource> {
  const isPair = (name: string): name is string => kind.pairOf?.(name) !== undefined;
  const named = kind.pairOf === undefined ? d.text : d.refined(d.text, isPair, 'a language pair');
  const child = d.object({ name: d.from(childMember(kind), named), file: d.text, digest });
  const known = d.object({
    address: addressOf(kind),
    id: d.text,
    protect: d.flag,
    decided: d.optional(d.list(decision)),
  });
  const content = decoderOf(kind);
  const children: d.Decoder<readonly ListedChild[]> = kind.children === undefined ? () => [] : d.list(child);
  return (at) => ({ kind, ...known(at), content: content(at), children: children(d.member(at, childNoun(kind)[1])) });
}

/**
 * Resources whose replacement may not be complete. Absent: none. `replacement`: identifies the new resource while it is
 * unknown whether that exists.
 */
const unfinishedReplacement = (at: d.Place): UnfinishedReplacement => {
  const { replacement, ...known } = d.object({
    address: addressOf(...KINDS.filter(({ actions }) => actions.includes('replace'))),
    old: d.text,
    replacement: d.optional(d.object({ digest, notIds: d.from('not_ids', d.list(d.text)) })),
  })(at);
  return replacement === undefined ? { ...known, kind: 'left' } : { ...known, kind: 'pending', ...replacement };
};

const version = d.map(d.text, (text) => text as LedgerVersion);

const ledgerTarget = d.object({
  name: d.from('target', d.text),
  baseUrl: d.from('base_url', d.text),
  workspace: d.text,
});

/** A kind that was added to Lexform after an entry was written has no list in it. */
function ledgerListing(at: d.Place): LedgerListing {
  const target = ledgerTarget(at);
  // A missing list is damage: a kind without resources has an empty list.
  const owned = KINDS.flatMap((kind) => d.list(listedResource(kind))(d.member(at, kind.key)));
  const unfinished = d.optional(d.list(unfinishedReplacement))(d.member(at, 'unfinished'));
  const base = d.optional(version)(d.member(at, 'base'));
  return { target, owned, ...omitUndefined({ unfinished, base }) };
}

/** Parses `ledger.json`. Throws a `LedgerError` with the fault and what to do. */
export function parseLedgerJson(bytes: Uint8Array): LedgerListing {
  try {
    return d.parseJson(bytes, (at) => {
      const { value: format } = d.member(at, 'format_version');
      if (format === LEDGER_FORMAT) return d.digested(ledgerListing)(at);
      throw new LedgerError(
        `${LEDGER_JSON} of the ledger has the format version ${JSON.stringify(format)}, this Lexform reads ` +
          `${LEDGER_FORMAT}`,
        'Use the version of Lexform that wrote it, or a later one',
      );
    });
  } catch (cause) {
    if (!(cause instanceof d.DecodeError)) throw cause;
    throw new LedgerError(`${LEDGER_JSON} of the ledger is damaged: ${cause.message}`, REPAIR, {
      code: 'ledger-damaged',
      cause,
    });
  }
}

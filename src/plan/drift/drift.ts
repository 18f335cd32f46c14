import type { ValueDrift } from '../../change/drift-values.ts';
import type {} from '../../kinds/kind.ts';
import { KINDS } from '../../kinds/registry.ts';
import { childNoun } from '../../kinds/words.ts';
import type { Entries } from '../../model/entries/entries.ts';
import type { Digest } from '../../model/ids.ts';
import type { ChildFacts, ResourceKind } from '../../model/plan/plan.ts';
import type { ChildAddress, ResourceAddress } from '../../model/resources/address.ts';
import type { ValueKey } from '../../model/resources/resource.ts';

/** The drift of a whole resource or dictionary. */
export type WholeDrift<Content> =
  /**
   * Deleted on the service, or deactivated permanently; the files can only follow. `both`: the files have changed it
   * since the last apply; `ours`: the digest of their content.
   */
  | {
      readonly kind: 'theirs' | 'both';
      readonly how: 'deleted-outside' | 'deactivated-outside';
      readonly ours?: Digest;
    }
  /**
   * Deleted outside git, and another resource of that name exists now, with another id. `pull` edits no file for it:
   * the next apply adopts it.
   */
  | { readonly kind: 'theirs'; readonly how: 'recreated-outside' }
  /** The files no longer have it, but it was changed on the service, which still has it with the content `theirs`. */
  | { readonly kind: 'both'; readonly how: 'dropped-here'; readonly theirs: Content }
  /**
   * No file has it. A resource: `pull` creates files for it, because it was never in git or a rollback restored it. A
   * dictionary: its glossary is owned, and either the caller requested added dictionaries or the files dropped the
   * glossary.
   */
  | { readonly kind: 'theirs'; readonly how: 'created-outside'; readonly theirs: Content };

/** One part with an address of its own. If the files dropped it, `values` are the changes on the service. */
export interface ChildDrift extends ChildFacts {
  readonly address: ChildAddress;
  /** Number of entries after the last apply. */
  readonly baseSize: number;
  readonly whole?: WholeDrift<Entries>;
  /** Values of the base in its order, then new ones in the order of the service. */
  readonly values: readonly ValueDrift[];
}

/** The changes of one resource on the service. */
export interface ResourceDrift {
  readonly kind: ResourceKind;
  readonly address: ResourceAddress;
  /** The id of the live resource. If it was deleted: the id that it had. */
  readonly id: string;
  /** The name after the last apply. */
  readonly baseName: string;
  /** Its content is the live one, as the kind reports it. */
  readonly whole?: WholeDrift<unknown>;
  /** By part and key. Values without a key: in the order of the base, then new ones by their content. */
  readonly values: readonly ValueDrift[];
  /** Parts with addresses of their own, in the order of their addresses. */
  readonly children: readonly ChildDrift[];
}

/**
 * The name of a compared and counted item: a kind of resource, a kind of part with an address, or a part of a value.
 */
export type DriftPart = string;

/**
 * All compared parts, in the order of a report: whole resources, parts with addresses, parts that are always present,
 * entries, then other parts.
 */
export function driftParts(): readonly DriftPart[] {
  const [headings, others] = [true, false].map((isHeading) =>
    KINDS.flatMap(({ parts }) =>
      Object.keys(parts).filter((part) => {
        const role = parts[part]?.role;
        return isHeading ? role === 'heading' : role !== 'heading' && role !== 'whole';
      }),
    ),
  );
  const children = KINDS.flatMap((kind) => (kind.children === undefined ? [] : childNoun(kind)[0]));
  const entries = children.length > 0 ? ['entry'] : [];
  return [
    ...new Set([...KINDS.map(({ kind }) => kind), ...children, ...(headings ?? []), ...entries, ...(others ?? [])]),
  ];
}

export const perPart = <Each>(value: (part: DriftPart) => Each): Readonly<Record<DriftPart, Each>> =>
  Object.fromEntries(driftParts().map((part) => [part, value(part)]));

/** Counts of parts that differ from the last apply but are not drift. */
export interface Settled {
  /** Files and service have become the same since the last apply. */
  readonly same: number;
  /**
   * Only the files have changed. A dictionary that the service has not changed is not compared by entry: it counts
   * once, and its terms do not.
   */
  readonly ours: number;
}

/** A value that files and service have changed in the same way, for example because it was pulled. */
export interface AgreedValue {
  readonly address: ResourceAddress;
  readonly key: ValueKey;
}

/**
 * The result of the three-way comparison of files, service and last apply. A value: it is printed, saved, and used by
 * `pull`.
 */
export interface Drift {
  readonly formatVersion: 1;
  readonly target: { readonly name: string; readonly baseUrl: string };
  /** The `--only` patterns that narrowed the comparison; empty: everything. */
  readonly only: readonly string[];
  /** In the order of addresses; each with at least one difference. */
  readonly resources: readonly ResourceDrift[];
  /**
   * Conflicts that `pull --ours` decided for the files. They are not drift, but a plan may overwrite them. Absent:
   * none.
   */
  readonly decided?: readonly ResourceDrift[];
  /** Values with a key that are not drift, because both sides agree on them. Absent: none. */
  readonly agreed?: readonly AgreedValue[];
  readonly settled: Readonly<Record<DriftPart, Settled>>;
}

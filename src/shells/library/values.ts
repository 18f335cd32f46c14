import type { SourceRef } from '../../model/finding.ts';

/** A finding in the files, in the plan, or by the linter. */
export interface Finding {
  /** Stable name in kebab-case: `phrase-too-long`. A lint rule is `group/name`. */
  readonly code: string;
  /** `info` is a note. Only an error stops a plan. */
  readonly severity: 'error' | 'warning' | 'info';
  /** Cause, allowed values, and remedy. Control characters of user text are escaped. */
  readonly message: string;
  readonly at: SourceRef;
  /** Other places that belong to the finding, such as the first of two duplicates. */
  readonly related?: readonly SourceRef[];
  /** The values in the message. Texts may be user text: escape them before you show them. */
  readonly details: Readonly<Record<string, string | number | readonly string[]>>;
  /** New text of the cell. Absent: only a person can correct it. */
  readonly fix?: { readonly safety: 'safe' | 'suggested'; readonly text: string };
}

/** `null` is a limit that is not set. That differs from a value that is absent. */
export type Value = string | number | boolean | null | { readonly [field: string]: string | undefined };

/** One value and its change. A side that is absent does not have the value. */
export interface ValueChange {
  /** Part and names: `['entry', 'en->de', 'sign in']`, `['name']`. */
  readonly key: readonly [part: string, ...names: readonly string[]];
  readonly from?: Value;
  readonly to?: Value;
  /** Place in the files. */
  readonly at?: SourceRef;
}

/** One HTTP call of a plan. */
export interface Operation {
  /** `<address>#<n>`, n from 1 in running order. */
  readonly id: string;
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path and query, percent-encoded. */
  readonly path: string;
}

/** All changes of one resource, and the calls that make them. */
export interface Change {
  /** `glossary`, `style-list` or `developer-key`. */
  readonly kind: string;
  /** `replace`: the service cannot change the language of a style list, so a new list takes its place. */
  readonly action: 'create' | 'update' | 'replace' | 'delete' | 'deactivate';
  readonly address: string;
  /** Absent for a resource that the plan creates. */
  readonly id?: string;
  /** True if Lexform starts to manage a live resource because its name is the only match. */
  readonly adopted: boolean;
  /**
   * First the name and, for a style list, the language, even if they stay the same: `from` then equals `to`. After them
   * every value that changes. An added value without a key of its own has the key `new N`.
   */
  readonly values: readonly ValueChange[];
  /** Dictionaries of a glossary. */
  readonly children: readonly {
    readonly address: string;
    readonly action: 'create' | 'update' | 'delete';
    /** Number of entries before and after. */
    readonly before: number;
    readonly after: number;
    /** Removed, then changed, then added. */
    readonly values: readonly ValueChange[];
  }[];
  /** Place in the files. Absent: no file has the resource. */
  readonly origin?: SourceRef;
  /** In running order. */
  readonly operations: readonly Operation[];
}

/** Number of values by what happens to them. A moved or renamed term is neither removed nor added. */
export interface PlanCounts {
  /** By kind in the plural, then by action: `resources.glossaries.updated`. */
  readonly resources: Readonly<Record<string, Readonly<Record<string, number | undefined>>>>;
  /** Dictionaries, by the kind that has them, then by action. */
  readonly children: Readonly<Record<string, Readonly<Record<string, number | undefined>>>>;
  /** By part, such as `entry`. */
  readonly values: Readonly<
    Record<
      string,
      {
        readonly added: number;
        readonly changed: number;
        readonly removed: number;
        readonly moved?: number;
        readonly renamed?: number;
      }
    >
  >;
  /** HTTP calls that change something. */
  readonly calls: number;
  /** Language pairs and languages in which something changes. */
  readonly languages: readonly string[];
}

/** One value that was changed on the service since the last apply. A side that is absent does not have it. */
export interface ValueDrift {
  readonly key: ValueChange['key'];
  /** `theirs`: only the service has changed it. `both`: the files have changed it too, to another value. */
  readonly kind: 'theirs' | 'both';
  /** After the last apply. */
  readonly base?: Value;
  /** In the files; only for `both`. */
  readonly ours?: Value;
  /** On the service. */
  readonly theirs?: Value;
  /** Place in the files. */
  readonly at?: SourceRef;
}

/** Changes of one resource on the service since the last apply. */
export interface ResourceDrift {
  readonly kind: string;
  readonly address: string;
  readonly id: string;
  /** Absent: the resource still exists, and its values changed. */
  readonly whole?: { readonly kind: 'theirs' | 'both'; readonly how: string };
  readonly values: readonly ValueDrift[];
  /** Dictionaries of a glossary. */
  readonly children: readonly {
    readonly address: string;
    readonly whole?: { readonly kind: 'theirs' | 'both'; readonly how: string };
    readonly values: readonly ValueDrift[];
  }[];
}

/** One reason why Lexform does not apply a plan. */
export interface Refusal {
  /** Stable name: `delete-needs-consent`. */
  readonly code: string;
  /** Absent: the reason is about the whole run. */
  readonly address?: string;
  /** The reason, and the option `consent` that lifts it. */
  readonly message: string;
  /** The consent that lifts it. `none`: no consent does. */
  readonly lift:
    | { readonly kind: 'none' | 'overwrite-drift' }
    | { readonly kind: 'allow-delete'; readonly address: string }
    | { readonly kind: 'max-deletes-per-run'; readonly count: number };
}

/** Consent to deletions and to overwritten drift. */
export interface Consent {
  /**
   * Addresses that may be deleted, replaced or emptied: `glossary.old`, or a pattern. A pattern such as `glossary.*`
   * never consents to the last resources of a kind. Default: none.
   */
  readonly allowDelete?: readonly string[] | undefined;
  /** Number of entries, rules and instructions that the run may delete, instead of the limits of `safety:`. */
  readonly maxDeletesPerRun?: number | undefined;
  /** True: the plan may overwrite changes that were made on the service since the last apply. Default: false. */
  readonly overwriteDrift?: boolean | undefined;
}

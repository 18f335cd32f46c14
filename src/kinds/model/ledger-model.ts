import type { Items } from '../../change/item.ts';
import type { NamedValue } from '../../change/stale-detail.ts';
import type { Decoder } from '../../model/decode.ts';
import type { Entries } from '../../model/entries/entries.ts';
import type { DesiredResource, LiveResource, Locate } from '../../model/resources/resource.ts';
import type { ValueKey } from '../../model/resources/value.ts';
import type { SourceRef } from '../../model/source-ref.ts';

/** Name → entries of the child resources, which have addresses of their own. */
export type ChildEntries = ReadonlyMap<string, Entries>;

/** Where a resource stands in files, and its values, as far as that is known. */
export interface Places {
  readonly origin: SourceRef;
  readonly of?: (key: ValueKey) => SourceRef | undefined;
  readonly child?: (name: string) => { readonly origin: SourceRef; readonly locate: Locate } | undefined;
}

/**
 * How the content of a kind stands in `ledger.json`. Default: a list of its values with their keys. Child resources
 * have files of their own.
 */
export interface ContentJson<Content> {
  /** The members beside address, id, protection and children. */
  members(content: Content): Readonly<Record<string, unknown>>;
  /** Reads the same. The content has no children yet. */
  readonly decoder: Decoder<Content>;
}

/**
 * What the ledger, rollback and backup have to know of a kind of resource. It has methods, so that kinds of different
 * contents fit one list.
 */
export interface LedgerModel<Content, Desired extends DesiredResource, Live extends LiveResource> {
  /** The content that has these values and child resources, and no other: the inverse of `values` and `children`. */
  content(values: readonly NamedValue[], children: ChildEntries): Content;
  /**
   * What asks for a content, but for what every kind has. `like`: what files ask for of the same resource, for what a
   * content does not say of how it is managed.
   */
  desired(content: Content, places: Places, like?: Desired): Omit<Desired, keyof DesiredResource>;
  /** Where the values of a desired resource stand. Default: nobody knows. */
  places?(desired: Desired): Omit<Places, 'origin'>;
  /**
   * A live resource with this content. Default: a content says too little of what the service has, so a snapshot says
   * nothing of the kind.
   */
  live?(id: string, content: Content): Live;
  /** Default: all values have keys. */
  readonly items?: Items<Content, Live>;

  /** The name of its list in `ledger.json`. Default: the plural of the kind. */
  readonly list?: string;
  readonly json?: ContentJson<Content>;
  /** How `ledger.json` calls the list of its child resources and the name of one. Default: `children` and `name`. */
  readonly childJson?: { readonly list: string; readonly name: string; readonly decoder: Decoder<string> };
  /** How `backup.json` calls its list, and what it tells of one. Default: the plural, and the name. */
  readonly backup?: {
    readonly list: string;
    summary(content: Content): Readonly<Record<string, unknown>>;
  };

  /**
   * True when the ledger may know nothing but the id of a resource, or single values of it: what no run has settled is
   * not known. Default false: of such a value the ledger says what was found on the service.
   */
  readonly mayBeUnknown?: boolean;
  /** True when the files own those values and entries alone that they name. Default: they own all of the resource. */
  ownsNamed?(desired: Desired): boolean;
  /** Why a live resource cannot become one of the files; `undefined`: it can. Default: it always can. */
  whyNotOwned?(live: Content, desired: Desired, id: string): string | undefined;
  /** False when the service does not create a resource with this content. Default: it creates any. */
  canBeCreated?(content: Content): boolean;
  /** A content that says of every value what it is; a backup is the whole of a resource. Default: each does. */
  whole?(content: Content): Content;
}

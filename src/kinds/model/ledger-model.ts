import type { Items } from '../../change/item.ts';
import type { NamedValue } from '../../change/stale-detail.ts';
import type { Decoder } from '../../model/decode.ts';
import type { Entries } from '../../model/entries/entries.ts';
import type { DesiredResource, LiveResource, Locate } from '../../model/resources/resource.ts';
import type { ValueKey } from '../../model/resources/value.ts';
import type { SourceRef } from '../../model/source-ref.ts';

/** Name → entries of the child resources, which have addresses of their own. */
export type ChildEntries = ReadonlyMap<string, Entries>;

/** The known places of a resource in files, and of its values. */
export interface Places {
  readonly origin: SourceRef;
  readonly of?: (key: ValueKey) => SourceRef | undefined;
  readonly child?: (name: string) => { readonly origin: SourceRef; readonly locate: Locate } | undefined;
}

/**
 * The form of a content in `ledger.json`. Default: a list of its values with their keys. Child resources have their own
 * files.
 */
export interface ContentJson<Content> {
  /** The members besides address, id, protection and children. */
  members(content: Content): Readonly<Record<string, unknown>>;
  /** Decodes these members. The content has no children yet. */
  readonly decoder: Decoder<Content>;
}

/**
 * The functions of a kind that ledger, rollback and backup need. It has methods, so that kinds of different contents
 * fit one list.
 */
export interface LedgerModel<Content, Desired extends DesiredResource, Live extends LiveResource> {
  /** The content with exactly these values and child resources: the inverse of `values` and `children`. */
  content(values: readonly NamedValue[], children: ChildEntries): Content;
  /**
   * The members of a desired resource with this content, besides those that all kinds share. `like`: the desired
   * resource of the files, for settings that a content does not contain.
   */
  desired(content: Content, places: Places, like?: Desired): Omit<Desired, keyof DesiredResource>;
  /** The places of the values of a desired resource. Default: unknown. */
  places?(desired: Desired): Omit<Places, 'origin'>;
  /**
   * A live resource with this content. Default: a content cannot represent a live resource, so a snapshot leaves the
   * kind out.
   */
  live?(id: string, content: Content): Live;
  /** Default: all values have keys. */
  readonly items?: Items<Content, Live>;

  /** The name of its list in `ledger.json`. Default: the plural of the kind. */
  readonly list?: string;
  readonly json?: ContentJson<Content>;
  /**
   * The names in `ledger.json` for the list of its child resources and for the name of one. Default: `children` and
   * `name`.
   */
  readonly childJson?: { readonly list: string; readonly name: string; readonly decoder: Decoder<string> };
  /** The name of its list in `backup.json`, and the summary of one resource. Default: the plural, and the name. */
  readonly backup?: {
    readonly list: string;
    summary(content: Content): Readonly<Record<string, unknown>>;
  };

  /**
   * True if the ledger may have only the id of a resource, or only some values: a value that no run has settled is
   * unknown. Default false: the ledger then contains the live value.
   */
  readonly mayBeUnknown?: boolean;
  /** True if the files own only the values and entries that they name. Default: they own the whole resource. */
  ownsNamed?(desired: Desired): boolean;
  /** Why a live resource cannot become the one in the files; `undefined`: it can. Default: it always can. */
  whyNotOwned?(live: Content, desired: Desired, id: string): string | undefined;
  /** False when the service does not create a resource with this content. Default: it creates any. */
  canBeCreated?(content: Content): boolean;
  /**
   * The complete content, with a value for everything, since a backup contains whole resources. Default: the content
   * itself.
   */
  whole?(content: Content): Content;
}

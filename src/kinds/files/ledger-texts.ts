import type { ResourceAddress } from '../../model/resources/address.ts';
import type { OwnedResource } from '../../model/resources/resource.ts';
import type { Places } from '../model/ledger-model.ts';

/** A resource as a ledger owns it. `name`: its address without the kind. */
export interface NamedOwned<Content> extends OwnedResource<string, Content> {
  readonly name: string;
}

/**
 * The files of a kind that a ledger and a backup have beside their JSON, as a workspace would have them, so that git
 * shows who changed what and when. It has methods, so that kinds of different contents fit one list.
 */
export interface LedgerTexts<Content> {
  /** The path of the file in which a resource stands. Several may share one. */
  file(name: string): string;
  /** The path of the file of a child resource. Default: in a folder of the name of the resource. */
  childFile?(name: string, child: string): string;
  /** What stands in one file; `undefined`: there is none. */
  text(owned: readonly NamedOwned<Content>[]): string | undefined;
  /** Where the resources of a file stand in it, and their values. `undefined`: at its top. */
  places?(text: string, file: string): (address: ResourceAddress) => Places | undefined;
}

import type { ResourceAddress } from '../../model/resources/address.ts';
import type { OwnedResource } from '../../model/resources/resource.ts';
import type { Places } from '../model/ledger-model.ts';

/** A resource as a ledger owns it. `name`: its address without the kind. */
export interface NamedOwned<Content> extends OwnedResource<string, Content> {
  readonly name: string;
}

/**
 * The files of a kind in a ledger and a backup besides their JSON, in the formats of a workspace, so that git shows
 * each change with its author and time. It has methods, so that kinds of different contents fit one list.
 */
export interface LedgerTexts<Content> {
  /** The path of the file that contains a resource. Several may share one. */
  file(name: string): string;
  /** The path of the file of a child resource. Default: in a folder with the name of the resource. */
  childFile?(name: string, child: string): string;
  /** The content of one file; `undefined`: no file. */
  text(owned: readonly NamedOwned<Content>[]): string | undefined;
  /** Finds the places of resources and their values in a file. `undefined`: the top of the file. */
  places?(text: string, file: string): (address: ResourceAddress) => Places | undefined;
}

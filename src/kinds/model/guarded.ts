import type { DesiredResource } from '../../model/resources/resource.ts';

/** What the guard asks of a kind, beside its parts. */
export interface Guarded<Desired extends DesiredResource = DesiredResource> {
  /** The part of which a deletion says how many go along. Default: the entries of its children. */
  readonly contentPart?: string;
  /**
   * The file that says of a child that it is wanted, also when there is nothing in it. Default: none; a child without
   * entries is not wanted.
   */
  fileOf?(desired: Desired, child: string): string | undefined;
}

import type { CountSettled } from '../../change/drift-values.ts';
import type { ValueKey } from '../../model/resources/value.ts';

/** The special rules of a kind for the comparison with the last apply. Each is optional. */
export interface DriftModel<Content, Desired, Live> {
  /** False: a value is not compared, because no apply would restore it. Default: all are compared. */
  isCompared?(key: ValueKey, sides: { readonly base: Content; readonly ours: Content; readonly live: Live }): boolean;
  /** True: values of the service that were never in git are ignored. Default: they count. */
  isAdditive?(desired: Desired): boolean;
  /** Codes of findings that only repeat the drift of the whole, by the kind of drift. Default: none. */
  readonly toldBy?: Readonly<Record<string, string>>;
  /** The content of a live resource without a file in reports. Default: its content. */
  wholeOf?(live: Live): unknown;
  /** True if the files have changed since the last apply. Default: compares the digests. */
  isEdited?(desired: Desired, base: Content): boolean;
  /**
   * A rule for the whole resource: `ignored`: it has no drift; `deactivated-outside`: this is its drift. Default: none.
   */
  standing?(
    sides: Standing<Content, Desired, Live>,
    count: CountSettled,
  ): 'ignored' | 'deactivated-outside' | undefined;
}

export interface Standing<Content, Desired, Live> {
  readonly base: Content;
  readonly desired: Desired;
  /** Absent: it no longer exists on the service. */
  readonly live: Live | undefined;
  /** False: the live resource is another one with the name of the owned one. */
  readonly isSame: boolean;
}

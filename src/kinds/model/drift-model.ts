import type { CountSettled } from '../../change/drift-values.ts';
import type { ValueKey } from '../../model/resources/value.ts';

/** What a kind says of the comparison with what the last apply left. Each default: nothing peculiar. */
export interface DriftModel<Content, Desired, Live> {
  /** False: a value is not compared, since nobody would undo a change of it. Default: every one is. */
  isCompared?(key: ValueKey, sides: { readonly base: Content; readonly ours: Content; readonly live: Live }): boolean;
  /** True: what the service has in a part and git never had is not the business of the files. Default: it is. */
  isAdditive?(desired: Desired): boolean;
  /** Codes of findings that say no more than what became of the whole, by that. Default: none. */
  readonly toldBy?: Readonly<Record<string, string>>;
  /** What a report says of a live resource that no file has. Default: its content. */
  wholeOf?(live: Live): unknown;
  /** True when the files want it otherwise than the last apply left it. Default: by the digest. */
  isEdited?(desired: Desired, base: Content): boolean;
  /**
   * A rule for the whole: `ignored`: there is no drift; `deactivated-outside`: that is the drift. Default: none.
   */
  standing?(
    sides: Standing<Content, Desired, Live>,
    count: CountSettled,
  ): 'ignored' | 'deactivated-outside' | undefined;
}

export interface Standing<Content, Desired, Live> {
  readonly base: Content;
  readonly desired: Desired;
  /** Absent: it is gone from the service. */
  readonly live: Live | undefined;
  /** False: another live resource of its name is in the place of the one that the ledger owns. */
  readonly isSame: boolean;
}

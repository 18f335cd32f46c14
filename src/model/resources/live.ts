import type { Entries } from '../entries/entries.ts';
import type { LanguagePair, PairKey } from '../entries/language-pair.ts';
import type { GlossaryId, InstructionId, StyleId } from '../ids.ts';
import type { DeveloperKey } from './developer-key.ts';
import type { CustomInstruction, StyleListContent } from './style-list.ts';

/** A dictionary as the service lists it. `entries` is there once they have been read. */
export interface LiveDictionary {
  readonly pair: LanguagePair;
  readonly entryCount: number;
  readonly entries?: Entries;
}

export interface LiveGlossary {
  readonly id: GlossaryId;
  readonly name: string;
  readonly dictionaries: ReadonlyMap<PairKey, LiveDictionary>;
}

export interface LiveInstruction {
  readonly id: InstructionId;
  readonly content: CustomInstruction;
}

export interface LiveStyleList {
  readonly id: StyleId;
  readonly content: StyleListContent;
  /** `content.instructions` again, in the same order, with the ids that the service gave. */
  readonly instructions: readonly LiveInstruction[];
  /** A hint for people: the service does not promise that every edit increments it. */
  readonly version: number;
}

/** What was read from the service. A kind that was not read is absent, which is not the same as "there are none". */
export interface LiveState {
  readonly glossaries?: readonly LiveGlossary[];
  readonly styleLists?: readonly LiveStyleList[];
  /** Active and deactivated ones. */
  readonly developerKeys?: readonly DeveloperKey[];
}

import type { Dictionary } from '../entries/dictionary.ts';
import type { PairKey } from '../entries/language-pair.ts';
import type { FileForm } from '../file-form.ts';
import type { GlossaryId, StyleId } from '../ids.ts';
import type { SourceRef } from '../source-ref.ts';
import type { Sample } from '../workspace/sample.ts';
import type { DeveloperKeyAddress, GlossaryAddress, StyleListAddress } from './address.ts';
import type { KeyId, KeyLimits } from './developer-key.ts';
import type { StyleListContent } from './style-list.ts';

/**
 * Where the entry with a source phrase stands. `row`: its number in the rows of the entries, when it is known: then it
 * need not be looked for.
 */
export type Locate = (source: string, row?: number) => SourceRef | undefined;

/** A dictionary that files ask for, and where each of its entries stands. */
export interface DesiredDictionary extends Dictionary {
  /** The file (first row), or the column of a wide table. */
  readonly origin: SourceRef;
  /** Where the entry of this source phrase stands; `undefined` when there is none. */
  locate: Locate;
  /** How its file is to be read, where `glossary.yaml` says so. */
  readonly form?: FileForm;
}

/** `authoritative`: what the files lack is removed. `additive`: entries that git never had stay. */
export type GlossaryMode = 'authoritative' | 'additive';

export interface DesiredGlossary {
  readonly address: GlossaryAddress;
  /** The glossary's own file, at its name. */
  readonly origin: SourceRef;
  /** `id:` of the file: this very resource and no other. */
  readonly pinnedId?: GlossaryId;
  readonly name: string;
  readonly dictionaries: ReadonlyMap<PairKey, DesiredDictionary>;
  readonly mode: GlossaryMode;
  readonly protect: boolean;
  /** Sentences of `samples:`, for a preview; absent: none. They are no part of what is wanted of the service. */
  readonly samples?: readonly Sample[];
}

export interface DesiredStyleList {
  readonly address: StyleListAddress;
  readonly origin: SourceRef;
  readonly pinnedId?: StyleId;
  readonly content: StyleListContent;
  /** Where an instruction stands, by its index in `content.instructions`. */
  readonly instructionOrigins: readonly SourceRef[];
  /** Where a rule stands; `undefined` when it is not in the file. */
  locateRule(category: string, rule: string): SourceRef | undefined;
  readonly protect: boolean;
}

/** The parts of a developer key that an entry may say something of. */
export type DeveloperKeyPart = 'label' | keyof KeyLimits | 'deactivated';

export interface DesiredDeveloperKey {
  readonly address: DeveloperKeyAddress;
  /** The name of the entry. */
  readonly origin: SourceRef;
  readonly pinnedId?: KeyId;
  readonly label: string;
  /** The limits that the entry names; one that it does not name is left as it is. */
  readonly limits: Partial<KeyLimits>;
  readonly deactivated: boolean;
  readonly protect: boolean;
  /** Where a part stands; `undefined` when the entry does not name it. */
  locate(part: DeveloperKeyPart): SourceRef | undefined;
}

/** What the files ask for. A kind that the workspace does not manage is absent; an empty list means "want none". */
export interface DesiredState {
  readonly glossaries?: readonly DesiredGlossary[];
  readonly styleLists?: readonly DesiredStyleList[];
  readonly developerKeys?: readonly DesiredDeveloperKey[];
}

export type DesiredResource = DesiredGlossary | DesiredStyleList | DesiredDeveloperKey;

/** Every resource that the files ask for, kind by kind. */
export const allDesired = ({
  glossaries = [],
  styleLists = [],
  developerKeys = [],
}: DesiredState): readonly DesiredResource[] => [...glossaries, ...styleLists, ...developerKeys];

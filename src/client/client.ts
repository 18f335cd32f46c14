import type { LiveDictionary, LiveGlossary } from '../kinds/glossary/glossary.ts';
import type {
  ConfiguredRules,
  CustomInstruction,
  LiveStyleList,
  StyleListContent,
} from '../kinds/style-list/style-list.ts';
import type { GlossaryContent } from '../model/entries/dictionary.ts';
import type { Entries } from '../model/entries/entries.ts';
import type { LanguagePair } from '../model/entries/language-pair.ts';
import type { GlossaryId, InstructionId, StyleId } from '../model/ids.ts';
import type { DeveloperKeyCalls } from './calls/developer-key-calls.ts';
import type { LanguageCalls } from './calls/language-calls.ts';
import type { TranslateCalls } from './calls/translate-calls.ts';
import type { TranslationMemoryCalls } from './calls/translation-memory-calls.ts';
import type { UsageCalls } from './calls/usage-calls.ts';
import type { VoiceCalls } from './calls/voice-calls.ts';

/**
 * The glossary endpoints (v3), one call each. Every method throws `ServiceError` when the service answers no, and
 * `UnreachableError` when no answer came. Reads, PUT, PATCH and DELETE are repeated as the retry policy says. A POST
 * that creates is never repeated: whatever the answer, it may have been carried out, so the caller looks at the list
 * first, and waits with `Client.waitToRepeat`.
 */
export interface GlossaryCalls {
  /** GET /v3/glossaries. Entries are not read. */
  list(): Promise<readonly LiveGlossary[]>;
  /** GET /v3/glossaries/{id}; `undefined` when the service says 404. */
  read(id: GlossaryId): Promise<LiveGlossary | undefined>;
  /**
   * GET /v3/glossaries/{id}/entries; `undefined` when the service says 404: the glossary or its dictionary is gone.
   * `known`: the entries that are expected. They change only how long it takes to read and compare the answer.
   */
  readEntries(id: GlossaryId, pair: LanguagePair, known?: Entries): Promise<Entries | undefined>;
  /** POST /v3/glossaries with all dictionaries. Sent once: look for the twin before it is sent again. */
  create(content: GlossaryContent): Promise<Pick<LiveGlossary, 'id'>>;
  /** PUT /v3/glossaries/{id}/dictionaries: creates the dictionary or replaces it whole. */
  putDictionary(id: GlossaryId, pair: LanguagePair, entries: Entries): Promise<Pick<LiveDictionary, 'entryCount'>>;
  /** PATCH /v3/glossaries/{id}: a new name, entries to merge into one dictionary, or both in one call. */
  patch(
    id: GlossaryId,
    patch: { readonly name?: string; readonly dictionary?: { readonly pair: LanguagePair; readonly entries: Entries } },
  ): Promise<void>;
  /** DELETE /v3/glossaries/{id}/dictionaries. A 404 after a lost answer counts as done. */
  deleteDictionary(id: GlossaryId, pair: LanguagePair): Promise<void>;
  /** DELETE /v3/glossaries/{id}. A 404 after a lost answer counts as done. */
  delete(id: GlossaryId): Promise<void>;
}

/** The style rule endpoints (v3), one call each; errors and retries as for glossaries. */
export interface StyleListCalls {
  /** GET /v3/style_rules with `detailed=true`, 25 to a page, until a short page. */
  list(): Promise<readonly LiveStyleList[]>;
  /** GET /v3/style_rules/{id}; `undefined` when the service says 404. */
  read(id: StyleId): Promise<LiveStyleList | undefined>;
  /** POST /v3/style_rules with rules and instructions. Sent once, as `GlossaryCalls.create`. */
  create(content: StyleListContent): Promise<Pick<LiveStyleList, 'id'>>;
  rename(id: StyleId, name: string): Promise<void>;
  /** PUT …/configured_rules: replaces all rules. */
  replaceRules(id: StyleId, rules: ConfiguredRules): Promise<void>;
  /**
   * POST …/custom_instructions. Sent once, as `GlossaryCalls.create`. Accepts both shapes of the answer (public facts
   * C1).
   */
  addInstruction(id: StyleId, instruction: CustomInstruction): Promise<void>;
  /**
   * PUT …/custom_instructions/{id}: all three fields must be sent. The language of the list stands for no source
   * language: the service may refuse `null`.
   */
  editInstruction(id: StyleId, instruction: InstructionId, content: Required<CustomInstruction>): Promise<void>;
  deleteInstruction(id: StyleId, instruction: InstructionId): Promise<void>;
  delete(id: StyleId): Promise<void>;
}

/** Everything the tool asks of one target. A record of functions; `makeClient` makes one. */
export interface Client {
  readonly glossaries: GlossaryCalls;
  readonly styleLists: StyleListCalls;
  readonly languages: LanguageCalls;
  /** Needs an admin key. */
  readonly developerKeys: DeveloperKeyCalls;
  /** `analytics` needs an admin key, `usage` an ordinary one. */
  readonly usage: UsageCalls;
  readonly translation: TranslateCalls;
  readonly translationMemories: TranslationMemoryCalls;
  readonly voice: VoiceCalls;
  /**
   * Waits, as the retry policy says, before a call that the client does not repeat by itself is sent again. `attempt`:
   * the one that failed, counted from 1. Resolves to `false`, at once, when the answer was not "too many requests" or
   * the attempts are used up. Takes no place of a limiter.
   */
  readonly waitToRepeat: (error: unknown, attempt: number) => Promise<boolean>;
}

import type { Branded, GlossaryId, StyleId } from '../ids.ts';

/** Assigned by the service to one translation memory (a UUID). */
export type TranslationMemoryId = Branded<'TranslationMemoryId'>;

export const translationMemoryId = (id: string): TranslationMemoryId => id as TranslationMemoryId;

/** Texts to translate, and what the translation has to go by. What is left out is left to the service. */
export interface TranslationRequest {
  readonly text: readonly string[];
  readonly targetLang: string;
  /** Recognised by the service when left out; a glossary needs it. */
  readonly sourceLang?: string;
  readonly glossaryId?: GlossaryId;
  /** Its language must be the base of the target language. The service refuses it together with `latency_optimized`. */
  readonly styleId?: StyleId;
  readonly modelType?: 'quality_optimized' | 'latency_optimized' | 'prefer_quality_optimized';
  readonly customInstructions?: readonly string[];
  readonly translationMemoryId?: TranslationMemoryId;
  /** Least likeness of a segment, in percent from 0 to 100. */
  readonly translationMemoryThreshold?: number;
  readonly tagHandling?: 'xml' | 'html';
  readonly tagHandlingVersion?: 'v1' | 'v2';
  readonly formality?: 'default' | 'more' | 'less' | 'prefer_more' | 'prefer_less';
  /** Text that helps to understand the others and is not translated. */
  readonly context?: string;
  /** Asks for `billedCharacters`. */
  readonly showBilledCharacters?: boolean;
}

/** The translation of one text. */
export interface Translation {
  readonly text: string;
  /** Lower case; absent when the service does not say it. */
  readonly detectedSourceLanguage?: string;
  readonly billedCharacters?: number;
  readonly modelTypeUsed?: string;
}

/**
 * The translation of a text of any length, which may have taken several calls: the language is that of its first part,
 * and absent when there was nothing but white space; the characters are those of all calls.
 */
export type TranslatedText = Translation;

/** A translation memory of the service. It is created and filled elsewhere; here it is only listed. */
export interface TranslationMemory {
  readonly id: TranslationMemoryId;
  /** Empty when the service names none. */
  readonly name: string;
  /** Lower case; empty when the service does not say it. */
  readonly sourceLanguage: string;
  /** Lower case, in the order of the service; empty when it does not say them. */
  readonly targetLanguages: readonly string[];
  /** 0 when the service does not say it, too. */
  readonly segmentCount: number;
}

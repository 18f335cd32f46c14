import { type CatalogueLanguage, LANGUAGES } from '../../contract/language-catalogue.ts';
import type { TranslationMemory } from '../context.ts';

/**
 * Data that official clients expect and the description does not have. Source: public facts, section 5, and the tests
 * of official clients.
 */

/** The base languages that have variants are targets too, and there is Afrikaans, with tags and nothing else. */
export const COMPAT_LANGUAGES: readonly CatalogueLanguage[] = [
  { code: 'af', name: 'Afrikaans' },
  ...LANGUAGES.filter(({ code }) => ['en', 'pt'].includes(code)).map(({ only: _, ...language }) => language),
];

/** The one memory, of every account; nothing could make another. */
export const COMPAT_MEMORY: TranslationMemory = {
  id: 'a74d88fb-ed2a-4943-a664-a4512398b994',
  name: 'Default Translation Memory',
  sourceLanguage: 'de',
  targetLanguages: ['en', 'es', 'fr'],
  segmentCount: 3542,
};

/** True for languages that the older list does not show: newer ones, and target languages that have variants. */
export const isLegacyLanguage = (code: string, side: 'source' | 'target'): boolean =>
  code !== 'af' && !(side === 'target' && ['en', 'pt'].includes(code));

/** The older list names a target by what it is translated into. */
export const legacyName = ({ code, name }: CatalogueLanguage, side: 'source' | 'target'): string =>
  code === 'zh' && side === 'target' ? 'Chinese (simplified)' : name;

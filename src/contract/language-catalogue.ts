import { baseLanguage, GLOSSARY_LANGUAGES, STYLE_LIST_LANGUAGES } from './languages.ts';
import type { WireLanguageStatus } from './wire-languages.ts';

/** Values of `resource`, in the order of the resources endpoint. Source: description, "Language object (v3)". */
export const LANGUAGE_RESOURCES = [
  'translate_text',
  'translate_document',
  'voice',
  'write',
  'glossary',
  'style_rules',
] as const;
/** `translation_memory` is newer than the description (public facts, section 2): it is only for official clients. */
export type LanguageResource = (typeof LANGUAGE_RESOURCES)[number] | 'translation_memory';

/** One language of the service. */
export interface CatalogueLanguage {
  /** BCP 47: `de`, `pt-BR`, `zh-Hans`. */
  readonly code: string;
  /** In English. */
  readonly name: string;
  /** Side of a text translation; absent: both. */
  readonly only?: 'source' | 'target';
  /** Absent: stable. */
  readonly status?: WireLanguageStatus;
  /** As a target of texts and documents. */
  readonly formality?: true;
  /** The service recognises and speaks the language itself. Absent: external providers do. */
  readonly ownVoice?: true;
  /** The status of text improvement with tone and writing style: early access, beta, stable. Absent: not offered. */
  readonly write?: WireLanguageStatus;
  /** Glossaries and style rules take it although the lists of the description lack it. */
  readonly customizable?: true;
}

const source = { only: 'source' } as const;
const target = { only: 'target' } as const;
const formal = { formality: true } as const;
const voiced = { ownVoice: true } as const;
const written = { write: 'stable' } as const;
const writtenInBeta = { write: 'beta' } as const;

/**
 * Every language, by code. Targets: description, "Legacy language object (v2)", with its later additions. Choices:
 * sources are the base languages; which targets have formality, a voice of their own and text improvement; that HE, TH
 * and VI are stable.
 */
export const LANGUAGES: readonly CatalogueLanguage[] = [
  { code: 'ar', name: 'Arabic' },
  { code: 'bg', name: 'Bulgarian' },
  { code: 'cs', name: 'Czech' },
  { code: 'da', name: 'Danish' },
  { code: 'de', name: 'German', ...formal, ...voiced, ...written },
  { code: 'de-CH', name: 'German (Swiss)', ...target, status: 'beta', ...formal },
  { code: 'el', name: 'Greek' },
  { code: 'en', name: 'English', ...source, ...voiced, ...written },
  { code: 'en-GB', name: 'English (British)', ...target, ...voiced, ...written },
  { code: 'en-US', name: 'English (American)', ...target, ...voiced, ...written },
  { code: 'es', name: 'Spanish', ...formal, ...voiced, ...written },
  { code: 'es-419', name: 'Spanish (Latin American)', ...target, ...formal, ...voiced },
  { code: 'et', name: 'Estonian' },
  { code: 'fi', name: 'Finnish' },
  { code: 'fr', name: 'French', ...formal, ...voiced, ...written },
  { code: 'fr-CA', name: 'French (Canadian)', ...target, status: 'beta', ...formal },
  { code: 'he', name: 'Hebrew' },
  { code: 'hu', name: 'Hungarian' },
  { code: 'id', name: 'Indonesian' },
  { code: 'it', name: 'Italian', ...formal, ...voiced, ...written },
  { code: 'ja', name: 'Japanese', ...formal, ...voiced, ...writtenInBeta },
  { code: 'ko', name: 'Korean', ...voiced, ...writtenInBeta },
  { code: 'lt', name: 'Lithuanian' },
  { code: 'lv', name: 'Latvian' },
  { code: 'nb', name: 'Norwegian (Bokmål)' },
  { code: 'nl', name: 'Dutch', ...formal, ...voiced },
  { code: 'pl', name: 'Polish', ...formal, ...voiced },
  { code: 'pt', name: 'Portuguese', ...source, ...voiced, ...written },
  { code: 'pt-BR', name: 'Portuguese (Brazilian)', ...target, ...formal, ...voiced, ...written },
  { code: 'pt-PT', name: 'Portuguese (European)', ...target, ...formal, ...voiced, ...written },
  { code: 'ro', name: 'Romanian' },
  { code: 'ru', name: 'Russian', ...formal, ...voiced },
  { code: 'sk', name: 'Slovak' },
  { code: 'sl', name: 'Slovenian' },
  { code: 'sv', name: 'Swedish', ...voiced },
  { code: 'th', name: 'Thai' },
  { code: 'tr', name: 'Turkish', ...voiced },
  { code: 'uk', name: 'Ukrainian', ...voiced },
  { code: 'vi', name: 'Vietnamese' },
  { code: 'zh', name: 'Chinese', ...voiced, ...writtenInBeta },
  { code: 'zh-Hans', name: 'Chinese (simplified)', ...target, ...voiced, ...writtenInBeta },
  { code: 'zh-Hant', name: 'Chinese (traditional)', ...target, ...voiced },
];

export const languageStatus = ({ status }: CatalogueLanguage): WireLanguageStatus => status ?? 'stable';

/** True when glossaries take the language itself. */
export const hasGlossaries = ({ code, customizable }: CatalogueLanguage): boolean =>
  customizable === true || GLOSSARY_LANGUAGES.includes(code);

/** True when style rules take the language itself. */
export const hasStyleRules = ({ code, customizable }: CatalogueLanguage): boolean =>
  customizable === true || STYLE_LIST_LANGUAGES.includes(code);

/**
 * On which sides of a pair a resource takes a language. Glossaries and style rules are for languages, not variants, on
 * both sides (public facts F43).
 */
export function languageSides(
  language: CatalogueLanguage,
  resource: LanguageResource,
): { readonly source: boolean; readonly target: boolean } {
  const { only, write, code } = language;
  if (resource === 'translation_memory') {
    const has = STYLE_LIST_LANGUAGES.includes(baseLanguage(code)) && code !== 'zh-Hant';
    return { source: has, target: has };
  }
  if (resource === 'glossary' || resource === 'style_rules') {
    const has = resource === 'glossary' ? hasGlossaries(language) : hasStyleRules(language);
    return { source: has, target: has };
  }
  const taken = resource !== 'write' || write !== undefined;
  return { source: taken && only !== 'target', target: taken && only !== 'source' };
}

/** An optional feature of a language. */
export interface LanguageFeature {
  readonly name: string;
  /** The side on which a pair needs it. */
  readonly side: 'source' | 'target' | 'both';
  readonly resources: readonly LanguageResource[];
  /** Offered through external providers: shown only with `include=external`. */
  readonly external?: true;
  /** Newer than the description: only for official clients. */
  readonly later?: true;
  /**
   * How far the feature has come for a language that is on the right side of the resource; `undefined`: it has none.
   */
  readonly statusFor: (language: CatalogueLanguage) => WireLanguageStatus | undefined;
}

const TRANSLATE = ['translate_text', 'translate_document'] as const;
const when = (has: boolean | undefined, status: WireLanguageStatus = 'stable'): WireLanguageStatus | undefined =>
  has === true ? status : undefined;

/** Spoken by external providers for few so far. A choice, so that every status occurs. */
const SPOKEN_EARLY = ['he', 'th', 'vi'];

/**
 * Source: description, table "Feature keys", in its order. "Glossaries apply to languages, not variants": a variant has
 * the glossaries of its base.
 */
export const LANGUAGE_FEATURES: readonly LanguageFeature[] = [
  {
    name: 'auto_detection',
    side: 'source',
    resources: [...TRANSLATE, 'voice', 'write'],
    statusFor: () => 'stable',
  },
  {
    name: 'style_rules',
    side: 'target',
    resources: ['translate_text'],
    statusFor: ({ code, customizable }) =>
      when(customizable === true || STYLE_LIST_LANGUAGES.includes(baseLanguage(code))),
  },
  { name: 'formality', side: 'target', resources: TRANSLATE, statusFor: ({ formality }) => when(formality) },
  {
    name: 'glossary',
    side: 'both',
    resources: [...TRANSLATE, 'voice'],
    statusFor: ({ code, customizable }) =>
      when(customizable === true || GLOSSARY_LANGUAGES.includes(baseLanguage(code))),
  },
  { name: 'tag_handling', side: 'both', resources: TRANSLATE, statusFor: () => 'stable' },
  { name: 'transcription', side: 'source', resources: ['voice'], statusFor: ({ ownVoice }) => when(ownVoice) },
  {
    name: 'transcription_external',
    side: 'source',
    resources: ['voice'],
    external: true,
    statusFor: ({ ownVoice }) => when(ownVoice !== true),
  },
  { name: 'translated_speech', side: 'target', resources: ['voice'], statusFor: ({ ownVoice }) => when(ownVoice) },
  {
    name: 'translated_speech_external',
    side: 'target',
    resources: ['voice'],
    external: true,
    statusFor: ({ code, ownVoice }) => when(ownVoice !== true, SPOKEN_EARLY.includes(code) ? 'early_access' : 'stable'),
  },
  {
    name: 'translation_memory',
    side: 'both',
    resources: ['translate_text'],
    later: true,
    statusFor: ({ code }) => when(STYLE_LIST_LANGUAGES.includes(baseLanguage(code))),
  },
  { name: 'tone', side: 'target', resources: ['write'], statusFor: ({ write }) => write },
  { name: 'writing_style', side: 'target', resources: ['write'], statusFor: ({ write }) => write },
];

/**
 * The features of a language for a resource, each with its status. One of a language in beta is in beta too. A choice.
 */
export function languageFeatures(
  language: CatalogueLanguage,
  resource: LanguageResource,
): readonly { readonly feature: LanguageFeature; readonly status: WireLanguageStatus }[] {
  const sides = languageSides(language, resource);
  return LANGUAGE_FEATURES.flatMap((feature) => {
    if (!feature.resources.includes(resource)) return [];
    if (!((feature.side !== 'target' && sides.source) || (feature.side !== 'source' && sides.target))) return [];
    const status = feature.statusFor(language);
    if (status === undefined) return [];
    return [{ feature, status: status === 'stable' ? languageStatus(language) : status }];
  });
}

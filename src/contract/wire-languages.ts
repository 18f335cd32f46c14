/**
 * JSON shapes of language discovery. Source: description, "Language object (v3)", "Legacy language object (v2)",
 * "Endpoints > Languages".
 */

/** How far a language or a feature has come. */
export type WireLanguageStatus = 'stable' | 'beta' | 'early_access';

export interface WireLanguage {
  /** BCP 47 casing: `pt-BR`, `zh-Hans`. */
  readonly lang: string;
  readonly name: string;
  readonly usable_as_source: boolean;
  readonly usable_as_target: boolean;
  readonly status: WireLanguageStatus;
  /** Always present; empty without optional features. */
  readonly features: Readonly<Record<string, { readonly status: WireLanguageStatus }>>;
}

/** The features of one resource, and the side of a pair on which each feature is looked up. */
export interface WireLanguageResource {
  readonly name: string;
  readonly features: readonly {
    readonly name: string;
    /** Present when true. */
    readonly needs_source_support?: true;
    /** Present when true. */
    readonly needs_target_support?: true;
  }[];
}

export interface WireLegacyLanguage {
  /** Upper-case: `PT-BR`, `ZH-HANS`. */
  readonly language: string;
  readonly name: string;
  readonly supports_formality?: boolean;
}

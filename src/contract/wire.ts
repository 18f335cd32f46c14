/**
 * JSON shapes of the service, in its own snake_case spelling. Source: description, "Resources and their fields" and
 * "Endpoints".
 */

export interface WireDictionaryMetadata {
  readonly source_lang: string;
  readonly target_lang: string;
  readonly entry_count: number;
}

export interface WireDictionary {
  readonly source_lang: string;
  readonly target_lang: string;
  readonly entries: string;
  readonly entries_format: 'tsv' | 'csv';
}

export interface WireGlossary {
  readonly glossary_id: string;
  readonly name: string;
  /** Absent means ready (public facts C6). */
  readonly ready?: boolean;
  readonly dictionaries: readonly WireDictionaryMetadata[];
  readonly creation_time: string;
}

export interface WireInstruction {
  readonly id: string;
  readonly label: string;
  readonly prompt: string;
  readonly source_language?: string | null;
}

export interface WireStyleList {
  readonly style_id: string;
  readonly name: string;
  readonly creation_time: string;
  readonly updated_time: string;
  readonly language: string;
  readonly version: number;
  readonly configured_rules?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly custom_instructions?: readonly WireInstruction[];
}

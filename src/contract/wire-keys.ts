/**
 * JSON shapes of the admin API and of GET /v2/usage. Source: description, "Developer key" and "Usage report"; public
 * facts F29 to F31 and F45.
 */

export interface WireKey {
  /** Two GUIDs joined by `:`. */
  readonly key_id: string;
  readonly label: string;
  readonly creation_time: string;
  readonly deactivated_time: string | null;
  readonly is_deactivated: boolean;
  readonly usage_limits: {
    readonly characters: number | null;
    readonly speech_to_text_milliseconds: number | null;
  };
}

export interface WireUsage {
  readonly total_characters: number;
  readonly text_translation_characters: number;
  readonly document_translation_characters: number;
  readonly text_improvement_characters: number;
  /** With decimals. */
  readonly speech_to_text_minutes: number;
}

export interface WireKeyUsage {
  /** Masked. */
  readonly api_key: string;
  readonly api_key_label: string;
  readonly usage: WireUsage;
}

export interface WireKeyDayUsage extends WireKeyUsage {
  /** With its zone: `2026-01-31T00:00:00Z`. */
  readonly usage_date: string;
}

export interface WireUsageReport {
  readonly usage_report: {
    readonly total_usage: WireUsage;
    readonly group_by?: 'key' | 'key_and_day';
    /** Without a zone: `2026-01-31T00:00:00`. */
    readonly start_date: string;
    readonly end_date: string;
    readonly key_usages?: readonly WireKeyUsage[];
    readonly key_and_day_usages?: readonly WireKeyDayUsage[];
  };
}

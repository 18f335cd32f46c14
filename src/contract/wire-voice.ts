/**
 * JSON shapes of voice translate jobs. Source: description, "Voice translate job" and table "Voice translate jobs";
 * first states: public facts F35.
 */

export type WireVoiceStatus = 'pending' | 'uploaded' | 'processing' | 'complete' | 'downloaded' | 'failed';

export interface WireVoiceResult {
  readonly status: WireVoiceStatus;
  /** These three are present while the result is complete; the last one only on request. */
  readonly download_url?: string;
  readonly signature?: string;
  readonly signed_download_url?: string;
  readonly error?: { readonly message: string };
}

export interface WireVoiceTarget {
  readonly language: string;
  readonly type: string;
}

export interface WireVoiceJob {
  readonly job_id: string;
  readonly product: 'voice';
  readonly operation: 'translate';
  readonly created_at: string;
  readonly updated_at: string;
  readonly usage: { readonly storage_used: number };
  readonly source_file: { readonly name: string; readonly content_type: string; readonly content_length: number };
  readonly parameters: { readonly source_language?: string };
  readonly targets: readonly WireVoiceTarget[];
  /** `results[i]` is the outcome for `targets[i]`. */
  readonly results: readonly WireVoiceResult[];
}

export interface WireVoiceCreated {
  readonly job_id: string;
  readonly upload_url: string;
  readonly signature: string;
  readonly signed_upload_url?: string;
}

/**
 * Maximum bytes of one phrase, source or target, after UTF-8 encoding. Bytes, not characters. Source: description,
 * "Glossary", entry constraint 5.
 */
export const PHRASE_MAX_UTF8_BYTES = 1024;
/** Maximum bytes of the name of a glossary after UTF-8 encoding. Source: table "Limits". */
export const GLOSSARY_NAME_MAX_UTF8_BYTES = 1024;
/**
 * Maximum bytes of one dictionary: 10 MB, counted here as 10 × 1,000,000 bytes of its entries text. Source: table
 * "Limits".
 */
export const DICTIONARY_MAX_BYTES = 10_000_000;
/** Maximum characters (code points) of the name of a style rule list. Source: table "Limits". */
export const STYLE_LIST_NAME_MAX_CHARS = 1024;
/** Maximum custom instructions of one list. Source: table "Limits". */
export const INSTRUCTIONS_MAX = 200;
/** Maximum characters (code points) of the label of an instruction. Source: table "Limits". */
export const INSTRUCTION_LABEL_MAX_CHARS = 100;
/** Maximum characters (code points) of the prompt of an instruction. Source: table "Limits". */
export const INSTRUCTION_PROMPT_MAX_CHARS = 300;
/** Page sizes of the listings that have pages. Source: table "Limits"; translation memories: public facts F46. */
export const PAGE_SIZE = { default: 10, min: 1, max: 25 } as const;
/** Maximum active developer keys of an account. Source: table "Limits". */
export const ACTIVE_KEYS_MAX = 25;
/** Maximum days of one usage report, including both ends. Source: public facts F28. */
export const ANALYTICS_MAX_DAYS = 366;
/** This number or more means "no limit" in GET /v2/usage. Source: public facts F45. */
export const NO_LIMIT = 1_000_000_000_000;
/** Maximum bytes of a request to POST /v2/translate. Source: public facts C10. */
export const TRANSLATE_MAX_BYTES = 128 * 1024;
/** Recommended time between two looks at a voice job. Source: table "Limits". */
export const VOICE_POLL_MS = 5000;
/** Minutes from the creation of a voice job in which its source may be uploaded. Source: table "Limits". */
export const VOICE_UPLOAD_WINDOW_MINUTES = 5;
/** Minutes from the upload in which the results of a voice job may be fetched. Source: table "Limits". */
export const VOICE_DOWNLOAD_WINDOW_MINUTES = 60;
/**
 * Maximum simultaneous voice jobs of an account, and of those with more than `VOICE_LARGE_BYTES`. Source: public facts
 * F37.
 */
export const VOICE_JOBS_MAX = 10;
export const VOICE_LARGE_JOBS_MAX = 2;
export const VOICE_LARGE_BYTES = 100_000_000;
/** Maximum bytes of one uploaded file. Source: public facts F37. */
export const VOICE_UPLOAD_MAX_BYTES = 1_073_741_824;
/** Longest source of a voice job, in minutes. Source: public facts F37. */
export const VOICE_DURATION_MAX_MINUTES = 180;
/** The threshold of a translation memory, in percent. Source: table "Limits". */
export const MEMORY_THRESHOLD = { min: 0, max: 100 } as const;

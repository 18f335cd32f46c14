/** Most bytes of one phrase, source or target, after UTF-8 encoding. Bytes, not characters. Source: description, "Glossary", entry constraint 5. */
export const PHRASE_MAX_UTF8_BYTES = 1024;
/** Most bytes of a glossary's name after UTF-8 encoding. Source: table "Limits". */
export const GLOSSARY_NAME_MAX_UTF8_BYTES = 1024;
/** Most bytes of one dictionary: 10 MB each, counted here as 10 × 1,000,000 bytes of its entries text. Source: table "Limits". */
export const DICTIONARY_MAX_BYTES = 10_000_000;
/** Most characters (code points) of a style rule list's name. Source: table "Limits". */
export const STYLE_LIST_NAME_MAX_CHARS = 1024;
/** Most custom instructions of one list. Source: table "Limits". */
export const INSTRUCTIONS_MAX = 200;
/** Most characters (code points) of an instruction's label. Source: table "Limits". */
export const INSTRUCTION_LABEL_MAX_CHARS = 100;
/** Most characters (code points) of an instruction's prompt. Source: table "Limits". */
export const INSTRUCTION_PROMPT_MAX_CHARS = 300;
/** Page sizes of GET /v3/style_rules. Source: table "Limits". */
export const STYLE_LIST_PAGE_SIZE = { default: 10, min: 1, max: 25 } as const;

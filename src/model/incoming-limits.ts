/**
 * The limits of all input from outside: answers, archives, output of git, files, waits. They are data in one place, so
 * that a reviewer sees them together. Each is far above the needs of the real service and of real repositories, and
 * below what harms a runner of CI.
 */

const MIB = 1024 * 1024;

/**
 * Bytes of the answer with the entries of one dictionary, unpacked. The largest dictionary has 10 MB, and JSON may
 * write a byte of it as six.
 */
export const ENTRIES_ANSWER_MAX_BYTES = 64 * MIB;
/** Bytes of any other JSON answer, unpacked. */
export const JSON_ANSWER_MAX_BYTES = 16 * MIB;
/**
 * Maximum bytes of the body of a refusal. A longer one is a web page without a message for us; the status counts
 * anyway.
 */
export const ERROR_BODY_MAX_BYTES = 64 * 1024;
/**
 * Columns of a table. Spreadsheets of many languages have a hundred; each header is compared with all names of
 * languages.
 */
export const TABLE_COLUMNS_MAX = 1000;
/** Pages of one listing. With 25 items a page that is ten thousand style rule lists. */
export const LIST_PAGES_MAX = 400;
/** Bytes of one result of a voice job. Three hours of uncompressed speech at 24 kHz have half a gigabyte. */
export const VOICE_RESULT_MAX_BYTES = 4096 * MIB;

/** Maximum milliseconds until an answer begins, and without progress of an answer. */
export const ATTEMPT_TIMEOUT_MS = 30_000;
/** Milliseconds after the beginning of a call in which an attempt may begin. */
export const CALL_TIME_LIMIT_MS = 300_000;
/** Milliseconds that a service may ask to wait before another attempt. */
export const WAIT_MAX_MS = 60_000;
/** The most that a time limit can be set to. */
export const TIME_SETTING_MAX_MS = 24 * 3_600_000;

/** Bytes of a zip archive as it is downloaded. */
export const ARCHIVE_MAX_BYTES = 16 * MIB;
/** Files of an archive. A step of ours uploads a few for each target. */
export const ARCHIVE_FILES_MAX = 500;
/** Bytes of one file of an archive, unpacked: a plan of some 500,000 terms. */
export const ARCHIVE_FILE_MAX_BYTES = 200 * MIB;
/** Bytes of all files of an archive together, unpacked. */
export const ARCHIVE_SUM_MAX_BYTES = 256 * MIB;
/** Bytes of the event that a runner of CI describes in a file. */
export const EVENT_FILE_MAX_BYTES = 32 * MIB;

/** Maximum bytes of a saved plan, after decompression. Just below the longest string that Node can hold. */
export const PLAN_FILE_MAX_BYTES = 500_000_000;
/** Bytes of a list of terms of another system. */
export const IMPORT_MAX_BYTES = 100 * MIB;
/** Bytes of a text to translate, from a file or from standard input. */
export const TEXT_INPUT_MAX_BYTES = 16 * MIB;
/** Bytes that one run of git may print: all the files of one version of a ledger. */
export const GIT_OUTPUT_MAX_BYTES = 1024 * MIB;
/** Maximum bytes of the messages of git; the rest is dropped. */
export const GIT_MESSAGE_MAX_BYTES = 64 * 1024;

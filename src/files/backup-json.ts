import { digestOf } from '../model/digest.ts';
import type { Checked } from '../model/finding.ts';
import type { SourceRef } from '../model/source-ref.ts';

/** The file that makes a folder a backup. It is written last: without it, the backup was not finished. */
export const BACKUP_JSON = 'backup.json';
/** Counts up when an older reader would misread. */
export const BACKUP_FORMAT = 1;

/** Which resource of the target a resource of the backup was. */
interface BackedUp {
  readonly address: string;
  readonly id: string;
}

export interface BackupJson {
  readonly formatVersion: typeof BACKUP_FORMAT;
  readonly target: { readonly name: string; readonly baseUrl: string };
  /** ISO 8601. */
  readonly time: string;
  readonly glossaries: readonly (BackedUp & {
    readonly name: string;
    readonly dictionaries: readonly { readonly pair: string; readonly entries: number }[];
    /** Of the name and the entries. */
    readonly digest: string;
  })[];
  /** Absent when they are not open to the account. */
  readonly styleRules?: readonly (BackedUp & {
    readonly name: string;
    readonly language: string;
    readonly rules: number;
    readonly instructions: number;
    readonly digest: string;
  })[];
  /** Active ones, without their secrets; absent when the target had no admin key. */
  readonly developerKeys?: readonly (BackedUp & { readonly label: string })[];
  /** What the target has and files cannot hold; absent: nothing. A dictionary has the id of its glossary. A restore lets it be. */
  readonly leftOut?: readonly (BackedUp & {
    /** Codes of what was found when its files were read again. */
    readonly why: readonly string[];
  })[];
  /** Every other file of the backup, relative to its folder, in code unit order. */
  readonly files: readonly { readonly path: string; readonly sha256: string }[];
}

type Json = Parameters<typeof digestOf>[0];

/** The text of `backup.json`, with the digest of all that it says. It shows an edit that was not meant; whoever means one can write the digest too. */
export const backupJsonText = (backup: BackupJson): string =>
  `${JSON.stringify({ ...backup, digest: digestOf(backup as unknown as Json) }, null, 2)}\n`;

/** What is wrong with a file, to be told with its place. */
class Damage extends Error {
  override readonly name = 'Damage';
}

type Fields = Readonly<Record<string, unknown>>;

function fields(value: unknown, place: string): Fields {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields;
  throw new Damage(`${place} is no object`);
}

function list<Item>(value: unknown, place: string, item: (fields: Fields, place: string) => Item): readonly Item[] {
  if (!Array.isArray(value)) throw new Damage(`${place} is no list`);
  return value.map((each, index) => item(fields(each, `${place}[${index}]`), `${place}[${index}]`));
}

function text(value: unknown, place: string): string {
  if (typeof value === 'string') return value;
  throw new Damage(`${place} is no text`);
}

function texts(value: unknown, place: string): readonly string[] {
  if (!Array.isArray(value)) throw new Damage(`${place} is no list`);
  return value.map((each, index) => text(each, `${place}[${index}]`));
}

function count(value: unknown, place: string): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw new Damage(`${place} is no count`);
}

const backedUp = ({ address, id }: Fields, place: string): BackedUp => ({
  address: text(address, `${place}.address`),
  id: text(id, `${place}.id`),
});

function parsed(json: Fields): BackupJson {
  const target = fields(json.target, 'target');
  const { styleRules: lists, developerKeys: keys, leftOut } = json;
  return {
    formatVersion: BACKUP_FORMAT,
    target: { name: text(target.name, 'target.name'), baseUrl: text(target.baseUrl, 'target.baseUrl') },
    time: text(json.time, 'time'),
    glossaries: list(json.glossaries, 'glossaries', (each, place) => ({
      ...backedUp(each, place),
      name: text(each.name, `${place}.name`),
      dictionaries: list(each.dictionaries, `${place}.dictionaries`, (dictionary, at) => ({
        pair: text(dictionary.pair, `${at}.pair`),
        entries: count(dictionary.entries, `${at}.entries`),
      })),
      digest: text(each.digest, `${place}.digest`),
    })),
    ...(lists !== undefined && {
      styleRules: list(lists, 'styleRules', (each, place) => ({
        ...backedUp(each, place),
        name: text(each.name, `${place}.name`),
        language: text(each.language, `${place}.language`),
        rules: count(each.rules, `${place}.rules`),
        instructions: count(each.instructions, `${place}.instructions`),
        digest: text(each.digest, `${place}.digest`),
      })),
    }),
    ...(keys !== undefined && {
      developerKeys: list(keys, 'developerKeys', (each, place) => ({
        ...backedUp(each, place),
        label: text(each.label, `${place}.label`),
      })),
    }),
    ...(leftOut !== undefined && {
      leftOut: list(leftOut, 'leftOut', (each, place) => ({
        ...backedUp(each, place),
        why: texts(each.why, `${place}.why`),
      })),
    }),
    files: list(json.files, 'files', ({ path, sha256 }, place) => ({
      path: text(path, `${place}.path`),
      sha256: text(sha256, `${place}.sha256`),
    })),
  };
}

/** `backup.json`, or what is wrong with it. `bytes`: `undefined` when there is none. */
export function parseBackupJson(bytes: Uint8Array | undefined): Checked<BackupJson> {
  const at: SourceRef = { file: BACKUP_JSON, line: 1, column: 1 };
  const fault = (code: string, details: Readonly<Record<string, string>>): Checked<BackupJson> => ({
    findings: [{ code, severity: 'error', at, details }],
  });
  if (bytes === undefined) return fault('backup-incomplete', {});
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return fault('backup-damaged', { what: 'it is not JSON' });
  }
  try {
    const json = fields(value, 'it');
    if (json.formatVersion !== BACKUP_FORMAT)
      return fault('backup-format', { found: JSON.stringify(json.formatVersion) ?? 'none' });
    const made = parsed(json);
    if (text(json.digest, 'digest') !== digestOf(made as unknown as Json)) return fault('backup-file-edited', {});
    return { value: made, findings: [] };
  } catch (error) {
    if (error instanceof Damage) return fault('backup-damaged', { what: error.message });
    throw error;
  }
}

import { KEY_PART_NAMES } from '../files/developer-key-names.ts';
import { KEY_LIMITS, type KeyLimits } from '../model/developer-key.ts';
import { LedgerError } from './ledger-error.ts';

/** The file that says what an entry of the ledger holds. */
export const LEDGER_JSON = 'ledger.json';
/** Counts up when an older reader would misread. What developer keys say beyond their ids came later: who does not know it leaves it out, and misreads nothing. */
export const LEDGER_FORMAT = 1;

export interface LedgerJsonDictionary {
  /** `en->de`. */
  readonly pair: string;
  readonly file: string;
  readonly digest: string;
}

export interface LedgerJson {
  readonly format_version: typeof LEDGER_FORMAT;
  readonly target: string;
  readonly base_url: string;
  readonly workspace: string;
  readonly glossaries: readonly {
    readonly address: string;
    readonly id: string;
    readonly protect: boolean;
    readonly name: string;
    readonly dictionaries: readonly LedgerJsonDictionary[];
  }[];
  readonly style_rules: readonly {
    readonly address: string;
    readonly id: string;
    readonly protect: boolean;
    readonly name: string;
    readonly language: string;
    /** Category, rule, option. */
    readonly rules: readonly (readonly [string, string, string])[];
    readonly instructions: readonly {
      readonly label: string;
      readonly prompt: string;
      readonly source_language?: string;
    }[];
  }[];
  readonly developer_keys: readonly LedgerJsonKey[];
  /** Style lists whose replacement is not known to be done. Absent: none. */
  readonly unfinished?: readonly LedgerJsonUnfinished[];
}

/** `made`: how the new list is known, when it is not known to be there. */
export interface LedgerJsonUnfinished {
  readonly address: string;
  readonly old: string;
  readonly made?: { readonly digest: string; readonly not_ids: readonly string[] };
}

/** A part that is absent is not known: an earlier version wrote the entry, or nothing has managed the part yet. */
export interface LedgerJsonKey {
  readonly address: string;
  readonly id: string;
  readonly protect: boolean;
  readonly label?: string;
  readonly limits?: Readonly<Partial<Record<LedgerJsonLimit, number | null>>>;
  readonly deactivated?: boolean;
}

/** A limit as the files name it. */
type LedgerJsonLimit = (typeof KEY_PART_NAMES)[keyof KeyLimits];

/** The way out of a history whose last entry cannot be used. */
export const REPAIR =
  'Bring back what is missing (git fsck names it) from another clone or a backup, or go back to an entry that can be read: with git update-ref <the ref of the ledger> <commit>, on a remote with git push --force <remote> <commit>:<the ref of the ledger>, in a folder by removing the later files of entries/';

const corrupt = (what: string): LedgerError =>
  new LedgerError(`${LEDGER_JSON} of the ledger is damaged: ${what}`, REPAIR);

type Fields = Readonly<Record<string, unknown>>;

function fields(value: unknown, place: string): Fields {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields;
  throw corrupt(`${place} is no object`);
}

function list<Item>(value: unknown, place: string, item: (value: unknown, place: string) => Item): readonly Item[] {
  if (!Array.isArray(value)) throw corrupt(`${place} is no list`);
  return value.map((each, index) => item(each, `${place}[${index}]`));
}

function text(value: unknown, place: string): string {
  if (typeof value === 'string') return value;
  throw corrupt(`${place} is no text`);
}

function flag(value: unknown, place: string): boolean {
  if (typeof value === 'boolean') return value;
  throw corrupt(`${place} is neither true nor false`);
}

function owned(value: unknown, place: string, kind: string) {
  const { address, id, protect } = fields(value, place);
  const named = text(address, `${place}.address`);
  // Addresses become paths again.
  if (!named.startsWith(`${kind}.`) || /\p{Cc}|(?:^|\/)\.\.?(?:\/|$)/u.test(named.slice(kind.length + 1)))
    throw corrupt(`${place}.address is no address of its kind`);
  return { address: named, id: text(id, `${place}.id`), protect: flag(protect, `${place}.protect`) };
}

function dictionary(value: unknown, place: string): LedgerJsonDictionary {
  const { pair, file, digest } = fields(value, place);
  const key = text(pair, `${place}.pair`);
  if (!/^[a-z]{2,3}->[a-z]{2,3}$/.test(key)) throw corrupt(`${place}.pair is no language pair`);
  return { pair: key, file: text(file, `${place}.file`), digest: text(digest, `${place}.digest`) };
}

function rule(value: unknown, place: string): readonly [string, string, string] {
  const [category, name, option, ...more] = list(value, place, text);
  if (category === undefined || name === undefined || option === undefined || more.length > 0)
    throw corrupt(`${place} is no rule`);
  return [category, name, option];
}

function instruction(value: unknown, place: string) {
  const { label, prompt, source_language: source } = fields(value, place);
  return {
    label: text(label, `${place}.label`),
    prompt: text(prompt, `${place}.prompt`),
    ...(source !== undefined && { source_language: text(source, `${place}.source_language`) }),
  };
}

function limits(value: unknown, place: string): NonNullable<LedgerJsonKey['limits']> {
  const given = fields(value, place);
  return Object.fromEntries(
    KEY_LIMITS.flatMap((each) => {
      const name = KEY_PART_NAMES[each];
      const limit = given[name];
      if (limit === undefined) return [];
      if (limit === null || (Number.isSafeInteger(limit) && (limit as number) >= 0)) return [[name, limit]];
      throw corrupt(`${place}.${name} is no limit`);
    }),
  );
}

function developerKey(value: unknown, place: string): LedgerJsonKey {
  const { label, limits: limited, deactivated } = fields(value, place);
  return {
    ...owned(value, place, 'developer_key'),
    ...(label !== undefined && { label: text(label, `${place}.label`) }),
    ...(limited !== undefined && { limits: limits(limited, `${place}.limits`) }),
    ...(deactivated !== undefined && { deactivated: flag(deactivated, `${place}.deactivated`) }),
  };
}

function unfinished(value: unknown, place: string): LedgerJsonUnfinished {
  const { old, made } = fields(value, place);
  const { address } = owned({ ...fields(value, place), id: '', protect: false }, place, 'style_rules');
  if (made === undefined) return { address, old: text(old, `${place}.old`) };
  const { digest, not_ids: notIds } = fields(made, `${place}.made`);
  return {
    address,
    old: text(old, `${place}.old`),
    made: { digest: text(digest, `${place}.made.digest`), not_ids: list(notIds, `${place}.made.not_ids`, text) },
  };
}

/** `ledger.json`, or what is wrong with it and the way out. */
export function parseLedgerJson(bytes: Uint8Array): LedgerJson {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new LedgerError(`${LEDGER_JSON} of the ledger is damaged: it is no JSON`, REPAIR, { cause });
  }
  const json = fields(value, 'it');
  if (json.format_version !== LEDGER_FORMAT)
    throw new LedgerError(
      `${LEDGER_JSON} of the ledger has the format version ${JSON.stringify(json.format_version)}, this Lexform reads ${LEDGER_FORMAT}`,
      'Use the version of Lexform that wrote it, or a later one',
    );
  return {
    format_version: LEDGER_FORMAT,
    target: text(json.target, 'target'),
    base_url: text(json.base_url, 'base_url'),
    workspace: text(json.workspace ?? '', 'workspace'),
    glossaries: list(json.glossaries, 'glossaries', (each, place) => {
      const { name, dictionaries } = fields(each, place);
      return {
        ...owned(each, place, 'glossary'),
        name: text(name, `${place}.name`),
        dictionaries: list(dictionaries, `${place}.dictionaries`, dictionary),
      };
    }),
    style_rules: list(json.style_rules, 'style_rules', (each, place) => {
      const { name, language, rules, instructions } = fields(each, place);
      return {
        ...owned(each, place, 'style_rules'),
        name: text(name, `${place}.name`),
        language: text(language, `${place}.language`),
        rules: list(rules, `${place}.rules`, rule),
        instructions: list(instructions, `${place}.instructions`, instruction),
      };
    }),
    developer_keys: list(json.developer_keys, 'developer_keys', developerKey),
    ...(json.unfinished !== undefined && { unfinished: list(json.unfinished, 'unfinished', unfinished) }),
  };
}

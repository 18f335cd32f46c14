import { KEY_PART_NAMES } from '../files/resources/developer-key-names.ts';
import * as d from '../model/decode.ts';
import type { PairKey } from '../model/entries/language-pair.ts';
import { LedgerError } from './ledger-error.ts';

/** The file that describes a ledger entry. */
export const LEDGER_JSON = 'ledger.json';
/** It increases when an older reader would misread the file. */
export const LEDGER_FORMAT = 1;

/** What to do when the last entry cannot be used. */
export const REPAIR =
  'Bring back what is missing (git fsck names it) from another clone or a backup, or go back to an entry that ' +
  'can be read: with git update-ref <the ref of the ledger> <commit>, on a remote with git push --force ' +
  '<remote> <commit>:<the ref of the ledger>, in a folder by removing the later files of entries/';

/** An address. It becomes a path again, so it must not leave its folder. */
const addressOf = <Kind extends string>(kind: Kind) =>
  d.refined(
    d.text,
    (address): address is `${Kind}.${string}` =>
      address.startsWith(`${kind}.`) && !/\p{Cc}|(?:^|\/)\.\.?(?:\/|$)/u.test(address.slice(kind.length + 1)),
    `an address of the kind ${kind}`,
  );

const owned = <Kind extends string>(kind: Kind) => ({ address: addressOf(kind), id: d.text, protect: d.flag });

const dictionary = d.object({
  pair: d.refined(d.text, (key): key is PairKey => /^[a-z]{2,3}->[a-z]{2,3}$/.test(key), 'a language pair'),
  file: d.text,
  digest: d.text,
});

/** Category, rule, option. */
const rule = d.refined(
  d.list(d.text),
  (parts): parts is readonly [string, string, string] => parts.length === 3,
  'a rule: its category, its name and its option',
);

const limit = d.optional(d.nullable(d.count));

/** An absent part is unknown: nothing has managed it yet. */
const developerKey = d.object({
  ...owned('developer_key'),
  label: d.optional(d.text),
  limits: d.optional(
    d.object({ [KEY_PART_NAMES.characters]: limit, [KEY_PART_NAMES.speechToTextMilliseconds]: limit }),
  ),
  deactivated: d.optional(d.flag),
});

const ledgerDocument = d.object({
  format_version: d.oneOf(LEDGER_FORMAT),
  target: d.text,
  base_url: d.text,
  workspace: d.text,
  glossaries: d.list(d.object({ ...owned('glossary'), name: d.text, dictionaries: d.list(dictionary) })),
  style_rules: d.list(
    d.object({
      ...owned('style_rules'),
      name: d.text,
      language: d.text,
      rules: d.list(rule),
      instructions: d.list(d.object({ label: d.text, prompt: d.text, source_language: d.optional(d.text) })),
    }),
  ),
  developer_keys: d.list(developerKey),
  /**
   * Style lists whose replacement may not be complete. Absent: none. `replacement`: identifies the new list while
   * nobody knows whether it exists.
   */
  unfinished: d.optional(
    d.list(
      d.object({
        address: addressOf('style_rules'),
        old: d.text,
        replacement: d.optional(d.object({ digest: d.text, not_ids: d.list(d.text) })),
      }),
    ),
  ),
});

export type LedgerJson = d.Decoded<typeof ledgerDocument>;
export type LedgerJsonKey = LedgerJson['developer_keys'][number];
export type LedgerJsonDictionary = d.Decoded<typeof dictionary>;

/** Parses `ledger.json`. Throws a `LedgerError` that says what is wrong and what to do. */
export function parseLedgerJson(bytes: Uint8Array): LedgerJson {
  try {
    return d.parseJson(bytes, (at) => {
      const { format_version: version } = d.object({ format_version: d.anything })(at);
      if (version === LEDGER_FORMAT) return ledgerDocument(at);
      throw new LedgerError(
        `${LEDGER_JSON} of the ledger has the format version ${JSON.stringify(version)}, this Lexform reads ` +
          `${LEDGER_FORMAT}`,
        'Use the version of Lexform that wrote it, or a later one',
      );
    });
  } catch (cause) {
    if (!(cause instanceof d.DecodeError)) throw cause;
    throw new LedgerError(`${LEDGER_JSON} of the ledger is damaged: ${cause.message}`, REPAIR, { cause });
  }
}

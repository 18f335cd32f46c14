import { dictionaryAddress, type GlossaryAddress, glossaryDigest } from '../../src/kinds/glossary/glossary.ts';
import type { LedgerState } from '../../src/kinds/states.ts';
import type { LedgerTarget } from '../../src/ledger/ledger.ts';
import { ledgerFiles } from '../../src/ledger/ledger-files.ts';
import { PLAN_FILE } from '../../src/ledger/ledger-json.ts';
import { noteText } from '../../src/ledger/ledger-note.ts';
import { entriesOf } from '../../src/model/entries/entries.ts';
import { type PairKey, parsePairKey } from '../../src/model/entries/language-pair.ts';
import { glossaryId } from '../../src/model/ids.ts';
import { type Plan, valueChange } from '../../src/model/plan/plan.ts';
import { digestOf } from '../../src/model/resources/digest.ts';
import { planJson } from '../../src/review/plan/plan-json.ts';
import { planFact, planTextOf } from '../../src/steps/ledger/apply-under-ledger.ts';

/** The ledger to make: one glossary with one dictionary, and a new translation of one term in each entry. */
export interface LongLedgerInput {
  readonly target: LedgerTarget;
  readonly address: GlossaryAddress;
  readonly id: string;
  readonly pair: PairKey;
  /** The rows before the first entry that is made. */
  readonly rows: readonly (readonly [source: string, target: string])[];
  readonly actor: string;
}

/** One entry as an apply writes it. */
export interface MadeEntry {
  readonly message: string;
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** The rows of the dictionary after it. */
  readonly rows: readonly (readonly [source: string, target: string])[];
}

/** The row that the n-th entry changes, and its new translation. */
export const longLedgerEdit = (
  rows: LongLedgerInput['rows'],
  number: number,
): { readonly at: number; readonly target: string } => {
  const at = (number * 7919) % rows.length;
  return { at, target: `${rows[at]?.[0] ?? ''} (${number})` };
};

/** What applies write that each change one translation. A test holds that they write just this. */
export function* longLedgerEntries(input: LongLedgerInput, count: number, first = 1): Generator<MadeEntry> {
  const { target, address, pair, actor } = input;
  const name = address.slice('glossary.'.length);
  const csv = `glossaries/${name}/${pair.replace('->', '-')}.csv`;
  const id = glossaryId(input.id);
  let rows = input.rows;
  let before = entriesOf(rows);
  const dictionariesWith = (entries: typeof before) =>
    new Map([[pair, { pair: parsePairKey(pair), entries }] as const]);
  for (let number = first; number < first + count; number += 1) {
    const edit = longLedgerEdit(rows, number);
    const [source = '', from] = rows[edit.at] ?? [];
    rows = rows.map((row, at) => (at === edit.at ? ([source, edit.target] as const) : row));
    const after = entriesOf(rows);
    const plan = {
      formatVersion: 1,
      target: { name: target.name, baseUrl: target.baseUrl },
      only: [],
      liveFingerprint: digestOf([[id, glossaryDigest(name, dictionariesWith(before))]]),
      changes: [
        {
          kind: 'glossary',
          action: 'update',
          address,
          id,
          adopted: false,
          values: [{ key: ['name'], from: name, to: name }],
          before: {},
          children: [
            {
              address: dictionaryAddress(address, pair),
              pair: parsePairKey(pair),
              action: 'update',
              before: before.size,
              after: after.size,
              values: [
                valueChange(['entry', pair, source], from, edit.target, { file: csv, line: edit.at + 1, column: 1 }),
              ],
              origin: { file: csv, line: 1, column: 1 },
            },
          ],
          origin: { file: `glossaries/${name}/glossary.yaml`, line: 1, column: 7 },
          operations: [
            {
              id: `${address}#1`,
              kind: 'merge-entries',
              method: 'PATCH',
              path: `/v3/glossaries/${id}`,
              pre: before.digest,
              post: after.digest,
              touches: [['entry', pair]],
            },
          ],
        },
      ],
      unmanaged: [],
    } as unknown as Plan;
    const bytes = new TextEncoder().encode(planJson(plan));
    const state: LedgerState = {
      glossaries: new Map([
        [address, { id, protect: false, content: { name, dictionaries: dictionariesWith(after) } }],
      ]),
      styleLists: new Map(),
      developerKeys: new Map(),
    };
    const facts = [
      ['Plan', planFact(planTextOf(bytes).sha256)],
      ['Actor', actor],
      ['Outcome', 'complete'],
    ] as const;
    yield {
      message: noteText({ summary: `update ${address}`, facts }),
      files: new Map([[PLAN_FILE, bytes], ...ledgerFiles(state, target)]),
      rows,
    };
    before = after;
  }
}

/** The entries as a stream for `git fast-import`, after the last commit of a ref. */
export function* longLedgerStream(
  ref: string,
  last: string,
  entries: Iterable<MadeEntry>,
  seconds = 1_767_323_045,
): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  let number = 0;
  for (const { message, files } of entries) {
    number += 1;
    const text = encoder.encode(message);
    yield encoder.encode(
      `commit ${ref}\ncommitter Lexform <lexform@localhost> ${seconds + number * 60} +0000\ndata ${text.byteLength}\n`,
    );
    yield text;
    yield encoder.encode(`\n${number === 1 ? `from ${last}\n` : ''}deleteall\n`);
    for (const [path, bytes] of files) {
      yield encoder.encode(`M 100644 inline ${path}\ndata ${bytes.byteLength}\n`);
      yield bytes;
      yield encoder.encode('\n');
    }
  }
}

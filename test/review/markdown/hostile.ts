import fc from 'fast-check';
import type { ApplyReport, Outcome } from '../../../src/apply/outcome.ts';
import type { Finding } from '../../../src/model/finding.ts';
import { glossaryId, instructionId, styleId } from '../../../src/model/ids.ts';
import { byCodeUnit } from '../../../src/model/order.ts';
import type { DictionaryAddress, GlossaryAddress, StyleListAddress } from '../../../src/model/resources/address.ts';
import { DRIFT_PARTS, type Drift } from '../../../src/plan/drift/drift.ts';
import type { EntryChange, GlossaryChange, Operation, Plan, StyleListChange } from '../../../src/plan/plan.ts';
import type { StaleDetail } from '../../../src/plan/stale/stale-detail.ts';
import { fromParts } from '../../support/drift-parts.ts';

/** Is part of every hostile text, so that a test sees where such text ends up. */
export const CANARY = 'qZx';

const PARTS = [
  ...'|`*_~[]()<>#@!\\&:;/.,="\'%+-^{}?$ ab1é東שع\u0301',
  '```',
  '````\n',
  '~~~',
  '\n',
  '\r',
  '\r\n',
  '\n\n',
  '\t',
  '\u0000',
  '\u0007',
  '\u001b[2K',
  '\u0085',
  '\u2028',
  '\u2029',
  '\u202e',
  '\u2066',
  '\u200b',
  '\u200d',
  '\u200e',
  '\ufeff',
  '\ufffe',
  '\uffff',
  '\ud800',
  '\udc00',
  '\ue000',
  '\ue001',
  '\ue002',
  '\u{e0041}',
  '☺\ufe0f',
  '</code>',
  '</details>',
  '<details>',
  '<summary>',
  '<!--',
  '-->',
  '<img src=x onerror=alert(1)>',
  '<script>',
  ']]>',
  '<![CDATA[',
  '@octocat',
  '@org/team',
  'a@b.example',
  '#123',
  'GH-1',
  'o/r#1',
  'https://evil.example',
  'www.evil.example',
  '[x](javascript:1)',
  '![x](y)',
  '\n| a | b |',
  '\n# x',
  '\n> x',
  '\n---\n',
  '&#64;',
  '&amp;',
  '&lt;',
  '::error::',
  '::set-output name=x::',
  '::add-mask::the',
  '##[error]',
  '##vso[task]',
  '%0A::error::',
  '%25',
  ',',
  ' ',
  '\u3000',
];

const parts = fc.array(fc.constantFrom(...PARTS), { maxLength: 5 });

/** A text that tries everything, with the canary somewhere in it. */
export const anyHostileText: fc.Arbitrary<string> = fc
  .tuple(parts, parts)
  .map(([before, after]) => [...before, CANARY, ...after].join(''));

/** A text of the same kind for what has thousands of them, where a seed is all that a property chooses. */
export function hostileText(random: () => number): string {
  const parts = Array.from({ length: 1 + Math.floor(random() * 8) }, () => PARTS[Math.floor(random() * PARTS.length)]);
  parts.splice(Math.floor(random() * (parts.length + 1)), 0, CANARY);
  return parts.join('');
}

const some = <Item>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index));

const operation = (id: string): Operation =>
  ({ id, kind: 'rename-glossary', method: 'PATCH', path: '/x', pre: 'absent', post: 'absent' }) as const;

/**
 * A plan in which every text that may be anything is hostile. `texts` makes the texts; `terms` is how many each
 * dictionary changes.
 */
export function planOf(text: () => string, { terms, random }: { terms: number; random: () => number }): Plan {
  const at = () => ({ file: text(), line: 1 + Math.floor(random() * 9), column: 1 });
  const entry = (): EntryChange => {
    const kind = random();
    if (kind < 0.3) return { kind: 'removed', source: text(), from: text() };
    if (kind < 0.6) return { kind: 'changed', source: text(), from: text(), to: text(), at: at() };
    return { kind: 'added', source: text(), to: text(), at: at() };
  };
  const order = ['removed', 'changed', 'added'];
  const glossary = (index: number): GlossaryChange => {
    const address = `glossary.${text()}${index}` as GlossaryAddress;
    const action = (['update', 'create', 'delete'] as const)[index % 3] ?? 'update';
    return {
      kind: 'glossary',
      action,
      address,
      id: glossaryId(text()),
      adopted: index % 2 === 0,
      nameBefore: text(),
      nameAfter: text(),
      dictionaries: ['de', 'fr'].map((target) => ({
        address: `${address}/en->${target}` as DictionaryAddress,
        pair: { source: 'en', target },
        action,
        before: 1234,
        after: 1230,
        entries: some(terms, entry).sort((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind)),
        origin: at(),
      })),
      operations: [operation(`${address}#1`) as GlossaryChange['operations'][number]],
      origin: at(),
    };
  };
  const list = (index: number): StyleListChange => ({
    kind: 'style-list',
    action: (['update', 'replace', 'delete'] as const)[index % 3] ?? 'update',
    address: `style_rules.${text()}` as StyleListAddress,
    id: styleId(text()),
    adopted: true,
    nameBefore: text(),
    nameAfter: text(),
    languageBefore: text(),
    languageAfter: text(),
    rules: [
      { kind: 'removed', category: text(), rule: text(), from: text() },
      { kind: 'changed', category: text(), rule: text(), from: text(), to: text(), at: at() },
      { kind: 'added', category: text(), rule: text(), to: text(), at: at() },
    ],
    rulesBefore: 3,
    instructions: [
      { kind: 'removed', id: instructionId('1'), from: { label: text(), prompt: text() } },
      {
        kind: 'changed',
        id: instructionId('2'),
        from: { label: text(), prompt: text(), sourceLanguage: text() },
        to: { label: text(), prompt: text() },
        at: at(),
      },
      { kind: 'added', to: { label: text(), prompt: text() }, at: at() },
    ],
    instructionsBefore: 3,
    operations: [{ ...operation(`list${index}#1`), kind: 'delete-style-list' }],
    origin: at(),
  });
  return {
    formatVersion: 1,
    target: { name: text(), baseUrl: text() },
    only: some(Math.floor(random() * 8), text),
    liveFingerprint: 'x' as Plan['liveFingerprint'],
    changes: [...some(3, glossary), ...some(3, list)],
    adopts: [{ address: `glossary.${text()}`, id: text(), name: text() }],
    undoes: [`glossary.${text()}`, `glossary.${text()}`],
    moves: Array.from({ length: 5 }, () => ({ from: `glossary.${text()}`, to: `glossary.${text()}` }) as const),
    unmanaged: [{ address: `glossary.${text()}`, id: text(), name: text() }],
  };
}

export const findingsOf = (text: () => string, count: number): readonly Finding[] =>
  some(count, (index): Finding => {
    const severity = (['error', 'warning', 'info'] as const)[index % 3] ?? 'error';
    return {
      code: index % 4 === 0 ? 'duplicate-source' : 'phrase-outer-space',
      severity,
      at: { file: text(), line: 1 + index, column: 2 },
      related: [{ file: text(), line: 1, column: 1 }],
      details: { phrase: text(), source: text(), target: text(), firstTarget: text(), firstLine: 1 },
    };
  }).sort((one, other) => byCodeUnit(one.code, other.code));

const SETTLED = Object.fromEntries(DRIFT_PARTS.map((part) => [part, { same: 1, ours: 1 }])) as Drift['settled'];

/** Drift of four glossaries, each with 60 terms of which every third is a conflict, and a name that is one. */
export function driftLike(text: () => string): Drift {
  const entries = () =>
    some(60, (index) =>
      index % 3 === 0
        ? ({ kind: 'both', source: text(), base: text(), ours: text(), theirs: text() } as const)
        : ({ kind: 'theirs', source: text(), base: text(), theirs: text() } as const),
    );
  return {
    formatVersion: 1,
    target: { name: text(), baseUrl: text() },
    only: [text(), text()],
    resources: some(4, () =>
      fromParts({
        kind: 'glossary',
        address: `glossary.${text()}`,
        id: glossaryId(text()),
        baseName: text(),
        name: { kind: 'both', base: text(), ours: text(), theirs: text() },
        dictionaries: [
          {
            address: `glossary.${text()}/en->de`,
            pair: { source: 'en', target: text() },
            baseSize: 9,
            entries: entries(),
          },
        ],
      }),
    ),
    settled: SETTLED,
  };
}
/** Every kind of value that is not as the plan found it. */
export const staleDetail = (text: () => string): StaleDetail => {
  const sides = () => ({ planned: true, from: text(), to: text(), now: text() });
  const instruction = () => ({ label: text(), prompt: text(), sourceLanguage: text() });
  return {
    values: [
      { key: ['name'], ...sides() },
      { key: ['label'], ...sides() },
      { key: ['entry', `${text()}->${text()}`, text()], ...sides() },
      { key: ['entry', 'en->de', text()], planned: false, from: text(), now: text() },
      { key: ['rule', text(), text()], ...sides() },
      { key: ['instruction', text()], planned: true, from: instruction(), to: instruction(), now: instruction() },
      { key: ['limit', 'characters'], planned: true, from: null, to: 1, now: 2 },
      { key: ['deactivated'], planned: true, from: false, to: true },
    ],
    count: 99,
    complete: false,
  };
};

/** The report of a run in which the calls of a plan ended in every way there is. */
export function reportOf(plan: Plan, text: () => string): ApplyReport {
  const kinds = ['applied', 'already-done', 'stale', 'failed', 'unknown', 'not-tried'] as const;
  const outcomes = plan.changes.map((change, index): Outcome => {
    const kind = kinds[index % kinds.length] ?? 'applied';
    const base = { operation: change.operations[0] as Operation, address: change.address };
    if (kind === 'stale') return { kind, ...base, now: text(), detail: staleDetail(text) };
    if (kind === 'failed' || kind === 'unknown') return { kind, ...base, error: new Error(text()) };
    return kind === 'not-tried' ? { kind, ...base, because: 'earlier-operation' } : { kind, ...base };
  });
  const address = plan.changes[0]?.address ?? 'glossary.x';
  return {
    outcomes,
    ids: [{ address, id: text(), replaces: text() }],
    secrets: [{ kind: 'lost', address: `developer_key.${text()}`, error: new Error(text()) }],
  };
}

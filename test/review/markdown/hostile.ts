import fc from 'fast-check';
import type { StaleDetail } from '../../../src/change/stale-detail.ts';
import type { Finding } from '../../../src/model/finding.ts';
import { glossaryId } from '../../../src/model/ids.ts';
import { byCodeUnit } from '../../../src/model/lists.ts';
import type { Change, Operation, Plan } from '../../../src/model/plan/plan.ts';
import type { Comparison } from '../../../src/plan/compare/comparison.ts';
import { type Drift, perPart } from '../../../src/plan/drift/drift.ts';
import type { ApplyReport, Outcome } from '../../../src/plan/outcome.ts';
import { at, call, dictionaryChange, glossaryChange, type Line, styleListChange } from '../../support/changes.ts';
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

/**
 * A plan in which every text that may be anything is hostile. `texts` makes the texts; `terms` is how many each
 * dictionary changes.
 */
export function planOf(text: () => string, { terms, random }: { terms: number; random: () => number }): Plan {
  const place = () => at(text(), 1 + Math.floor(random() * 9));
  const entry = (): Line => {
    const kind = random();
    if (kind < 0.3) return ['-', text(), text()];
    return kind < 0.6 ? ['~', text(), text(), text(), place()] : ['+', text(), text(), place()];
  };
  const sides = () => [text(), text()] as const;
  const order = ['-', '~', '+'];
  const glossary = (index: number): Change => {
    const action = (['update', 'create', 'delete'] as const)[index % 3] ?? 'update';
    const address = `glossary.${text()}${index}` as const;
    return glossaryChange({
      action,
      address,
      id: text(),
      adopted: index % 2 === 0,
      name: sides(),
      dictionaries: (['en->de', 'en->fr'] as const).map((pair) => {
        const entries = some(terms, entry).sort(([one], [other]) => order.indexOf(one) - order.indexOf(other));
        return dictionaryChange(pair, entries, { action, after: 1230, origin: place() });
      }),
      operations: [call('rename-glossary', `${address}#1`)],
      origin: place(),
    });
  };
  const list = (index: number): Change =>
    styleListChange({
      action: (['update', 'replace', 'delete'] as const)[index % 3] ?? 'update',
      address: `style_rules.${text()}`,
      id: text(),
      adopted: true,
      name: sides(),
      language: sides(),
      rules: [
        ['-', sides(), text()],
        ['~', sides(), text(), text(), place()],
        ['+', sides(), text(), place()],
      ],
      instructions: [
        ['-', '1', { label: text(), prompt: text() }],
        [
          '~',
          '2',
          { label: text(), prompt: text(), sourceLanguage: text() },
          { label: text(), prompt: text() },
          place(),
        ],
        ['+', 'new 1', { label: text(), prompt: text() }, place()],
      ],
      before: { rule: 3, instruction: 3 },
      operations: [call('delete-style-list', `list${index}#1`)],
      origin: place(),
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

const SETTLED = perPart(() => ({ same: 1, ours: 1 }));

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

/** A comparison of three targets in which every text that somebody else wrote is made by `text`. */
export function comparisonLike(text: () => string): Comparison {
  const held = () => ({ id: text(), address: `glossary.${text()}`, standing: 'files' }) as const;
  return {
    formatVersion: 1,
    targets: [text(), text(), text()],
    only: [text()],
    compared: 9,
    resources: some(4, (index) => ({
      kind: 'glossary',
      name: text(),
      sizes: [{}, {}, {}],
      held: index % 2 === 0 ? [held(), null, held()] : [held(), held(), held()],
      values: [],
      children: [
        {
          name: `${text()}->de`,
          sizes: [{ entry: 9 }, index % 2 === 0 ? null : { entry: 9 }, { entry: 9 }],
          values: some(20, () => ({ key: ['entry', 'en->de', text()], values: [text(), null, text()] })),
        },
      ],
    })),
    ambiguous: [{ kind: 'glossary', name: text(), ids: [[text(), text()], [], [text()]] }],
    unread: [{ kind: 'glossary', targets: [text()] }],
  };
}

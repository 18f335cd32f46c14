import fc from 'fast-check';
import type { Plan } from '../../src/model/plan/plan.ts';
import { at, call, keyChange, type Line, styleListChange } from './changes.ts';
import { planOfEntries } from './page-plans.ts';

const FRAGMENTS = [
  '<script>alert(1)</script>',
  '</script>',
  '</SCRIPT ',
  '<!--',
  '<!-- <script>',
  '-->',
  '--!>',
  ']]>',
  '</style>',
  '</title>',
  '</bdi></td></table>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<base href="//evil.test">',
  '" onmouseover="alert(1)',
  "' autofocus onfocus='alert(1)",
  '`',
  '&lt;',
  '&#60;',
  '&#x3c;script&#x3e;',
  '&',
  'javascript:alert(1)',
  '\\u003c',
  '\\',
  '{"',
  '"]',
  '\0',
  '\r\n',
  '\n',
  '\t',
  '\u001b[31m',
  '\u0085',
  '\u2028',
  '\u2029',
  '\u202e',
  '\u2066',
  '\u200b',
  '\ufeff',
  '\ufffe',
  '\ud800',
  '\udfff',
  '⟨U+200B⟩',
  '__proto__',
  'عربي',
  '😀',
  ' ',
  'word',
];

/** Text that would be markup, leave a string, hide, or turn the line. */
export const hostileText = fc
  .array(
    fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...FRAGMENTS) }, fc.string({ unit: 'binary', maxLength: 6 })),
    {
      maxLength: 5,
    },
  )
  .map((parts) => parts.join(''));

/** Every second term has a part of speech. */
const withMarks = (plan: Plan, next: () => string): Plan => ({
  ...plan,
  changes: plan.changes.map((change) => ({
    ...change,
    children: change.children.map((child) => ({
      ...child,
      values: child.values.map((value, index) =>
        index % 2 === 0
          ? value
          : {
              ...value,
              term: {
                partOfSpeech: next(),
                status: 'draft' as const,
                definition: next(),
                example: next(),
                note: next(),
                changed: [
                  { field: 'status', from: next(), to: next() },
                  { field: 'note', to: next() },
                ],
              },
            },
      ),
    })),
  })),
});

/**
 * A plan of every kind of change, in which each text that is not part of its structure is the next one of a list.
 * `terms`: how many changed terms.
 */
export function planOfTexts(texts: readonly string[], terms = 24): Plan {
  let used = 0;
  const next = (): string => texts[used++ % texts.length] ?? '';
  const place = () => at(next(), 3);
  const entry = (index: number): Line => {
    const kind = (['+', '~', '-'] as const)[index % 3];
    if (kind === '-') return [kind, next(), next()];
    return kind === '~' ? [kind, next(), next(), next(), place()] : ['+', next(), next(), place()];
  };
  const entries = Array.from({ length: terms }, (_, index) => entry(index));
  const ofTerms = withMarks(planOfEntries(entries, next()), next);
  const instruction = () => ({ label: next(), prompt: next(), sourceLanguage: next() });
  const list = styleListChange({
    action: 'replace',
    address: `style_rules.${next()}`,
    adopted: true,
    name: [next(), next()],
    language: [next(), next()],
    rules: [
      ['+', [next(), next()], next(), place()],
      ['~', [next(), next()], next(), next()],
      ['-', [next(), next()], next()],
    ],
    instructions: [
      ['+', 'new 1', instruction(), place()],
      ['~', 'i1', instruction(), instruction()],
      ['-', 'i2', instruction()],
    ],
    operations: [call('replace-rules', 'list#1')],
  });
  const key = keyChange({
    action: 'create',
    address: `developer_key.${next()}`,
    label: next(),
    limits: [['~', 'characters', null, 0, place()]],
    operations: [call('create-developer-key', 'key#1')],
  });
  const held = (said: object) => ({
    at: place(),
    ...said,
    partOfSpeech: next(),
    entries: [{ address: `glossary.${next()}/en->de`, source: next(), target: next() }],
  });
  const heldBack = {
    rows: 3,
    reasons: [
      { reason: 'status', status: 'forbidden', rows: 1 },
      { reason: 'choice', by: 'pos', rows: 2 },
    ],
    listed: [held({ reason: 'status', status: 'forbidden' }), held({ reason: 'choice', by: 'pos' })],
    unlisted: 1,
  };
  const thing = () => ({ address: `glossary.${next()}`, id: next(), name: next() });
  return {
    ...ofTerms,
    target: { name: next(), baseUrl: next() },
    only: [next()],
    changes: [...ofTerms.changes, list, key],
    adopts: [thing()],
    unmanaged: [thing()],
    heldBack,
  } as unknown as Plan;
}

import fc from 'fast-check';
import type { EntryChange, Plan } from '../../src/plan/plan.ts';
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

/**
 * A plan of every kind of change, in which each text that is not part of its structure is the next one of a list.
 * `terms`: how many changed terms.
 */
export function planOfTexts(texts: readonly string[], terms = 24): Plan {
  let used = 0;
  const next = (): string => texts[used++ % texts.length] ?? '';
  const at = () => ({ file: next(), line: 3, column: 1 });
  const entry = (index: number): EntryChange => {
    const kind = (['added', 'changed', 'removed'] as const)[index % 3] ?? 'added';
    if (kind === 'added') return { kind, source: next(), to: next(), at: at() };
    return kind === 'changed'
      ? { kind, source: next(), from: next(), to: next(), at: at() }
      : { kind, source: next(), from: next() };
  };
  const entries = Array.from({ length: terms }, (_, index) => entry(index));
  const ofTerms = planOfEntries(entries, next());
  const instruction = () => ({ label: next(), prompt: next(), sourceLanguage: next() });
  const list = {
    kind: 'style-list',
    action: 'replace',
    address: `style_rules.${next()}`,
    adopted: true,
    nameBefore: next(),
    nameAfter: next(),
    languageBefore: next(),
    languageAfter: next(),
    rules: [
      { kind: 'added', category: next(), rule: next(), to: next(), at: at() },
      { kind: 'changed', category: next(), rule: next(), from: next(), to: next() },
      { kind: 'removed', category: next(), rule: next(), from: next() },
    ],
    rulesBefore: 2,
    instructions: [
      { kind: 'added', to: instruction(), at: at() },
      { kind: 'changed', id: 'i1', from: instruction(), to: instruction() },
      { kind: 'removed', id: 'i2', from: instruction() },
    ],
    instructionsBefore: 2,
    operations: [{}],
  };
  const key = {
    kind: 'developer-key',
    action: 'create',
    address: `developer_key.${next()}`,
    adopted: false,
    nameAfter: next(),
    limits: [{ limit: 'characters', from: null, to: 0, at: at() }],
    operations: [{}],
  };
  const thing = () => ({ address: `glossary.${next()}`, id: next(), name: next() });
  return {
    ...ofTerms,
    target: { name: next(), baseUrl: next() },
    only: [next()],
    changes: [...ofTerms.changes, list, key],
    adopts: [thing()],
    unmanaged: [thing()],
  } as unknown as Plan;
}

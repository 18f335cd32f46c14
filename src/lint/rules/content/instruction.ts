import { largest } from '../../../model/lists.ts';
import { KEEP_THE_SOURCE, MEANT_SO, NOTES_TO_READERS } from '../../data-instructions.ts';
import { bareNote } from '../../phrase-parts.ts';
import type { TargetNotes, TermRule } from '../../rule.ts';

const [KEEP, NOTES] = [new Set(KEEP_THE_SOURCE), new Set(NOTES_TO_READERS)];

const TEXTS: ReadonlySet<string> = new Set([...KEEP, ...NOTES]);

const TARGET_NOTES: TargetNotes = {
  texts: TEXTS,
  maxBytes: largest(
    Array.from(TEXTS, (text) => new TextEncoder().encode(text).length),
    0,
  ),
};

const isOneOf = (texts: ReadonlySet<string>, text: string): boolean => texts.has(text) || texts.has(bareNote(text));

/** A note to translators instead of a translation. */
export const contentInstruction: TermRule = {
  id: 'content/instruction',
  level: 'note',
  strict: 'warning',
  scope: 'term',
  summary: 'A target phrase is an instruction or a note, such as "do not translate" or "see context".',
  why: 'The service writes the instruction into the text as the translation.',
  message:
    '{side} phrase {quoted text} is a note to translators; the service would write it into the text. To keep ' +
    '{quoted term} unchanged, use it as its own translation; otherwise remove the row',
  fixes: {
    safety: 'suggested',
    how: 'For "do not translate", the source phrase becomes its own translation.',
  },
  precision: [
    { right: 6, hits: 7, lists: 'UI lists' },
    { right: 2, hits: 2, lists: 'glossaries in public repositories' },
  ],
  bad: [
    { pair: 'en->zh', source: 'GitHub', target: '不翻译', fixed: 'GitHub' },
    { pair: 'en->de', source: 'Bluetooth', target: '(Nicht übersetzen)', fixed: 'Bluetooth' },
    { pair: 'en->es', source: 'run', target: 'según contexto', note: 'no fix' },
    { pair: 'en->fr', source: 'token', target: 'TBD', note: 'no fix' },
  ],
  good: [
    { pair: 'en->de', source: 'not applicable', target: 'n/a' },
    { pair: 'en->de', source: 'do not translate', target: 'nicht übersetzen' },
    { pair: 'en->de', source: 'context', target: 'Kontext' },
  ],
  needs: () => ({ targetNotes: TARGET_NOTES }),
  check: ({ source, target }) => {
    const phrase = target.toLowerCase();
    if (MEANT_SO.test(source.toLowerCase())) return [];
    if (isOneOf(KEEP, phrase)) return [{ side: 'target', fix: { safety: 'suggested', text: source } }];
    return isOneOf(NOTES, phrase) ? [{ side: 'target' }] : [];
  },
};

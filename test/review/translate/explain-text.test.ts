import { describe, expect, test } from 'vitest';
import { glossaryId } from '../../../src/model/ids.ts';
import { explainJson, explainText } from '../../../src/review/translate/explain-text.ts';
import type { Explanation, TermInFiles } from '../../../src/steps/search/explanation.ts';

const NOTHING: Explanation = {
  term: 'house',
  inFiles: [],
  onService: [],
  mentions: [],
  mentionCount: 0,
  nearest: [],
  files: { dictionaries: 2, terms: 1204 },
};
const SERVICE = { target: 'prod', dictionaries: 1, terms: 3, unread: 0 };
const text = (explanation: Partial<Explanation>, whyNotRead?: string): string =>
  explainText({ ...NOTHING, ...explanation }, { color: false, ...(whyNotRead !== undefined && { whyNotRead }) });

describe('an explanation as text', () => {
  test('lets nothing through that moves the cursor, hides, or commands a CI system', () => {
    const evil = '\u001b[2J\u202e\u200b##[group]x\r\n::error::y';
    const hostile: TermInFiles = {
      dictionary: `glossary.${evil}/en->de`,
      glossary: evil,
      source: evil,
      target: evil,
      likeness: 'exact',
      at: { file: evil, line: 1, column: 1 },
      notes: [{ name: evil, text: evil }],
      service: { kind: 'differs', target: evil },
    };
    const shown = text(
      {
        term: evil,
        inFiles: [hostile],
        onService: [{ ...hostile, glossaryId: glossaryId(evil), managed: false }],
        mentions: [{ ...hostile, as: 'part' }],
        mentionCount: 1,
        nearest: [evil],
        service: { ...SERVICE, target: evil },
        language: evil,
      },
      evil,
    );
    expect(shown).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f\u202e\u200b]|##\[|(?:^|\s)::/m);
    const json = explainJson({ ...NOTHING, term: evil, inFiles: [hostile] });
    expect(json).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f\u202e\u200b]|##\[/);
    expect(JSON.parse(json)).toMatchObject({ term: evil, files: [{ source: evil, notes: [{ text: evil }] }] });
  });
});

import { describe, expect, test } from 'vitest';
import { editEntries } from '../../../src/files/edit/edit-entries.ts';
import { editFaults } from '../../../src/files/edit/edit-yaml-file.ts';
import { checkWanted, type Edited, notSafe, wantedEntries } from '../../../src/files/edit/entry-edit.ts';
import { editDeveloperKeys } from '../../../src/kinds/developer-key/files/developer-key-writing.ts';
import { editGlossaryFile } from '../../../src/kinds/glossary/files/glossary-writing.ts';
import { builtInCatalogue } from '../../../src/kinds/style-list/files/rule-catalogue.ts';
import { editStyleList } from '../../../src/kinds/style-list/files/style-list-writing.ts';
import type { PairKey } from '../../../src/model/entries/language-pair.ts';
import type { Finding } from '../../../src/model/finding.ts';
import { type EntryEdit, entryValues, keyEdits } from '../../support/file-values.ts';

const file = 'f';
const input = (text: string) => ({ bytes: new TextEncoder().encode(text), file });
const catalogue = builtInCatalogue();
const pair = { source: 'en', target: 'de' };

/** The edited text, or the findings. */
const shown = (edited: Edited): string | readonly Finding[] =>
  'bytes' in edited ? new TextDecoder().decode(edited.bytes) : edited.findings;

const top = { file, line: 1, column: 1 };
const unsafe = (what: string) => ({ code: 'edit-not-safe', severity: 'error', at: top, details: { what } });

describe('a file with a warning is edited', () => {
  test('glossary.yaml', () => {
    const text = 'name: " A"\nsamples: { en: [One., One.] }\n';
    expect(shown(editGlossaryFile(input(text), [{ kind: 'set-name', name: 'B' }]))).toBe(text.replace('" A"', '"B"'));
  });

  test('a style list', () => {
    const text = 'name: " A"\nlanguage: de\n';
    expect(shown(editStyleList({ ...input(text), catalogue }, [{ key: ['language'], to: 'fr' }]))).toBe(
      'name: " A"\nlanguage: fr\n',
    );
  });

  test('developer keys', () => {
    const edits = [{ kind: 'set-key', name: 'a', limits: { characters: 5 }, deactivates: false }] as const;
    expect(shown(editDeveloperKeys(input('a: { label: " A" }\n'), keyEdits(edits)))).toBe(
      'a: { label: " A", characters: 5 }\n',
    );
  });

  test('a dictionary and a table', () => {
    const values = [{ key: ['entry', 'en->de', 'a'], to: 'y' }] as const;
    const dictionary = { ...input('"# b",x\na,x\n'), pair, comments: '#' } as const;
    expect(shown(editEntries(dictionary, values))).toBe('"# b",x\na,y\n');
    const table = { ...input('en,de\n"# b",x\na,x\n'), pairs: ['en->*'], comments: '#' } as const;
    expect(shown(editEntries(table, values))).toBe('en,de\n"# b",x\na,y\n');
  });
});

describe('what a reader finds in an edited file', () => {
  const finding = (code: string, severity: Finding['severity']): Finding => ({
    code,
    severity,
    at: { file: 'g', line: 7, column: 3 },
    details: { key: 'k' },
  });

  test('is named at its top; warnings are not', () => {
    expect(editFaults([finding('value-empty', 'error'), finding('text-blank', 'warning')], file)).toEqual([
      { code: 'value-empty', severity: 'error', at: top, details: { key: 'k' } },
    ]);
    expect(editFaults([finding('text-blank', 'warning'), finding('yaml-odd', 'warning')], file)).toEqual([]);
  });

  test('is one finding when the file is no YAML any more', () => {
    const findings = [finding('value-empty', 'error'), finding('yaml-syntax', 'error')];
    expect(editFaults(findings, file)).toEqual([unsafe('content')]);
    expect(editFaults([finding('no-yaml-', 'error')], file)).toEqual([{ ...finding('no-yaml-', 'error'), at: top }]);
  });
});

describe('edits of entries', () => {
  test('the last one of a phrase counts', () => {
    const wanted = wantedEntries(
      entryValues([
        { kind: 'set', source: 'a', target: 'x' },
        { kind: 'remove', source: 'b' },
        { kind: 'set', source: 'b', target: 'y' },
        { kind: 'remove', source: 'a' },
      ]),
    );
    expect([...wanted]).toEqual([
      ['a', undefined],
      ['b', 'y'],
    ]);
  });

  test('a phrase that is none is refused at the top of the file; one that goes may be anything', () => {
    expect(checkWanted(new Map([['', undefined]]), file)).toEqual([]);
    expect(
      checkWanted(
        new Map([
          ['', 'x'],
          ['b', ' y'],
        ]),
        file,
      ),
    ).toMatchObject([
      { code: 'phrase-empty', severity: 'error', at: top },
      { code: 'phrase-outer-space', severity: 'error', at: top },
    ]);
    expect(notSafe(file, 'rows')).toEqual(unsafe('rows'));
  });
});

describe('nothing is written, and the finding says why', () => {
  test('in a dictionary', () => {
    const edit = (text: string, more: object, ...edits: readonly EntryEdit[]) =>
      shown(editEntries({ ...input(text), pair, comments: '#', ...more }, entryValues(edits)));
    expect(edit('x, y;z\na;b\n', {}, { kind: 'remove', source: 'a' })).toEqual([unsafe('delimiter')]);
    // A lone surrogate is written as another character.
    expect(edit('a,x\n', {}, { kind: 'set', source: 'a', target: '\ud800' })).toEqual([unsafe('rows')]);
    expect(edit('"# b",x\na,x\n', {}, { kind: 'set', source: '# c', target: 'x' })).toEqual([
      { code: 'edit-like-comment', severity: 'error', at: top, details: { term: '# c' } },
    ]);
    expect(edit('a,x\n', {}, { kind: 'set', source: '# "c"', target: 'x' })).toEqual([
      { code: 'edit-like-comment', severity: 'error', at: top, details: { term: '# "c"' } },
    ]);
    expect(edit('"# ""c""",x\n', {}, { kind: 'set', source: '# "c"', target: 'y' })).toBe('"# ""c""",y\n');
    expect(edit('a,x\n', { comments: 'none' }, { kind: 'set', source: '# c', target: 'y' })).toBe('a,x\n"# c",y\n');
  });

  test('in files that are no UTF-8', () => {
    const bytes = Uint8Array.of(0x61, 0x2c, 0xff, 0x0a);
    const dictionary = editEntries({ bytes, file, pair }, entryValues([{ kind: 'remove', source: 'a' }]));
    expect(dictionary).toMatchObject({ findings: [{ severity: 'error', at: { file } }] });
    expect(editEntries({ bytes, file, pairs: ['en->*'] }, [])).toMatchObject({
      findings: [{ severity: 'error', at: { file } }],
    });
  });

  test('in a table', () => {
    const edit = (text: string, of: PairKey, one: EntryEdit) =>
      shown(editEntries({ ...input(text), pairs: ['en->*', 'de->en'], comments: '#' }, entryValues([one], of)));
    expect(edit('en,de\na,x\n', 'fr->en', { kind: 'remove', source: 'a' })).toEqual([
      { code: 'edit-table-pair', severity: 'error', at: top, details: { pair: 'fr->en', pairs: ['en->de', 'de->en'] } },
    ]);
    expect(edit('en,de\na,x\n', 'en->de', { kind: 'remove', source: 'a' })).toEqual([
      {
        code: 'edit-table-conflict',
        severity: 'error',
        at: { file, line: 2, column: 1 },
        details: { pair: 'en->de', source: 'a', others: ['de->en'] },
      },
    ]);
    expect(edit('en,de\na,x\n', 'en->de', { kind: 'set', source: 'b', target: 'y' })).toEqual([
      {
        code: 'edit-table-conflict',
        severity: 'error',
        at: top,
        details: { pair: 'en->de', source: 'b', others: ['de->en'] },
      },
    ]);
  });

  test('in YAML files', () => {
    const glossary = (text: string, ...edits: Parameters<typeof editGlossaryFile>[1]) =>
      shown(editGlossaryFile(input(text), edits));
    expect(glossary('name: A\n', { kind: 'unlist-dictionary', pair })).toEqual([unsafe('content')]);
    expect(glossary('name: A\n', { kind: 'set-name', name: '' })).toMatchObject([
      { code: 'value-empty', severity: 'error', at: top },
    ]);
    const list = { ...input('name: A\nlanguage: de\n'), catalogue };
    expect(shown(editStyleList(list, [{ key: ['name'], to: '' }]))).toMatchObject([
      { code: 'value-empty', severity: 'error', at: top },
    ]);
    expect(shown(editDeveloperKeys(input('a: {}\n'), keyEdits([{ kind: 'remove-key', name: 'b' }])))).toEqual([
      unsafe('content'),
    ]);
    expect(shown(editDeveloperKeys(input('a: 1\n'), []))).toMatchObject([
      { severity: 'error', at: { file, line: 1, column: 4 } },
    ]);
  });
});

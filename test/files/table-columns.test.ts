import { describe, expect, test } from 'vitest';
import { parseTable } from '../../src/files/dictionary/table-file.ts';
import { parseGlossaryFile } from '../../src/kinds/glossary/files/glossary-file.ts';
import type { ColumnSetting } from '../../src/model/file-form.ts';
import { findingMessage } from '../../src/review/messages/finding-text.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Reads a table of a header and one row that has something in every column. */
function read(
  header: string,
  pairs: readonly string[] = ['en->*'],
  columns: Readonly<Record<string, ColumnSetting>> = {},
) {
  const row = header.split(',').map((_, index) => `x${index}`);
  const { value, findings } = parseTable({
    bytes: encode(`${header}\n${row.join(',')}\n`),
    file: 'terms.csv',
    pairs,
    columns: new Map(Object.entries(columns)),
  });
  return {
    pairs: [...(value ?? new Map()).keys()],
    said: findings.map(({ severity, code, at }) => `${at.line}:${at.column} ${severity} ${code}`),
    findings,
    messages: findings.map(findingMessage),
  };
}

describe('the columns of a table are all accounted for', () => {
  test('languages by code and by name in any glossary language, and known words, need no finding', () => {
    const header =
      'en,Deutsch,French (fr),日本語,Español term,Note,Part of Speech,status,definition_en,German comment,example,Preferred';
    const row = 'a,b,c,d,e,f,g,draft,i,j,k,no';
    const { value, findings } = parseTable({ bytes: encode(`${header}\n${row}\n`), file: 't.csv', pairs: ['en->*'] });
    expect(findings).toEqual([]);
    expect([...(value?.keys() ?? [])]).toEqual(['en->de', 'en->fr', 'en->ja', 'en->es']);
  });

  test.each([
    ['Spanish (Modern)', 'es'],
    ['Ukranian', 'uk'],
    ['Chinese Simplified', 'zh'],
    ['Portuguese (Brazilian)', 'pt'],
    ['Finish', 'fi'],
    ['日本語訳', 'ja'],
  ])('%s looks like a language, which is an error that says what to write', (header, near) => {
    const { said, findings, messages } = read(`en,de,${header}`);
    expect(said).toEqual(['1:7 error table-column-unclear']);
    expect(findings[0]?.details).toMatchObject({ header, near });
    expect(messages[0]).toContain('columns: {');
    expect(read(`en,de,${header}`, ['en->*'], { [header]: near }).pairs).toEqual(['en->de', `en->${near}`]);
    expect(read(`en,de,${header}`, ['en->*'], { [header.toUpperCase()]: 'ignore' })).toMatchObject({
      said: [],
      pairs: ['en->de'],
    });
  });

  test('a language that the built-in list lacks is one where a pair or columns: names it, and the target decides on it', () => {
    expect(read('en,de,ca').pairs).toEqual(['en->de']);
    const named = { pairs: ['en->de', 'en->ca'], said: ['1:7 warning language-unknown'] };
    expect(read('en,de,ca', ['en->de', 'en->ca'])).toMatchObject(named);
    expect(read('en,de,Català', ['en->*'], { Català: 'ca' })).toMatchObject({ pairs: ['en->de', 'en->ca'], said: [] });
    expect(read('en,de,ca', ['en->xx1']).said).toContain('1:1 error table-pair-unknown');
  });

  test('what carries the prefix or the suffix of the languages is an error', () => {
    expect(read('label_en,label_de,label_zh-Hant,label_xyz').said).toEqual([
      '1:19 error table-column-unclear',
      '1:33 error table-column-unclear',
    ]);
    expect(read('en_term,de_term,ca_term').said).toEqual(['1:17 error table-column-unclear']);
    expect(read('term_en,term_de,term_id').said).toEqual(['1:17 error table-column-unclear']);
    expect(read('label_en,label_de,label_zh-Hant', undefined, { 'label_zh-Hant': 'ignore' }).said).toEqual([]);
    expect(read('term_en,term_de,term_note').said).toEqual([]);
  });

  test('the rest are told in one warning that holds the line to paste', () => {
    const { said, findings } = read('en,de,Catalan,Our own,id,UN no.,ca');
    expect(said).toEqual(['1:7 warning table-columns-unknown']);
    const line = String(findings[0]?.details.line);
    expect(line).toBe('columns: { Catalan: note, "Our own": note, id: note, "UN no.": note, ca: note }');
    const glossary = parseGlossaryFile({ bytes: encode(`name: P\n${line}\n`), file: 'glossaries/p/glossary.yaml' });
    expect(glossary.findings).toEqual([]);
    const columns = Object.fromEntries(glossary.value?.form.columns ?? []);
    expect(read('en,de,Catalan,Our own,id,UN no.,ca', undefined, columns)).toMatchObject({
      said: [],
      pairs: ['en->de'],
    });
  });

  test('headers that YAML would take for something else are quoted in that line', () => {
    const { findings } = read('en,de,no,"a: b # c",on');
    expect(findings[0]?.details.line).toContain('"no": note');
    expect(findings[0]?.details.line).toContain('"a: b # c": note');
  });

  test('a column without a header is told only where it holds something', () => {
    const empty = parseTable({ bytes: encode('en,de,\na,b,\n'), file: 't.csv', pairs: ['en->*'] });
    expect(empty.findings).toEqual([]);
    expect(read('en,de,').said).toEqual(['1:7 warning table-columns-unknown']);
  });

  test('a regional column is an error only if a pair asks for it', () => {
    expect(read('en,de,pt-BR')).toMatchObject({ said: ['1:7 warning table-columns-unknown'], pairs: ['en->de'] });
    expect(read('en,de,pt-BR', ['en->de', 'en->pt-BR'])).toMatchObject({
      findings: [{ code: 'language-variant', details: { language: 'pt-BR', base: 'pt' } }],
    });
    const asked = read('en,de,pt-BR', ['en->pt']);
    expect(asked.said).toEqual(['1:7 error language-variant']);
    expect(asked.messages[0]).toContain('columns: { pt-BR: pt }');
    expect(read('en,de,pt-BR', ['en->pt'], { 'pt-BR': 'pt' })).toMatchObject({ said: [], pairs: ['en->pt'] });
    const beside = read('en,pt,pt-BR,Zweck', ['en->pt']);
    expect(beside.said).toEqual(['1:7 warning table-columns-unknown']);
    expect(beside.messages[0]).toContain(
      'columns: { pt-BR: note, Zweck: note } (or name a language, status, ignore, example or preferred); to send pt-BR ' +
        'as a glossary of its own, write variants: { pt-BR: { over: pt } }',
    );
    expect(read('en,de,pt-BR').messages[0]).not.toContain('variants:');
  });

  test('id is a language only where a pair or columns names it, and * takes it then', () => {
    expect(read('id,en,de').pairs).toEqual(['en->de']);
    expect(read('id,en,de', ['en->de', 'en->id'])).toMatchObject({ said: [], pairs: ['en->de', 'en->id'] });
    expect(read('id,en,de', ['en->*'], { id: 'id' })).toMatchObject({ said: [], pairs: ['en->id', 'en->de'] });
    // The column that is surely Indonesian wins.
    expect(read('id,en,Indonesian', ['en->id'])).toMatchObject({
      pairs: ['en->id'],
      said: ['1:1 warning table-columns-unknown'],
    });
  });

  test('a code that is no language of a dictionary is one only where a pair names it, and then it is checked', () => {
    expect(read('en,de,no', ['en->no']).findings).toMatchObject([
      { code: 'language-unknown', severity: 'warning', details: { suggestion: 'nb' } },
    ]);
    expect(read('en,de,key').said).toEqual([]);
    expect(read('en,de,xyz').said).toEqual(['1:7 warning table-columns-unknown']);
  });

  test('one fault is one finding: where the header says what is wrong, the pairs say nothing', () => {
    expect(read('en,Ukranian', ['en->uk', 'en->*']).said).toEqual(['1:4 error table-column-unclear']);
    expect(read('house,Haus', ['en->de', 'en->fr']).said).toEqual(['1:1 error table-header']);
  });

  test('a row with more cells than the header is an error, and is not read', () => {
    const { value, findings } = parseTable({
      bytes: encode('en,de\na,b\nc,d,e\nf,g,\n'),
      file: 't.csv',
      pairs: ['en->*'],
    });
    expect(findings).toMatchObject([{ code: 'table-row-columns', at: { line: 3, column: 5 } }]);
    expect([...(value?.get('en->de')?.entries ?? [])]).toEqual([
      ['a', 'b'],
      ['f', 'g'],
    ]);
  });
});

describe('columns: in glossary.yaml', () => {
  const glossary = (text: string) => parseGlossaryFile({ bytes: encode(text), file: 'glossaries/p/glossary.yaml' });

  test('holds for every file, and a file may say otherwise', () => {
    const { value, findings } = glossary(
      'name: P\ncolumns: { A: de, B: note }\ntables: [{ file: t.csv, pairs: [en->de], columns: { B: fr } }]\n',
    );
    expect(findings).toEqual([]);
    expect([...(value?.tables[0]?.form.columns ?? [])]).toEqual([
      ['A', 'de'],
      ['B', 'fr'],
    ]);
  });

  test('takes languages and a few words, and nothing else', () => {
    expect(
      glossary('name: P\ncolumns: { a: note, b: ignore, c: example, d: preferred, e: DE, f: example_de, g: German }\n')
        .findings,
    ).toEqual([]);
    const { findings } = glossary('name: P\ncolumns:\n  Term: source\n  Other: 1\n');
    expect(findings.map(({ code, at }) => `${at.line}:${at.column} ${code}`)).toEqual(['4:10 value-kind']);
    expect(glossary('name: P\ncolumns:\n  Term: source\n').findings).toMatchObject([
      { code: 'column-use', at: { line: 3, column: 9 }, details: { header: 'Term', found: 'source' } },
    ]);
  });
});

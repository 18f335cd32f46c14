import { expect, test } from 'vitest';
import { parseAnyDictionary, parseDictionary } from '../../src/files/dictionary/dictionary-file.ts';

test('U+007F may be in a phrase, whichever way the file is read', () => {
  const input = {
    bytes: new TextEncoder().encode('a\u007fb,c\u007f\n"\u007f",d\n'),
    file: 'en-de.csv',
    pair: { source: 'en', target: 'de' },
  };
  for (const parse of [parseDictionary, parseAnyDictionary]) {
    const { value, findings } = parse(input);
    expect(findings).toEqual([]);
    expect([...(value?.entries ?? [])]).toEqual([
      ['a\u007fb', 'c\u007f'],
      ['\u007f', 'd'],
    ]);
  }
});

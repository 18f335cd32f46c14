import { describe, expect, test } from 'vitest';
import { parseDeveloperKeysFile } from '../../../src/kinds/developer-key/files/developer-keys-file.ts';

const parse = (text: string) =>
  parseDeveloperKeysFile({ bytes: new TextEncoder().encode(text), file: 'developer-keys.yaml' });

const faults = (text: string) =>
  parse(text).findings.map(({ code, severity, at }) => `${severity} ${code} ${at.line}:${at.column}`);

const ID = '0a1b2c3d-0000-4000-8000-00000000000a:0a1b2c3d-0000-4000-8000-00000000000b';

describe('parseDeveloperKeysFile', () => {
  test('a file with everything in it', () => {
    const { value, findings } = parse(`ci:
  label: CI runner
  id: ${ID}
  characters: 1000000
  speech_to_text_milliseconds: null
  protect: true
plain:
old: { deactivated: true }
10: { characters: 0 }
`);
    expect(findings).toEqual([]);
    expect(value).toMatchObject([
      {
        address: 'developer_key.ci',
        origin: { line: 1, column: 1 },
        label: 'CI runner',
        nameAt: { line: 2, column: 10 },
        pinnedId: ID,
        pinnedIdAt: { line: 3, column: 7 },
        limits: { characters: 1_000_000, speechToTextMilliseconds: null },
        deactivated: false,
        protect: true,
      },
      {
        address: 'developer_key.plain',
        label: 'plain',
        nameAt: { line: 7, column: 1 },
        limits: {},
        deactivated: false,
      },
      { address: 'developer_key.old', label: 'old', deactivated: true, protect: false },
      { address: 'developer_key.10', label: '10', limits: { characters: 0 } },
    ]);
    expect(value?.[0]?.locate('speechToTextMilliseconds')).toMatchObject({ line: 5, column: 32 });
    expect(value?.[0]?.locate('deactivated')).toBe(undefined);
    expect(value?.[2]?.locate('deactivated')).toMatchObject({ line: 8, column: 21 });
    expect(Object.keys(value?.[1]?.limits ?? { some: 1 })).toEqual([]);
  });

  test('an empty map asks for no key; an empty file is a fault', () => {
    expect(parse('{}\n')).toEqual({ value: [], findings: [] });
    expect(faults('# nothing\n')).toEqual(['error file-empty 1:1']);
    expect(faults('- ci\n')).toEqual(['error value-kind 1:1']);
  });

  test('every fault is told at once, each at its place', () => {
    expect(
      faults(`ci:
  lable: CI
  characters: 1.5
  speech_to_text_milliseconds: -1
"two words": { label: "" }
blank: { label: "  " }
pinned: { id: 7f0c, deactivated: yes }
text: always
big: { characters: 9007199254740993 }
"bell": { label: "a\\u0007b" }
`).sort(),
    ).toEqual(
      [
        'error key-unknown 2:3',
        'error value-kind 3:15',
        'error number-range 4:32',
        'error value-empty 5:23',
        'error address-name-form 5:1',
        'error label-blank 6:17',
        'error value-form 7:15',
        'error value-kind 7:34',
        'error value-kind 8:7',
        'error number-range 9:20',
        'error value-form 10:18',
      ].sort(),
    );
  });

  test('a number in quotes is no number, and a text in a fault names what is allowed', () => {
    expect(parse('ci: { characters: "5" }\n').findings).toMatchObject([
      { code: 'value-kind', details: { key: 'ci.characters', found: 'a text', allowed: ['a whole number', 'null'] } },
    ]);
    expect(parse('ci: { id: abc }\n').findings).toMatchObject([
      { code: 'value-form', details: { key: 'ci.id', found: 'abc', allowed: 'two GUIDs joined by a colon' } },
    ]);
  });

  test('a name that is too long to be a label, and one that is too long', () => {
    expect(faults(`? ${'n'.repeat(1025)}\n: {}\n`)).toEqual(['error value-form 1:3']);
    expect(faults(`a: { label: ${'x'.repeat(1025)} }\n`)).toEqual(['error text-too-long 1:13']);
    expect(faults(`a: { label: ${'👩'.repeat(1024)} }\n`)).toEqual([]);
  });
});

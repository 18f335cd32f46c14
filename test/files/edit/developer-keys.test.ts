import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { yamlScalar } from '../../../src/files/yaml/yaml-scalar.ts';
import type { KeyLimits } from '../../../src/kinds/developer-key/developer-key.ts';
import { developerKeyAddress } from '../../../src/kinds/developer-key/developer-key.ts';
import { editDeveloperKeys } from '../../../src/kinds/developer-key/files/developer-key-writing.ts';
import { parseDeveloperKeysFile } from '../../../src/kinds/developer-key/files/developer-keys-file.ts';
import { type DeveloperKeysEdit, keyEdits } from '../../support/file-values.ts';
import { runs } from '../../support/runs.ts';
import { hostileText } from './styled-yaml.ts';

const file = 'developer-keys.yaml';
const bytesOf = (text: string) => new TextEncoder().encode(text);

function edited(text: string, ...edits: readonly DeveloperKeysEdit[]): string | readonly string[] {
  const result = editDeveloperKeys({ bytes: bytesOf(text), file }, keyEdits(edits));
  return 'bytes' in result
    ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(result.bytes)
    : result.findings.map(({ code }) => code);
}

const set = (name: string, more: Partial<Extract<DeveloperKeysEdit, { kind: 'set-key' }>> = {}): DeveloperKeysEdit => ({
  kind: 'set-key',
  name,
  limits: {},
  deactivates: false,
  ...more,
});

describe('one entry', () => {
  test.each([
    ['with a comment behind it', 'ci:\n  characters: 1000 # a month\n', 'ci:\n  characters: 2000 # a month\n'],
    ['between brackets', 'ci: { characters: 1000, label: CI }\n', 'ci: { characters: 2000, label: CI }\n'],
    ['no limit', 'ci: { characters: null }\nb: {}\n', 'ci: { characters: 2000 }\nb: {}\n'],
    ['a tilde', 'ci:\r\n    characters: ~\r\n', 'ci:\r\n    characters: 2000\r\n'],
    ['a byte order mark stays', '\ufeffci: { characters: 1 }\n', '\ufeffci: { characters: 2000 }\n'],
    [
      'an anchor that another entry uses',
      'a: { characters: &max 1000 }\nci: { characters: *max }\n',
      'a: { characters: &max 1000 }\nci: { characters: 2000 }\n',
    ],
  ])('a limit is set where it stands: %s', (_, before, after) => {
    expect(edited(before, set('ci', { limits: { characters: 2000 } }))).toBe(after);
  });

  test.each([
    ['in block style', 'ci:\n  characters: 5\n', 'ci:\n  characters: 5\n  label: CI 2\n  deactivated: true\n'],
    ['between brackets', 'ci: { characters: 5 }\n', 'ci: { characters: 5, label: CI 2, deactivated: true }\n'],
    ['with nothing in it', 'ci: {}\n', 'ci:\n  label: CI 2\n  deactivated: true\n'],
    ['with nothing behind it', 'ci:\nb: {}\n', 'ci:\n  label: CI 2\n  deactivated: true\nb: {}\n'],
    ['with a comment alone', 'ci: # the runner\n', 'ci: # the runner\n  label: CI 2\n  deactivated: true\n'],
    ['at the end of a file without a line end', 'ci:', undefined],
    ['that says it is active', 'ci: { deactivated: false }\n', 'ci: { deactivated: true, label: CI 2 }\n'],
    ['in quotes', '"ci": { "label": \'CI\' }\n', '"ci": { "label": \'CI 2\', "deactivated": true }\n'],
  ])('what an entry does not say yet is added: %s', (_, before, after) => {
    const result = edited(before, set('ci', { label: 'CI 2', deactivates: true }));
    if (after !== undefined) expect(result).toBe(after);
    const { value } = parseDeveloperKeysFile({ bytes: bytesOf(String(result)), file });
    expect(value?.find(({ address }) => address === 'developer_key.ci')).toMatchObject({
      label: 'CI 2',
      deactivated: true,
    });
  });

  test('the depth of the file is that of new lines', () => {
    const before = 'a:\n    label: A\nci: {}\n';
    expect(edited(before, set('ci', { label: 'CI 2' }))).toBe('a:\n    label: A\nci:\n    label: CI 2\n');
  });

  test('one goes with its lines, the last one leaves an empty file, and one comes behind the others', () => {
    const two = '# head\na:\n  label: A # gone\n\nb: {}\n';
    expect(edited(two, { kind: 'remove-key', name: 'a' })).toBe('# head\n\nb: {}\n');
    expect(edited('# head\nb: { label: x }\n# tail\n', { kind: 'remove-key', name: 'b' })).toBe('# head\n{}\n# tail\n');
    const limits: Partial<KeyLimits> = { characters: 7 };
    expect(edited(two, { kind: 'add-key', name: 'c', label: 'C', limits })).toBe(
      `${two}c:\n  label: C\n  characters: 7\n`,
    );
    expect(edited(two, { kind: 'add-key', name: 'c', label: 'c', limits: {} })).toBe(`${two}c: {}\n`);
    expect(edited('{}\n', { kind: 'add-key', name: 'c', label: 'c', limits })).toBe('c:\n  characters: 7\n');
  });

  test('a file with a fault, and an entry that is not there, are left alone', () => {
    expect(edited('ci: { label: "" }\n', set('ci', { label: 'x' }))).not.toEqual(expect.any(String));
    expect(edited('ci: {}\n', set('b', { label: 'x' }))).toEqual(['edit-not-safe']);
    expect(edited('ci: {}\n', set('ci', { label: '' }))).not.toEqual(expect.any(String));
  });
});

const limit = fc.option(fc.nat(10_000), { nil: null });
const label = hostileText.filter((text) => text.trim() !== '' && !/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(text));

/** An entry as somebody may have written it: its lines, of which the first one is that of its name. */
const entry = fc
  .record({
    style: fc.constantFrom('block', 'flow', 'bare', 'deep'),
    quoted: fc.boolean(),
    characters: fc.option(limit, { nil: undefined }),
    label: fc.option(label, { nil: undefined }),
    comment: fc.boolean(),
  })
  .map(({ style, quoted, characters, label: said, comment }) => (name: string): readonly string[] => {
    const key = quoted ? `'${name}'` : name;
    const parts = [
      ...(said === undefined ? [] : [`label: ${yamlScalar(said)}`]),
      ...(characters === undefined ? [] : [`characters: ${characters}`]),
    ];
    const note = comment ? ' # note' : '';
    if (parts.length === 0) return [style === 'bare' ? `${key}:` : `${key}: {}${note}`];
    if (style === 'flow' && !parts.some((part) => /[,[\]{}]/.test(part) && !part.includes('"')))
      return [`${key}: { ${parts.join(', ')} }${note}`];
    const pad = style === 'deep' ? '      ' : '  ';
    return [`${key}:${note}`, ...parts.map((part) => `${pad}${part}${note}`), ...(comment ? ['', '# between'] : [])];
  });

test('any entry takes any change, and no line of another one changes', () => {
  fc.assert(
    fc.property(
      fc.array(entry, { minLength: 1, maxLength: 4 }),
      fc.nat(),
      fc.record({
        label: fc.option(label, { nil: undefined }),
        characters: fc.option(limit, { nil: undefined }),
        speech: fc.option(limit, { nil: undefined }),
        deactivates: fc.boolean(),
      }),
      fc.constantFrom('\n', '\r\n'),
      (entries, at, wanted, lineEnd) => {
        const lines = entries.map((make, index) => make(`key-${index}`));
        const text = `${['# head', ...lines.flat()].join(lineEnd)}${lineEnd}`;
        const name = `key-${at % entries.length}`;
        const limits = {
          ...(wanted.characters !== undefined && { characters: wanted.characters }),
          ...(wanted.speech !== undefined && { speechToTextMilliseconds: wanted.speech }),
        };
        const change = set(name, {
          limits,
          deactivates: wanted.deactivates,
          ...(wanted.label !== undefined && { label: wanted.label }),
        });
        const result = edited(text, change);
        expect(result).toEqual(expect.any(String));
        const { value = [] } = parseDeveloperKeysFile({ bytes: bytesOf(String(result)), file });
        const found = value.find(({ address }) => address === developerKeyAddress(name));
        expect(found).toMatchObject({
          limits,
          ...(wanted.deactivates && { deactivated: true }),
          ...(wanted.label !== undefined && { label: wanted.label }),
        });
        const others = lines.filter((_, index) => `key-${index}` !== name);
        for (const own of others) expect(`\n${String(result)}`).toContain(own.join(lineEnd));
        if (!wanted.deactivates && wanted.label === undefined && Object.keys(limits).length === 0)
          expect(result).toBe(text);
      },
    ),
    { numRuns: runs(300) },
  );
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { yamlScalar } from '../../../src/files/yaml/yaml-text.ts';
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

test('a key is added once, and only a key of the file is changed', () => {
  const text = 'a: { characters: 1 }\n';
  const add = (name: string): DeveloperKeysEdit => ({ kind: 'add-key', name, label: 'L', limits: { characters: 2 } });
  const refused = ['edit-not-safe'];
  expect(edited(text, add('a'))).toEqual(refused);
  expect(edited(text, add('b'), add('b'))).toEqual(refused);
  expect(edited(text, set('b', { limits: { characters: 2 } }))).toEqual(refused);
  expect(edited(text, { kind: 'remove-key', name: 'b' })).toEqual(refused);
});

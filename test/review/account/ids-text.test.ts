import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AddressId, envFault, envName, idsEnv, idsJson, idsModule } from '../../../src/review/account/ids-text.ts';

const HOSTILE = `7'; rm -rf "$HOME" \`x\` \\ $(y) #`;

describe('variables', () => {
  test.each([
    ['glossary.product', 'GLOSSARY_PRODUCT'],
    ['style_rules.marketing-de', 'STYLE_RULES_MARKETING_DE'],
    ['developer_key.ci_2', 'DEVELOPER_KEY_CI_2'],
    ['glossary.größe', 'GLOSSARY_GR_SSE'],
    ['glossary.a b;c$(d)', 'GLOSSARY_A_B_C_D'],
  ])('%s is %s', (address, name) => {
    expect(envName(address)).toBe(name);
  });

  test('are names that a shell takes, whatever the address is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        expect(envName(`glossary.${name}`)).toMatch(/^GLOSSARY[A-Z0-9_]*$/);
      }),
    );
  });

  test('have the very id when a shell reads them', () => {
    const script = `${idsEnv([['glossary.product', HOSTILE]])}printf %s "$GLOSSARY_PRODUCT"`;
    expect(execFileSync('sh', ['-c', script], { encoding: 'utf8' })).toBe(HOSTILE);
  });
});

describe('documents', () => {
  const ids: readonly AddressId[] = [
    ['glossary.__proto__', HOSTILE],
    ['glossary.10', 'a'],
    ['glossary.2', '"\u2028\u001b[2J'],
  ];

  test('keep every address and id, in their order', () => {
    const { ids: read } = JSON.parse(idsJson(ids, 'prod'));
    expect(Object.entries(read)).toEqual(ids);
  });

  test('as a module is one constant with the same content, and nothing that a terminal obeys', () => {
    const text = idsModule(ids);
    const [, json] = /^export const lexformIds = (\{[\s\S]*\}) as const;\n$/.exec(text) ?? [];
    expect(Object.entries(JSON.parse(json ?? ''))).toEqual(ids);
    expect(text).not.toMatch(/[\u2028\u001b]/);
    expect(idsModule([])).toBe('export const lexformIds = {} as const;\n');
  });
});

test.each(['##vso[task.setvariable]x', 'a##[error]b', '##teamcity[x]', '::error::x'])(
  'an id that a log would take for a command is in no file of variables, and broken up in the other forms: %s',
  (id) => {
    const ids: readonly AddressId[] = [['glossary.a', id]];
    expect(envFault(ids)).toContain('the id of glossary.a contains characters that a file of variables cannot');
    for (const text of [idsJson(ids, 'prod'), idsModule(ids)])
      expect(text).not.toMatch(/##\[|##vso|##teamcity|^\s*::/m);
  },
);

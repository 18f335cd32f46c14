import { describe, expect, test } from 'vitest';
import type { Language } from '../../../src/model/account/language.ts';
import { languagesJson, languagesText } from '../../../src/review/account/languages-text.ts';

const language = (more: Partial<Language>): Language => ({
  code: 'de',
  name: 'German',
  usableAsSource: true,
  usableAsTarget: true,
  status: 'stable',
  features: new Map(),
  ...more,
});

describe('the table of a resource', () => {
  test('cannot steer a terminal, and its JSON has any name as a value', () => {
    const hostile = '\u001b[2J\n::error::\u202e';
    const lists = [
      {
        resource: hostile,
        languages: [
          language({
            code: hostile,
            name: hostile,
            status: hostile,
            features: new Map([
              [hostile, { status: hostile, external: false }],
              ['__proto__', { status: '', external: true }],
            ]),
          }),
        ],
      },
    ];
    const text = languagesText(lists);
    expect(text).not.toMatch(/[\u001b\u202e]|^\s*::/m);
    expect(text.split('\n').length).toBe(4);
    expect(JSON.parse(languagesJson(lists)).resources[0].languages[0].features).toEqual([
      { name: hostile, status: hostile, external: false },
      { name: '__proto__', status: '', external: true },
    ]);
  });
});

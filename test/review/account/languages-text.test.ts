import { describe, expect, test } from 'vitest';
import type { Language } from '../../../src/model/account/language.ts';
import { languagesJson, languagesText, pairJson, pairText } from '../../../src/review/account/languages-text.ts';

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
  test('has a language on a line, with its sides and what is not stable', () => {
    const languages = [
      language({
        features: new Map([
          ['glossary', { status: 'stable', external: false }],
          ['tone', { status: 'beta', external: false }],
        ]),
      }),
      language({ code: 'zh-Hant', name: 'Chinese (traditional)', usableAsSource: false, status: 'early_access' }),
      language({ code: 'xx', usableAsSource: false, usableAsTarget: false }),
      language({ code: 'la', name: 'Latin', usableAsTarget: false }),
    ];
    expect(languagesText([{ resource: 'write', languages }])).toBe(
      [
        'write: 4 languages',
        '  code     name                   as      status        features',
        '  de       German                 both    stable        glossary, tone (beta)',
        '  zh-Hant  Chinese (traditional)  target  early_access  -',
        '  xx       German                 none    stable        -',
        '  la       Latin                  source  stable        -',
        '',
      ].join('\n'),
    );
  });

  test('is its title alone when nothing is listed', () => {
    expect(languagesText([{ resource: 'voice', languages: [] }])).toBe('voice: 0 languages\n');
  });

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

describe('the answer about a pair', () => {
  test('is one line, whatever was asked', () => {
    const asked = { resource: 'r\n', source: 'a\u001b', target: 'b\n::', feature: 'f\u202e' };
    const answer = {
      supported: false,
      sources: [],
      targets: [],
      gaps: [
        { kind: 'no-language', side: 'source', code: 'a\u001b', instead: ['x\n', 'y'] },
        { kind: 'unknown-feature', feature: 'f\u202e', known: [] },
        { kind: 'no-feature', side: 'target', code: 'b\n', feature: 'f\u202e' },
      ],
    } as const;
    const line = pairText(answer, asked);
    expect(line.slice(0, -1)).not.toMatch(/[\u0000-\u001f\u202e]/);
    expect(line).toContain('but x⏎ and y are');
    expect(line).toContain('(it has: none)');
    expect(JSON.parse(pairJson(answer, asked)).missing.length).toBe(3);
  });
});

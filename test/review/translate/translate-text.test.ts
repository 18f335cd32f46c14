import { describe, expect, test } from 'vitest';
import { textForTerminal, translationJson, usedText } from '../../../src/review/translate/translate-text.ts';

describe('a translation on a terminal', () => {
  test('keeps its lines and tabs', () => {
    expect(textForTerminal('\ta\r\nb\n\n')).toBe('\ta\nb\n\n');
  });

  test('has nothing that a terminal or a CI system obeys', () => {
    const shown = textForTerminal('a\u001b]0;x\u0007\rb\n::set-output::x\n\t::error::y\n##vso[x]\u202e\u{E0041}');
    expect(shown).not.toMatch(/[\u001b\u0007\r\u202e\u{E0041}]|##vso|^\s*::/mu);
    expect(shown.split('\n').length).toBe(4);
  });
});

describe('what was used', () => {
  const use = { target: 'prod', to: 'de' };
  test('cannot steer a terminal by a name', () => {
    const terms = { address: 'glossary.a\u202e', id: '1', name: 'x\u001b[2J\n' };
    const line = usedText({ target: 't\u001b', to: 'd\u0007', glossary: terms, style: terms }, []);
    expect(line.slice(0, -1)).not.toMatch(/[\u0000-\u001f\u202e]/);
    expect(translationJson({ ...use, glossary: terms }, [{ text: '\u202e##[x]' }])).not.toMatch(/\u202e|##\[/);
  });
});

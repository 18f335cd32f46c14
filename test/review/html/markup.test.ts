import { describe, expect, test } from 'vitest';
import { dataBlock, escapeHtml, markup, ownBlock } from '../../../src/review/html/markup.ts';

describe('HTML out of text', () => {
  test('a hole is escaped, markup goes in as it is', () => {
    const bold = markup`<b>${'<&>'}</b>`;
    expect(markup`<p title="${`"'`}">${bold}${[bold, bold]}${3}</p>`.html).toBe(
      '<p title="&#34;&#39;"><b>&#60;&#38;&#62;</b><b>&#60;&#38;&#62;</b><b>&#60;&#38;&#62;</b>3</p>',
    );
  });

  test('what HTML cannot hold is written as its number', () => {
    expect(escapeHtml('a\0b\rc\u0085d\ud800e\tf\n')).toBe('a⟨U+0000⟩b⟨U+000D⟩c⟨U+0085⟩d⟨U+D800⟩e\tf\n');
  });

  test('a data block holds no character that ends it or begins a comment, and parses back', () => {
    const value = { text: '</script><!--\u2028\u2029&amp;\ud800"\\' };
    const { html } = dataBlock('data', value);
    const json = html.slice('<script type="application/json" id="data">'.length, -'</script>'.length);
    expect(json).not.toMatch(/[<>&\u2028\u2029\ud800]/);
    expect(JSON.parse(json)).toEqual(value);
  });

  test('a script of ours that could end early is a mistake of ours', () => {
    expect(() => ownBlock('script', 'const end = "</script>";')).toThrow();
    expect(() => ownBlock('script', '<!--')).toThrow();
    expect(ownBlock('style', 'a{}').html).toBe('<style>a{}</style>');
  });
});

import { describe, expect, test } from 'vitest';
import type { Change, Plan } from '../../../src/model/plan/plan.ts';
import { planGroups } from '../../../src/review/markdown/groups.ts';
import { rowLine } from '../../../src/review/markdown/row.ts';
import { at, dictionaryChange, glossaryChange, keyChange, planWith, styleListChange } from '../../support/changes.ts';

const LINKS = { prefix: 'https://github.com/o/r/blob/abc/' };

/** Heads, titles and rows of the groups of a plan; what loses something is marked with a minus. */
const linesOf = (of: Plan, links?: { readonly prefix: string }): string =>
  planGroups(of, links === undefined ? {} : { links })
    .map(({ head, titles, rows, goes }) =>
      [
        goes ? `GOES ${head}` : head,
        `  ${JSON.stringify(titles)}`,
        ...rows.map((row) => `  ${row.loses ? '-' : ' '} ${rowLine(row)}`),
      ].join('\n'),
    )
    .join('\n');

const heads = (change: Change, links?: { readonly prefix: string }): readonly string[] =>
  planGroups(planWith([change]), links === undefined ? {} : { links }).map(({ head, goes }) =>
    goes ? `GOES ${head}` : head,
  );

describe('terms', () => {
  test('one row for each kind of change, what is lost first, with its place where it has one', () => {
    const file = 'glossaries/product/en-de.csv';
    const de = dictionaryChange(
      'en->de',
      [
        ['-', 'gone', 'weg'],
        ['-', 'away', 'fort'],
        ['-', 'colour', 'Farbe'],
        ['~', 'cart', 'Wagen', 'Warenkorb', at(file, 1)],
        ['~', 'tax', 'Steuer', 'steuer', at(file, 2)],
        ['~', 'fee', 'eine Gebühr', 'eine  Gebühr', at('other.csv', 3)],
        ['~', 'café', 'Café', 'Cafe\u0301'],
        ['+', 'color', 'Farbe', at(file, 4)],
        ['+', 'new', 'neu', at(file, 5)],
      ],
      { origin: at(file, 9) },
    );
    const fr = dictionaryChange('en->fr', [['+', 'away', 'fort', at('fr.csv', 6)]]);
    expect(linesOf(planWith([glossaryChange({ dictionaries: [de, fr] })]))).toMatchInlineSnapshot(`
      "#### <code>glossary&#46;product</code> English → German (<code>en&#45;&#62;de</code>): 1 removed, 1 moved away, 1 renamed, 4 changed, 1 added · of 1,234 · <code>glossaries&#47;product&#47;en&#45;de&#46;csv&#58;1</code>
        ["Change","Term","Translation"]
        - | **removed** | <code lang="en">gone</code> | <code lang="de"><del>weg</del></code> |
        - | **moved** to <code>glossary&#46;<wbr>product&#47;<wbr>en&#45;&#62;fr</code>, <code>fr&#46;csv&#58;6</code> | <code lang="en">away</code> | <code lang="de">fort</code> |
        - | **renamed**, line 4 | <code lang="en"><del>colour</del> → <ins>color</ins></code> | <code lang="de">Farbe</code> |
          | changed, line 1 | <code lang="en">cart</code> | <code lang="de"><del>Wagen</del> → <ins>Warenkorb</ins></code> |
          | changed (Unicode form only) | <code lang="en">café</code> | <code lang="de"><del>Caf⟨U&#43;00E9⟩</del> → <ins>Cafe⟨U&#43;0301⟩</ins></code> |
          | changed (case only), line 2 | <code lang="en">tax</code> | <code lang="de"><del>Steuer</del> → <ins>steuer</ins></code> |
          | changed (white space only), <code>other&#46;csv&#58;3</code> | <code lang="en">fee</code> | <code lang="de">eine Gebühr → eine<ins>␠</ins> Gebühr</code> |
          | added, line 5 | <code lang="en">new</code> | <code lang="de"><ins>neu</ins></code> |
      #### <code>glossary&#46;product</code> English → French (<code>en&#45;&#62;fr</code>): 1 moved here · of 1,234

      1 moved here from <code>glossary&#46;product&#47;en&#45;&#62;de</code>, where it is listed.
        ["Change","Term","Translation"]"
    `);
  });

  test('a new spelling of a term is one row, and loses the old one', () => {
    const de = dictionaryChange('en->de', [
      ['-', 'Basket', 'Korb'],
      ['+', 'basket', 'Korb', at('de.csv', 1)],
    ]);
    expect(linesOf(planWith([glossaryChange({ dictionaries: [de] })]))).toMatchInlineSnapshot(`
      "#### <code>glossary&#46;product</code> English → German (<code>en&#45;&#62;de</code>): 1 renamed · of 1,234
        ["Change","Term","Translation"]
        - | **renamed** (case only), <code>de&#46;csv&#58;1</code> | <code lang="en"><del>Basket</del> → <ins>basket</ins></code> | <code lang="de">Korb</code> |"
    `);
  });

  test('places are links where files are linked: the line alone beside its own file', () => {
    const file = 'glossaries/product/en-de.csv';
    const de = dictionaryChange(
      'en->de',
      [
        ['+', 'a', 'b', at(file, 4)],
        ['+', 'c', 'd', at('all.csv', 5)],
      ],
      { origin: at(file, 9) },
    );
    expect(linesOf(planWith([glossaryChange({ dictionaries: [de] })]), LINKS)).toMatchInlineSnapshot(`
      "#### <code>glossary&#46;product</code> English → German (<code>en&#45;&#62;de</code>): 2 added · of 1,234 · [<code>glossaries&#47;product&#47;en&#45;de&#46;csv&#58;1</code>](https://github.com/o/r/blob/abc/glossaries/product/en-de.csv#L1)
        ["Change","Term","Translation"]
          | added, [line 4](https://github.com/o/r/blob/abc/glossaries/product/en-de.csv#L4) | <code lang="en">a</code> | <code lang="de"><ins>b</ins></code> |
          | added, [<code>all&#46;csv&#58;5</code>](https://github.com/o/r/blob/abc/all.csv#L5) | <code lang="en">c</code> | <code lang="de"><ins>d</ins></code> |"
    `);
  });
});

describe('the heads of a glossary', () => {
  test('that has only other terms: one for each dictionary', () => {
    expect(
      heads(
        glossaryChange({
          dictionaries: [
            dictionaryChange('en->de', [['+', 'a', 'b']]),
            dictionaryChange('en->fr', [], { action: 'create', origin: at('fr.csv', 3) }),
          ],
        }),
      ),
    ).toEqual([
      '#### <code>glossary&#46;product</code> English → German (<code>en&#45;&#62;de</code>): 1 added · of 1,234',
      '#### <code>glossary&#46;product</code> English → French (<code>en&#45;&#62;fr</code>) · new dictionary · <code>fr&#46;csv&#58;1</code>',
    ]);
  });

  test('the dictionaries that go before the others, which keep their order', () => {
    expect(
      heads(
        glossaryChange({
          dictionaries: [
            dictionaryChange('en->de', []),
            dictionaryChange('en->es', []),
            dictionaryChange('en->fr', [], { action: 'delete' }),
            dictionaryChange('en->it', []),
            dictionaryChange('en->nl', [], { action: 'delete' }),
          ],
        }),
      ),
    ).toEqual([
      'GOES #### <code>glossary&#46;product</code> English → French (<code>en&#45;&#62;fr</code>) · **dictionary deleted**',
      'GOES #### <code>glossary&#46;product</code> English → Dutch (<code>en&#45;&#62;nl</code>) · **dictionary deleted**',
      '#### <code>glossary&#46;product</code> English → German (<code>en&#45;&#62;de</code>) · of 1,234',
      '#### <code>glossary&#46;product</code> English → Spanish (<code>en&#45;&#62;es</code>) · of 1,234',
      '#### <code>glossary&#46;product</code> English → Italian (<code>en&#45;&#62;it</code>) · of 1,234',
    ]);
  });

  test('that is made, renamed, deleted or matched by its name: one of its own', () => {
    const made = glossaryChange({ action: 'create', name: 'New', origin: at('g.yaml', 2) });
    const deleted = glossaryChange({ action: 'delete' });
    expect([
      heads(made),
      heads(deleted),
      heads(glossaryChange({ name: ['Product', 'Product terms'] })),
      heads(glossaryChange({ name: ['Product', 'product'] })),
      heads(glossaryChange({ adopted: true })),
      heads(glossaryChange({ adopted: true, action: 'create' })),
      heads(glossaryChange({})),
      heads(glossaryChange({ adopted: true, origin: at('g.yaml', 2) }), LINKS),
    ]).toMatchInlineSnapshot(`
      [
        [
          "#### create <code>glossary&#46;product</code> · <code>New</code> · <code>g&#46;yaml&#58;2</code>",
        ],
        [
          "GOES #### **delete** <code>glossary&#46;product</code> · <code>Product</code> · **cannot be undone**",
        ],
        [
          "#### change <code>glossary&#46;product</code> · <code>Product terms</code>

      name: <code>Product → Product<ins> terms</ins></code>",
        ],
        [
          "#### change <code>glossary&#46;product</code> · <code>product</code>

      name: <code><del>Product</del> → <ins>product</ins></code> (case only)",
        ],
        [
          "#### change <code>glossary&#46;product</code> · <code>Product</code> · matched by its name",
        ],
        [
          "#### create <code>glossary&#46;product</code> · <code>Product</code>",
        ],
        [],
        [
          "#### change <code>glossary&#46;product</code> · <code>Product</code> · matched by its name · [<code>g&#46;yaml&#58;2</code>](https://github.com/o/r/blob/abc/g.yaml#L2)",
        ],
      ]
    `);
  });
});

describe('a style list', () => {
  test('its rules and instructions: what changes, from what, to what, and where', () => {
    const prompt = 'Address readers as “Sie”.';
    const change = styleListChange({
      rules: [
        ['-', ['numbers', 'decimal'], 'comma'],
        ['~', ['style', 'tone'], 'formal', 'informal', at('w.yaml', 4)],
        ['+', ['style', 'case'], 'title', at('w.yaml', 5)],
        ['+', ['style', 'dash'], 'en'],
      ],
      instructions: [
        ['-', '1', { label: 'Old', prompt: 'Do not.' }],
        [
          '~',
          '2',
          { label: 'Address', prompt },
          { label: 'Address', prompt: 'Address readers as “du”.' },
          at('w.yaml', 9),
        ],
        ['~', '3', { label: 'Units', prompt }, { label: 'Unit', prompt, sourceLanguage: 'en' }],
        ['~', '4', { label: 'Both', prompt: 'Use a', sourceLanguage: 'en' }, { label: 'Both', prompt: 'use a' }],
        ['+', 'new 1', { label: 'New', prompt: 'العربية' }, at('w.yaml', 12)],
      ],
      origin: at('w.yaml', 1),
    });
    expect(linesOf(planWith([change]))).toMatchInlineSnapshot(`
      "#### change <code>style&#95;rules&#46;website</code> · <code>Website</code> · 2 removed, 4 changed, 3 added · <code>w&#46;yaml&#58;1</code>
        ["Change","Rule or instruction","Value"]
        - | **removed** | <code>numbers&#46;<wbr>decimal</code> | <code><del>comma</del></code> |
        - | instruction **removed** | <code>Old</code> | <code><del>Do not&#46;</del></code> |
          | changed, line 4 | <code>style&#46;tone</code> | <code><del>formal</del> → <ins>informal</ins></code> |
          | added, line 5 | <code>style&#46;case</code> | <code><ins>title</ins></code> |
          | added | <code>style&#46;dash</code> | <code><ins>en</ins></code> |
          | instruction changed, line 9 | <code>Address</code> | prompt: <code>Address readers as “<del>Sie</del>”&#46; → Address readers as “<ins>du</ins>”&#46;</code> |
          | instruction changed | <code><del>Units</del> → <ins>Unit</ins></code> | source language: <code><del>not set</del> → <ins>en</ins></code> |
          | instruction changed | <code>Both</code> | prompt: <code><del>Use</del> a → <ins>use</ins> a</code> (case only); source language: <code><del>en</del> → <ins>not set</ins></code> |
          | instruction added, line 12 | <code>New</code> | <code><ins>&#8206;العربية&#8206;</ins></code> |"
    `);
  });

  test('its head: what happens to it, its name and its language', () => {
    expect([
      heads(styleListChange({ action: 'delete' })),
      heads(styleListChange({ action: 'delete', leftOf: 'style_rules.new' })),
      heads(styleListChange({ action: 'replace', language: ['de', 'fr'], id: 's1' })),
      heads(styleListChange({ action: 'create' })),
      heads(styleListChange({ adopted: true, name: ['Website', 'Web'] })),
    ]).toMatchInlineSnapshot(`
      [
        [
          "GOES #### **delete** <code>style&#95;rules&#46;website</code> · <code>Website</code> · **cannot be undone**",
        ],
        [
          "GOES #### **delete** <code>style&#95;rules&#46;website</code> · <code>Website</code> · left over from the replacement of <code>style&#95;rules&#46;new</code> · **cannot be undone**",
        ],
        [
          "GOES #### **replace** <code>style&#95;rules&#46;website</code> · <code>Website</code>

      language: <code>de</code> → <code>fr</code>. **The language of a style list cannot be changed: a new list with a NEW id replaces it. Update every use of the old id.**",
        ],
        [
          "#### create <code>style&#95;rules&#46;website</code> · <code>Website</code>",
        ],
        [
          "#### change <code>style&#95;rules&#46;website</code> · <code>Web</code> · matched by its name

      name: <code><del>Website</del> → <ins>Web</ins></code>",
        ],
      ]
    `);
  });

  test('a list of a forged plan has names and languages that are cut', () => {
    const long = `${'x'.repeat(299)}😀${'y'.repeat(9)}`;
    const [head = ''] = heads(
      styleListChange({
        action: 'replace',
        name: [long, `${long}z`],
        language: [long, 'fr'],
      }),
    );
    expect(head).toContain(`<code>${'x'.repeat(299)}…</code>`);
    expect(head).toContain(`language: <code>${'x'.repeat(100)}…</code> → <code>fr</code>.`);
    expect(head).not.toContain('yyy');
    const deleted = styleListChange({ action: 'replace', name: [long, undefined], language: ['de', undefined] });
    expect(heads(deleted)[0]).toContain(`· <code>${'x'.repeat(299)}…</code>\n`);
    expect(heads(deleted)[0]).toContain('language: <code>de</code> → <code></code>.');
    expect(heads(glossaryChange({ action: 'create', address: `glossary.${'x'.repeat(300)}` }))[0]).toContain(
      `create <code>glossary&#46;${'x'.repeat(291)}…</code> ·`,
    );
  });
});

describe('a developer key', () => {
  const limits = [
    ['~', 'characters', 1000, 2000, at('keys.yaml', 3)],
    ['~', 'speechToTextMilliseconds', null, 0],
  ] as const;

  const newLimits = [
    ['~', 'characters', null, 2000, at('keys.yaml', 3)],
    ['~', 'speechToTextMilliseconds', null, 0],
  ] as const;

  test('its limits: what blocks it is lost, but of a new key nothing is', () => {
    expect([
      linesOf(planWith([keyChange({ limits })])),
      linesOf(planWith([keyChange({ action: 'create', limits: newLimits })])),
    ]).toMatchInlineSnapshot(`
      [
        "#### change <code>developer&#95;key&#46;ci</code> · <code>CI</code>
        ["Change","Limit","Value"]
        - | **blocked** | <code>speech to text</code> | <code><del>no limit</del> → <ins>0 ms</ins></code> (blocks speech to text) |
          | changed, <code>keys&#46;yaml&#58;3</code> | <code>characters</code> | <code><del>1&#44;000</del> → <ins>2&#44;000</ins></code> |",
        "#### create <code>developer&#95;key&#46;ci</code> · <code>CI</code>
        ["Change","Limit","Value"]
          | added, <code>keys&#46;yaml&#58;3</code> | <code>characters</code> | <code><ins>2&#44;000</ins></code> |
          | added | <code>speech to text</code> | <code><ins>0 ms</ins></code> (blocks speech to text) |",
      ]
    `);
  });

  test('its head: the label is no name, and what cannot be undone is said', () => {
    const gone = keyChange({ action: 'deactivate', id: 'k' });
    expect([
      heads(gone),
      heads({ ...gone, adopted: true }),
      heads(keyChange({ adopted: true, label: ['CI', 'Build'] })),
      heads(keyChange({ adopted: true, action: 'create' })),
    ]).toMatchInlineSnapshot(`
      [
        [
          "GOES #### **deactivate** <code>developer&#95;key&#46;ci</code> · <code>CI</code> · **cannot be undone; whatever uses the key stops working at once**",
        ],
        [
          "GOES #### **deactivate** <code>developer&#95;key&#46;ci</code> · <code>CI</code> · matched by its label · **cannot be undone; whatever uses the key stops working at once**",
        ],
        [
          "#### change <code>developer&#95;key&#46;ci</code> · <code>Build</code> · matched by its label

      label: <code><del>CI</del> → <ins>Build</ins></code>",
        ],
        [
          "#### create <code>developer&#95;key&#46;ci</code> · <code>CI</code>",
        ],
      ]
    `);
  });
});

test('the groups are in the order of the plan', () => {
  expect(
    planGroups(
      planWith([keyChange(), glossaryChange({ dictionaries: [dictionaryChange('en->de', [])] }), styleListChange()]),
      {},
    ).map(({ head }) => head),
  ).toEqual([
    expect.stringContaining('developer&#95;key'),
    expect.stringContaining('glossary'),
    expect.stringContaining('style&#95;rules'),
  ]);
});

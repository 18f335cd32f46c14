import { describe, expect, test } from 'vitest';
import { instructionId, styleId } from '../../../src/model/ids.ts';
import { keyId } from '../../../src/model/resources/developer-key.ts';
import type { Change, Plan } from '../../../src/plan/plan.ts';
import { planGroups } from '../../../src/review/markdown/groups.ts';
import { rowLine } from '../../../src/review/markdown/row.ts';
import { at, developerKey, dictionary, glossary, plan, styleList } from './changes.ts';

const LINKS = { prefix: 'https://github.com/o/r/blob/abc/' };

/** Heads, titles and rows of the groups of a plan; what loses something is marked with a minus. */
const linesOf = (of: Plan, links?: { readonly prefix: string }): string =>
  planGroups(of, links === undefined ? {} : { links })
    .map(({ head, titles, rows, goes, place }) =>
      [
        goes ? `GOES ${head}` : head,
        `  ${JSON.stringify(titles)}`,
        ...rows.map((row) => `  ${row.loses ? '-' : ' '} ${rowLine(row, place(row))}`),
      ].join('\n'),
    )
    .join('\n');

const heads = (change: Change, links?: { readonly prefix: string }): readonly string[] =>
  planGroups(plan([change]), links === undefined ? {} : { links }).map(({ head, goes }) =>
    goes ? `GOES ${head}` : head,
  );

describe('terms', () => {
  test('one row for each kind of change, what is lost first, with its place where it has one', () => {
    const file = 'glossaries/product/en-de.csv';
    const de = dictionary(
      'de',
      [
        { kind: 'removed', source: 'gone', from: 'weg' },
        { kind: 'removed', source: 'away', from: 'fort' },
        { kind: 'removed', source: 'colour', from: 'Farbe' },
        { kind: 'changed', source: 'cart', from: 'Wagen', to: 'Warenkorb', at: at(file, 1) },
        { kind: 'changed', source: 'tax', from: 'Steuer', to: 'steuer', at: at(file, 2) },
        { kind: 'changed', source: 'fee', from: 'eine Gebühr', to: 'eine  Gebühr', at: at('other.csv', 3) },
        { kind: 'changed', source: 'café', from: 'Café', to: 'Cafe\u0301' },
        { kind: 'added', source: 'color', to: 'Farbe', at: at(file, 4) },
        { kind: 'added', source: 'new', to: 'neu', at: at(file, 5) },
      ],
      { origin: at(file, 9) },
    );
    const fr = dictionary('fr', [{ kind: 'added', source: 'away', to: 'fort', at: at('fr.csv', 6) }]);
    expect(linesOf(plan([glossary([de, fr])]))).toMatchInlineSnapshot(`
      "#### <code>glossary&#46;product</code> <code>en&#45;&#62;de</code> · −3 ~4 +2 · of 1,234 · <code>glossaries&#47;product&#47;en&#45;de&#46;csv&#58;1</code>
        ["Term","Translation"]
        - | **removed** | <code>gone</code> | <code><del>weg</del></code> |  |
        - | **moved** to <code>glossary&#46;product&#47;en&#45;&#62;fr</code> | <code>away</code> | <code><del>fort</del></code> |  |
        - | **renamed** | <code><del>colour</del> → <ins>color</ins></code> | <code>Farbe</code> | line 4 |
          | changed | <code>cart</code> | <code><del>Wagen</del> → <ins>Warenkorb</ins></code> | line 1 |
          | case only | <code>tax</code> | <code><del>Steuer</del> → <ins>steuer</ins></code> | line 2 |
          | white space only | <code>fee</code> | <code>eine Gebühr → eine<ins>␠</ins> Gebühr</code> | <code>other&#46;csv&#58;3</code> |
          | Unicode form only | <code>café</code> | <code><del>Caf⟨U&#43;00E9⟩</del> → <ins>Cafe⟨U&#43;0301⟩</ins></code> |  |
          | added | <code>new</code> | <code><ins>neu</ins></code> | line 5 |
      #### <code>glossary&#46;product</code> <code>en&#45;&#62;fr</code> · +1 · of 1,234
        ["Term","Translation"]
          | moved from <code>glossary&#46;product&#47;en&#45;&#62;de</code> | <code>away</code> | <code><ins>fort</ins></code> | <code>fr&#46;csv&#58;6</code> |"
    `);
  });

  test('a new spelling of a term is one row, and loses the old one', () => {
    const de = dictionary('de', [
      { kind: 'removed', source: 'Basket', from: 'Korb' },
      { kind: 'added', source: 'basket', to: 'Korb', at: at('de.csv', 1) },
    ]);
    expect(linesOf(plan([glossary([de])]))).toMatchInlineSnapshot(`
      "#### <code>glossary&#46;product</code> <code>en&#45;&#62;de</code> · −1 +1 · of 1,234
        ["Term","Translation"]
        - | case only | <code><del>Basket</del> → <ins>basket</ins></code> | <code>Korb</code> | <code>de&#46;csv&#58;1</code> |"
    `);
  });

  test('places are links where files are linked: the line alone beside its own file', () => {
    const file = 'glossaries/product/en-de.csv';
    const de = dictionary(
      'de',
      [
        { kind: 'added', source: 'a', to: 'b', at: at(file, 4) },
        { kind: 'added', source: 'c', to: 'd', at: at('all.csv', 5) },
      ],
      { origin: at(file, 9) },
    );
    expect(linesOf(plan([glossary([de])]), LINKS)).toMatchInlineSnapshot(`
      "#### <code>glossary&#46;product</code> <code>en&#45;&#62;de</code> · +2 · of 1,234 · [<code>glossaries&#47;product&#47;en&#45;de&#46;csv&#58;1</code>](https://github.com/o/r/blob/abc/glossaries/product/en-de.csv#L1)
        ["Term","Translation"]
          | added | <code>a</code> | <code><ins>b</ins></code> | [line 4](https://github.com/o/r/blob/abc/glossaries/product/en-de.csv#L4) |
          | added | <code>c</code> | <code><ins>d</ins></code> | [<code>all&#46;csv&#58;5</code>](https://github.com/o/r/blob/abc/all.csv#L5) |"
    `);
  });
});

describe('the heads of a glossary', () => {
  test('that has only other terms: one for each dictionary', () => {
    expect(
      heads(
        glossary([
          dictionary('de', [{ kind: 'added', source: 'a', to: 'b' }]),
          dictionary('fr', [], { action: 'create', origin: at('fr.csv', 3) }),
        ]),
      ),
    ).toEqual([
      '#### <code>glossary&#46;product</code> <code>en&#45;&#62;de</code> · +1 · of 1,234',
      '#### <code>glossary&#46;product</code> <code>en&#45;&#62;fr</code> · new dictionary · <code>fr&#46;csv&#58;1</code>',
    ]);
  });

  test('the dictionaries that go before the others, which keep their order', () => {
    expect(
      heads(
        glossary([
          dictionary('de', []),
          dictionary('es', []),
          dictionary('fr', [], { action: 'delete' }),
          dictionary('it', []),
          dictionary('nl', [], { action: 'delete' }),
        ]),
      ),
    ).toEqual([
      'GOES #### <code>glossary&#46;product</code> <code>en&#45;&#62;fr</code> · **dictionary deleted**',
      'GOES #### <code>glossary&#46;product</code> <code>en&#45;&#62;nl</code> · **dictionary deleted**',
      '#### <code>glossary&#46;product</code> <code>en&#45;&#62;de</code> · of 1,234',
      '#### <code>glossary&#46;product</code> <code>en&#45;&#62;es</code> · of 1,234',
      '#### <code>glossary&#46;product</code> <code>en&#45;&#62;it</code> · of 1,234',
    ]);
  });

  test('that is made, renamed, deleted or matched by its name: one of its own', () => {
    const { nameBefore: _, ...made } = glossary([], { action: 'create', nameAfter: 'New', origin: at('g.yaml', 2) });
    const { nameAfter: __, ...deleted } = glossary([], { action: 'delete' });
    expect([
      heads(made),
      heads(deleted),
      heads(glossary([], { nameAfter: 'Product terms' })),
      heads(glossary([], { nameAfter: 'product' })),
      heads(glossary([], { adopted: true })),
      heads(glossary([], { adopted: true, action: 'create' })),
      heads(glossary([])),
      heads(glossary([], { adopted: true, origin: at('g.yaml', 2) }), LINKS),
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
    const change = styleList({
      rules: [
        { kind: 'removed', category: 'numbers', rule: 'decimal', from: 'comma' },
        { kind: 'changed', category: 'style', rule: 'tone', from: 'formal', to: 'informal', at: at('w.yaml', 4) },
        { kind: 'added', category: 'style', rule: 'case', to: 'title', at: at('w.yaml', 5) },
        { kind: 'added', category: 'style', rule: 'dash', to: 'en' },
      ],
      instructions: [
        { kind: 'removed', id: instructionId('1'), from: { label: 'Old', prompt: 'Do not.' } },
        {
          kind: 'changed',
          id: instructionId('2'),
          from: { label: 'Address', prompt },
          to: { label: 'Address', prompt: 'Address readers as “du”.' },
          at: at('w.yaml', 9),
        },
        {
          kind: 'changed',
          id: instructionId('3'),
          from: { label: 'Units', prompt },
          to: { label: 'Unit', prompt, sourceLanguage: 'en' },
        },
        {
          kind: 'changed',
          id: instructionId('4'),
          from: { label: 'Both', prompt: 'Use a', sourceLanguage: 'en' },
          to: { label: 'Both', prompt: 'use a' },
        },
        { kind: 'added', to: { label: 'New', prompt: 'العربية' }, at: at('w.yaml', 12) },
      ],
      origin: at('w.yaml', 1),
    });
    expect(linesOf(plan([change]))).toMatchInlineSnapshot(`
      "#### change <code>style&#95;rules&#46;website</code> · <code>Website</code> · −2 ~4 +3 · <code>w&#46;yaml&#58;1</code>
        ["Rule or instruction","Change"]
        - | **removed** | <code>numbers&#46;decimal</code> | <code><del>comma</del></code> |  |
          | changed | <code>style&#46;tone</code> | <code><del>formal</del> → <ins>informal</ins></code> | line 4 |
          | added | <code>style&#46;case</code> | <code><ins>title</ins></code> | line 5 |
          | added | <code>style&#46;dash</code> | <code><ins>en</ins></code> |  |
        - | instruction **removed** | <code>Old</code> | <code><del>Do not&#46;</del></code> |  |
          | instruction changed | <code>Address</code> | prompt: <code>Address readers as “<del>Sie</del>”&#46; → Address readers as “<ins>du</ins>”&#46;</code> | line 9 |
          | instruction changed | <code><del>Units</del> → <ins>Unit</ins></code> | source language: <code><del>not set</del> → <ins>en</ins></code> |  |
          | instruction changed | <code>Both</code> | prompt: <code><del>Use</del> a → <ins>use</ins> a</code> (case only); source language: <code><del>en</del> → <ins>not set</ins></code> |  |
          | instruction added | <code>New</code> | <code><ins>&#8206;العربية&#8206;</ins></code> | line 12 |"
    `);
  });

  test('its head: what happens to it, its name and its language', () => {
    expect([
      heads(styleList({ action: 'delete' })),
      heads(styleList({ action: 'delete', leftOf: 'style_rules.new' })),
      heads(styleList({ action: 'replace', languageAfter: 'fr', id: styleId('s1') })),
      heads(styleList({ action: 'create' })),
      heads(styleList({ adopted: true, nameAfter: 'Web' })),
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
      styleList({
        action: 'replace',
        nameBefore: long,
        nameAfter: `${long}z`,
        languageBefore: long,
        languageAfter: 'fr',
      }),
    );
    expect(head).toContain(`<code>${'x'.repeat(299)}…</code>`);
    expect(head).toContain(`language: <code>${'x'.repeat(100)}…</code> → <code>fr</code>.`);
    expect(head).not.toContain('yyy');
    const { nameAfter: _, languageAfter: __, ...deleted } = styleList({ action: 'replace', nameBefore: long });
    expect(heads(deleted)[0]).toContain(`· <code>${'x'.repeat(299)}…</code>\n`);
    expect(heads(deleted)[0]).toContain('language: <code>de</code> → <code></code>.');
    expect(heads(glossary([], { action: 'create', address: `glossary.${'x'.repeat(300)}` }))[0]).toContain(
      `create <code>glossary&#46;${'x'.repeat(291)}…</code> ·`,
    );
  });
});

describe('a developer key', () => {
  const limits = [
    { limit: 'characters', from: 1000, to: 2000, at: at('keys.yaml', 3) },
    { limit: 'speechToTextMilliseconds', from: null, to: 0 },
  ] as const;

  test('its limits: what blocks it is lost, but of a new key nothing is', () => {
    expect([
      linesOf(plan([developerKey({ limits })])),
      linesOf(plan([developerKey({ action: 'create', limits })])),
    ]).toMatchInlineSnapshot(`
      [
        "#### change <code>developer&#95;key&#46;ci</code> · <code>CI</code>
        ["","Change"]
          | changed | limit | characters: 1,000 → 2,000 | <code>keys&#46;yaml&#58;3</code> |
        - | **blocked** | limit | speech to text: no limit → 0 ms (blocks speech to text) |  |",
        "#### create <code>developer&#95;key&#46;ci</code> · <code>CI</code>
        ["","Change"]
          | set | limit | characters: 2,000 | <code>keys&#46;yaml&#58;3</code> |
          | set | limit | speech to text: 0 ms (blocks speech to text) |  |",
      ]
    `);
  });

  test('its head: the label is no name, and what cannot be undone is said', () => {
    const { nameAfter: _, ...gone } = developerKey({ action: 'deactivate', id: keyId('k') });
    expect([
      heads(gone),
      heads({ ...gone, adopted: true }),
      heads(developerKey({ adopted: true, nameAfter: 'Build' })),
      heads(developerKey({ adopted: true, action: 'create' })),
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
    planGroups(plan([developerKey(), glossary([dictionary('de', [])]), styleList()]), {}).map(({ head }) => head),
  ).toEqual([
    expect.stringContaining('developer&#95;key'),
    expect.stringContaining('glossary'),
    expect.stringContaining('style&#95;rules'),
  ]);
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PRODUCT, sinceWorld } from './since-world.ts';

describe('notes alone, under --since', () => {
  const NOTED = 'source,target,pos,status,note\nhouse,Haus,noun,draft,Old\ncat,Katze,,,\ntree,Baum,noun,,Same\n';
  const noted = async (after: string, before = NOTED, more: Readonly<Record<string, string>> = {}) => {
    const of = await sinceWorld({ [PRODUCT]: before, ...more });
    of.write(PRODUCT, after);
    return of;
  };

  test('are shown with the old and the new text, and nothing of them is a change', async () => {
    const after =
      'source,target,pos,status,note\ntree,Baum,noun,,Same\nhouse,Haus,noun,approved,New\ncat,Katze,,,Pet\n';
    const { lexform, planned } = await noted(after);
    const { code, out } = await lexform('plan', '--since', 'main', '--detailed-exitcode');
    expect(code).toBe(0);
    expect(out).toMatch(/^No changes in what changed since main\./);
    expect(out).toContain(
      '\n2 rows have other notes; nothing of them is sent:\n' +
        `  ${PRODUCT}:3  house → Haus (status: draft → approved; note: Old → New)\n` +
        `  ${PRODUCT}:4  cat → Katze (note: none → Pet)\n`,
    );
    const { changes, since } = await planned('--since', 'main');
    expect(changes).toEqual([]);
    expect(since?.otherNotes).toEqual({
      rows: 2,
      listed: [
        {
          at: { file: PRODUCT, line: 3, column: 1 },
          address: 'glossary.product/en->de',
          source: 'house',
          target: 'Haus',
          fields: [
            { field: 'status', from: 'draft', to: 'approved' },
            { field: 'note', from: 'Old', to: 'New' },
          ],
        },
        expect.objectContaining({ source: 'cat', fields: [{ field: 'note', to: 'Pet' }] }),
      ],
    });
    expect((await lexform('plan')).out).not.toContain('other notes');
  });

  test('count where the file was renamed, and not where the entry changed too or the file is new', async () => {
    // Git takes a file for a renamed one when most of it is the same.
    const same = Array.from({ length: 20 }, (_, place) => `word ${place},Wort,noun,,Same\n`).join('');
    const { rename, commit, write, planned } = await noted(NOTED + same, NOTED + same);
    rename('glossaries/product', 'glossaries/wares');
    commit();
    const after = NOTED.replace('Haus,noun,draft,Old', 'Gebäude,noun,draft,New').replace('Same', 'Other');
    write('glossaries/wares/en-de.csv', after + same);
    write('glossaries/wares/en-fr.csv', NOTED);
    const { since } = await planned('--since', 'main');
    expect(since?.otherNotes?.listed.map(({ source }) => source)).toEqual(['tree']);
    expect(since?.otherNotes?.rows).toBe(1);
  });

  test('of a wide table are told once, and only in the columns that a review has', async () => {
    const { write, append, planned } = await sinceWorld({
      'glossaries/product/glossary.yaml':
        'name: Product\ntables:\n  - { file: terms.csv, pairs: ["en->fr", "fr->en"] }\n',
      'glossaries/product/terms.csv': 'en,fr,definition,note\nhouse,maison,A,B\n',
    });
    write('glossaries/product/terms.csv', 'en,fr,definition,note\nhouse,maison,C,D\n');
    const both = (await planned('--since', 'main')).since?.otherNotes;
    expect(both).toMatchObject({ rows: 1, listed: [{ address: 'glossary.product/en->fr', source: 'house' }] });
    expect(both?.listed[0]?.fields.map(({ field }) => field)).toEqual(['definition', 'note']);
    append('lexform.yaml', 'review: { columns: [note] }\n');
    const some = (await planned('--since', 'main')).since?.otherNotes;
    expect(some?.listed[0]?.fields.map(({ field }) => field)).toEqual(['note']);
  });

  test('are folded beyond ten rows, unless --full asks for all, and hostile text is escaped in every form', async () => {
    const rows = (note: string): string =>
      `source,target,note\n${Array.from({ length: 12 }, (_, place) => `word ${place},Wort,${note}\n`).join('')}`;
    const { lexform, cwd } = await noted(rows('\u001b[31m<b>`|\u202e'), rows('plain'));
    const reports = ['md', 'html'].map((ending) => join(cwd, `plan.${ending}`));
    const formats = [`markdown=${reports[0]}`, `html=${reports[1]}`].flatMap((each) => ['--report', each]);
    const { out } = await lexform('plan', '--since', 'main', ...formats);
    expect(out).toContain('12 rows have other notes; nothing of them is sent:');
    expect(out).toContain('word 9 → Wort');
    expect(out).not.toContain('word 10');
    expect(out).toContain('  … and 2 more\n');
    expect((await lexform('plan', '--since', 'main', '--full')).out).toContain('word 11 → Wort');
    const [markdown = '', html = ''] = reports.map((file) => readFileSync(file, 'utf8'));
    expect(markdown).toMatch(
      /12 rows have other notes; nothing of them is sent: <code>word 0<\/code> → .*… and 9 more\./,
    );
    expect(html).toContain('12 rows have other notes; nothing of them is sent');
    expect(html).toContain('word 11');
    expect(html).not.toContain('<b>`');
    for (const text of [out, markdown, html]) expect(text).not.toMatch(/[\u001b\u202e]/);
  });

  test('stand with the change of the entry where that changed too, old and new, in every form', async () => {
    const { lexform, cwd, planned } = await noted(
      'source,target,pos,status,note\nhouse,Gebäude,noun,approved,\ncat,Kater,,,\ntree,Baum,verb,,Same\n',
    );
    const reports = ['md', 'html'].map((ending) => join(cwd, `plan.${ending}`));
    const formats = [`markdown=${reports[0]}`, `html=${reports[1]}`].flatMap((each) => ['--report', each]);
    const { out } = await lexform('plan', '--since', 'main', ...formats);
    expect(out).toMatch(/house: .*Gebäude.*\(noun, status: draft → approved; note: Old → none\)/);
    expect(out).toMatch(/cat: .*Kater {2}glossaries/);
    expect(out).toContain('1 row has other notes; nothing of them is sent:\n');
    const [markdown = '', html = ''] = reports.map((file) => readFileSync(file, 'utf8'));
    expect(markdown).toMatch(/; status: <code>draft → approved<\/code>; note: <code>Old → none<\/code> \|/);
    expect(html).toContain('["status: draft → approved","note: Old → none"],[],[["part of speech","noun"]]');
    const values = (await planned('--since', 'main')).changes.flatMap(({ children }) => children[0]?.values ?? []);
    expect(values.map(({ term }) => term)).toEqual([
      {
        status: 'approved',
        partOfSpeech: 'noun',
        changed: [
          { field: 'status', from: 'draft', to: 'approved' },
          { field: 'note', from: 'Old' },
        ],
      },
      undefined,
    ]);
    expect((await planned()).changes[0]?.children[0]?.values[0]?.term).toEqual({
      status: 'approved',
      partOfSpeech: 'noun',
    });
  });

  test('stand with a term that got another source phrase, unless several rows have its translation', async () => {
    const { lexform } = await noted(
      'source,target,status,note\nhome,Haus,approved,New\nkitty,Katze,,New\nbig tree,Baum,,New\nold tree,Baum,,\n',
      'source,target,status,note\nhouse,Haus,draft,Old\ncat,Katze,,\ntree,Baum,,Old\n',
    );
    const { out } = await lexform('plan', '--since', 'main');
    expect(out).toMatch(/house.*home.*\(status: draft → approved; note: Old → New\)/);
    expect(out).toMatch(/cat.*kitty.*\(note: none → New\)/);
    expect(out).toMatch(/tree: Baum \(renamed\) {2}\(note: New\)/);
  });

  test('stand with a term that comes or goes because its status did, and only in the columns of a review', async () => {
    const settings = { 'glossaries/product/glossary.yaml': 'name: Product\nsend: { status: [approved, none] }\n' };
    const { lexform, append } = await noted(
      'source,target,pos,status,note\nhouse,Gebäude,noun,approved,Old\ncat,Katze,,forbidden,\nnew,neu,,approved,\n',
      NOTED,
      settings,
    );
    const { out } = await lexform('plan', '--since', 'main');
    expect(out).toMatch(/\+ house → Gebäude {2}\(noun, status: draft → approved; note: Old\)/);
    expect(out).toMatch(/- cat → Katze {2}\(held back: none → forbidden\)/);
    expect(out).toMatch(/\+ new → neu {2}\(approved\)/);
    append('lexform.yaml', 'review: { columns: [note] }\n');
    expect((await lexform('plan', '--since', 'main')).out).not.toContain('draft → approved');
  });
});

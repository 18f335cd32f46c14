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
});

import { expect, test } from 'vitest';
import type { Change } from '../../../src/model/plan/plan.ts';
import { planGroups } from '../../../src/review/markdown/groups.ts';
import { glossaryChange, planWith, styleListChange } from '../../support/changes.ts';

const heads = (change: Change): readonly string[] => planGroups(planWith([change]), {}).map(({ head }) => head);

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

import { styleListCalls } from '../../../src/kinds/style-list/service/style-list-calls.ts';
import type { Refusal } from '../../../src/plan/guard/refusal.ts';
import type { Row } from './row.ts';
import { afterApply, onTarget } from './service-row.ts';

const list = (name: string, more = ''): string => `name: ${name}\nlanguage: de\n${more}`;
const instructions = (...labels: readonly string[]): string =>
  `custom_instructions:\n${labels.map((label) => `  - { label: ${label}, prompt: x }\n`).join('')}`;
const LISTS = { 'style-rules/s.yaml': list('S'), 'style-rules/t.yaml': list('T'), 'style-rules/u.yaml': list('U') };
const GLOSSARY = {
  'glossaries/g/glossary.yaml': 'name: G\n',
  'glossaries/g/en-de.csv': 'house,Haus\n',
  'glossaries/g/en-fr.csv': 'house,maison\n',
};
const rows = (count: number): string => Array.from({ length: count }, (_, index) => `term ${index},Begriff\n`).join('');
const PLAN = ['plan'];

/** Every refusal of the guard: the state that causes it, and the line of it. */
export const GUARD_ROWS: Readonly<Record<Refusal['code'], readonly Row[]>> = {
  'drift-undone': [
    afterApply(
      'glossary.g was changed on the service since the last apply, and the plan undoes that; "lexform pull" writes the change into the files; if you intend this, rerun with --overwrite-drift [drift-undone]',
      GLOSSARY,
      PLAN,
      ({ put }) => put('G', 'en->de', { house: 'Gebäude' }),
    ),
    afterApply(
      'glossary.g was changed in the files and on the service since the last apply, and the plan undoes the change of the service; to resolve the conflict, write the value of the service into the files, or run "lexform pull --theirs glossary.g", which does that; "lexform pull --ours glossary.g" decides for the files; to keep the values of the files, rerun with --overwrite-drift [drift-undone]',
      GLOSSARY,
      PLAN,
      async ({ put, write }) => {
        await put('G', 'en->de', { house: 'Gebäude' });
        await write('glossaries/g/en-de.csv', 'house,Heim\n');
      },
    ),
  ],
  protected: [
    afterApply(
      'style_rules.s is protected and would be deleted; remove the protection first (protect: in its file, or safety: in lexform.yaml) [protected]',
      { 'style-rules/s.yaml': list('S', 'protect: true\n') },
      PLAN,
      ({ remove }) => remove('style-rules/s.yaml'),
    ),
    afterApply(
      'developer_key.ci is protected and would be deactivated or blocked; remove the protection first (protect: in its file, or safety: in lexform.yaml) [protected]',
      { 'developer-keys.yaml': 'ci: { protect: true }\n' },
      PLAN,
      ({ write }) => write('developer-keys.yaml', 'ci: { protect: true, deactivated: true }\n'),
      { more: 'developer_keys: developer-keys.yaml\n' },
    ),
  ],
  'delete-needs-consent': [
    afterApply(
      'style_rules.s would be deleted; if you intend this, rerun with --allow-delete style_rules.s [delete-needs-consent]',
      LISTS,
      PLAN,
      ({ remove }) => remove('style-rules/s.yaml'),
    ),
    afterApply(
      "glossary.g/en->fr would be deleted with 1 term; if you intend this, rerun with --allow-delete 'glossary.g/en->fr' [delete-needs-consent]",
      GLOSSARY,
      PLAN,
      ({ remove }) => remove('glossaries/g/en-fr.csv'),
    ),
    afterApply(
      'developer_key.ci would be deactivated permanently, and whatever uses it would stop at once; if you intend this, rerun with --allow-delete developer_key.ci [delete-needs-consent]',
      { 'developer-keys.yaml': 'ci: {}\n' },
      PLAN,
      ({ write }) => write('developer-keys.yaml', 'ci: { deactivated: true }\n'),
      { more: 'developer_keys: developer-keys.yaml\n' },
    ),
  ],
  'block-needs-consent': [
    afterApply(
      'developer_key.ci would be blocked by a limit of 0 (characters: 1,000 → 0), and whatever uses it would stop; if you intend this, rerun with --allow-delete developer_key.ci [block-needs-consent]',
      { 'developer-keys.yaml': 'ci: { characters: 1000 }\n' },
      PLAN,
      ({ write }) => write('developer-keys.yaml', 'ci: { characters: 0 }\n'),
      { more: 'developer_keys: developer-keys.yaml\n' },
    ),
  ],
  'replace-needs-consent': [
    afterApply(
      'style_rules.s would be replaced by a list with a new id, because its language changes from de to fr; if you intend this, rerun with --allow-delete style_rules.s [replace-needs-consent]',
      { 'style-rules/s.yaml': list('S') },
      PLAN,
      ({ write }) => write('style-rules/s.yaml', 'name: S\nlanguage: fr\n'),
    ),
  ],
  'too-many-deleted': [
    afterApply(
      'style_rules.s would be deleted (2 of 3 style lists), and a pattern allows deleting neither the last ones nor more than half; if you intend this, rerun with --allow-delete style_rules.s [too-many-deleted]',
      { 'style-rules/s.yaml': list('S'), 'style-rules/t.yaml': list('T'), 'style-rules/u.yaml': list('U') },
      [...PLAN, '--allow-delete', 'style_rules.*'],
      async ({ remove }) => {
        await remove('style-rules/s.yaml');
        await remove('style-rules/t.yaml');
      },
    ),
    afterApply(
      'style_rules.s would be deleted (2 of 3 style lists), and prune: allows deleting neither the last ones nor more than half; if you intend this, rerun with --allow-delete style_rules.s [too-many-deleted]',
      LISTS,
      PLAN,
      async ({ remove }) => {
        await remove('style-rules/s.yaml');
        await remove('style-rules/t.yaml');
      },
      { more: 'prune: [style_rules.*]\n' },
    ),
  ],
  'empty-source': [
    afterApply(
      'style_rules.s would be deleted while the files name none of its kind, which usually means a wrong folder or pattern; if you intend this, rerun with --allow-delete style_rules.s [empty-source]',
      { 'style-rules/s.yaml': list('S') },
      PLAN,
      ({ remove }) => remove('style-rules/s.yaml'),
    ),
    afterApply(
      "glossary.g/en->fr would be deleted with 1 term because glossaries/g/en-fr.csv has no rows for it, which usually means an incomplete export; if you intend this, rerun with --allow-delete 'glossary.g/en->fr' [empty-source]",
      GLOSSARY,
      PLAN,
      ({ write }) => write('glossaries/g/en-fr.csv', ''),
    ),
  ],
  'too-many-removed': [
    afterApply(
      "glossary.g/en->de would lose 15 of its 40 entries, at most 10 are allowed; if you intend this, rerun with --max-deletes-per-run 15 or --allow-delete 'glossary.g/en->de' [too-many-removed]",
      { ...GLOSSARY, 'glossaries/g/en-de.csv': rows(40) },
      PLAN,
      ({ write }) => write('glossaries/g/en-de.csv', rows(25)),
    ),
  ],
  'too-many-in-all': [
    afterApply(
      '2 parts would lose 2 of all 4 entries, rules and instructions, at most 1 is allowed in one run; if you intend this, rerun with --max-deletes-per-run 2 [too-many-in-all]',
      {
        'style-rules/s.yaml': list('S', instructions('a', 'b')),
        'style-rules/t.yaml': list('T', instructions('a', 'b')),
      },
      PLAN,
      async ({ write }) => {
        await write('style-rules/s.yaml', list('S', instructions('a')));
        await write('style-rules/t.yaml', list('T', instructions('a')));
      },
      { more: 'safety: { max_deletes_per_run: 1 }\n' },
    ),
    afterApply(
      '2 parts would lose 2 of all 4 instructions, at most 1 is allowed in one run; if you intend this, rerun with --max-deletes-per-run 2 [too-many-in-all]',
      {
        'style-rules/s.yaml': list('S', instructions('a', 'b')),
        'style-rules/t.yaml': list('T', instructions('a', 'b')),
      },
      PLAN,
      async ({ write }) => {
        await write('style-rules/s.yaml', list('S', instructions('a')));
        await write('style-rules/t.yaml', list('T', instructions('a')));
      },
      { more: 'safety: { max_deletes_per_kind: 1 }\n' },
    ),
  ],
  'unowned-removed': [
    onTarget(
      'style_rules.s would lose 1 of its 2 instructions, which is not in the files and was not created by an apply; to keep it, run "lexform pull style_rules.s"; if you intend this, rerun with --allow-delete style_rules.s [unowned-removed]',
      { 'style-rules/s.yaml': list('S', instructions('a')) },
      async ({ client, run }) => {
        await styleListCalls(client).create({
          name: 'S',
          language: 'de',
          rules: new Map(),
          instructions: [
            { label: 'b', prompt: 'y' },
            { label: 'c', prompt: 'z' },
          ],
        });
        return run('plan');
      },
    ),
  ],
  'last-removed': [
    afterApply(
      'style_rules.s would lose its last 2 instructions; if you intend this, rerun with --allow-delete style_rules.s [last-removed]',
      { 'style-rules/s.yaml': list('S', instructions('a', 'b')) },
      PLAN,
      ({ write }) => write('style-rules/s.yaml', list('S')),
    ),
  ],
};

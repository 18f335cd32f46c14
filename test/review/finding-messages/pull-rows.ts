import { editEntries } from '../../../src/files/edit/edit-entries.ts';
import { notSafe } from '../../../src/files/edit/entry-edit.ts';
import { glossaryCalls } from '../../../src/kinds/glossary/service/glossary-calls.ts';
import { findingsText } from '../../../src/review/messages/finding-text.ts';
import type { Row } from './row.ts';
import { afterApply } from './service-row.ts';

const GLOSSARY = { 'glossaries/g/glossary.yaml': 'name: G\n', 'glossaries/g/en-de.csv': 'house,Haus\ncat,Katze\n' };
const TABLE = {
  'glossaries/g/glossary.yaml': 'name: G\ntables:\n  - { file: terms.csv, pairs: [en->*] }\n',
  'glossaries/g/terms.csv': 'en,de,fr\nhouse,Haus,maison\n',
};
const BOTH_WAYS = {
  'glossaries/g/glossary.yaml': 'name: G\ntables:\n  - { file: terms.csv, pairs: [en->de, de->en] }\n',
  'glossaries/g/terms.csv': 'en,de\nhouse,Haus\n',
};
/** Two glossaries whose dictionaries are the files of one folder. */
const SHARED = { ...GLOSSARY, 'glossaries/g/other.yaml': 'name: Other\n' };

/** Two glossaries that inherit from others. */
const LAYERS = {
  'glossaries/c/glossary.yaml': 'name: C\npublish: false\n',
  'glossaries/c/en-de.csv': 'cat,Katze\n',
  'glossaries/l/glossary.yaml': 'name: L\npublish: false\n',
  'glossaries/l/en-de.csv': 'law,Gesetz\n',
  'glossaries/g/glossary.yaml': 'name: G\nextends: [glossary.c, glossary.l]\n',
  'glossaries/g/en-de.csv': 'house,Haus\n',
  'glossaries/h/glossary.yaml': 'name: H\nextends: [glossary.c, glossary.l]\n',
  'glossaries/h/en-de.csv': 'dog,Hund\n',
};
const INTO = ['pull', '--into', 'glossary.c'];
const SAME_IN_BOTH = { ...LAYERS, 'glossaries/l/en-de.csv': 'cat,Katze\n' };

export const PULL_ROWS: readonly Row[] = [
  afterApply(
    'glossaries/l/en-de.csv:1:1: warning: "law" of glossary.g (en->de) is a term of glossary.l and not of glossary.c; change it there with "lexform pull glossary.g --into glossary.l", or override it with "lexform pull glossary.g" [pull-into-owner]',
    LAYERS,
    INTO,
    ({ put }) => put('G', 'en->de', { house: 'Haus', cat: 'Katze', law: 'Recht' }),
  ),
  afterApply(
    'glossaries/c/en-de.csv:1:1: warning: "cat" stays as it is in glossary.c: on the service it is "Kater" in glossary.g and removed in glossary.h; make them agree there, or pull one of them without --into [pull-into-conflict]',
    LAYERS,
    INTO,
    async ({ put }) => {
      await put('G', 'en->de', { house: 'Haus', cat: 'Kater', law: 'Gesetz' });
      await put('H', 'en->de', { dog: 'Hund', law: 'Gesetz' });
    },
  ),
  afterApply(
    'glossaries/c/en-de.csv:1:1: warning: "cat" stays as it is in glossary.c: with the change of the service, another place would have the error layers-disagree; change that place first, or pull without --into (see glossaries/g/glossary.yaml:2:23) [pull-into-blocked]',
    SAME_IN_BOTH,
    INTO,
    ({ put }) => put('G', 'en->de', { house: 'Haus', cat: 'Kater' }),
  ),
  afterApply(
    'glossaries/c/en-de.csv:1:1: warning: "cat" stays as it is in glossary.c: with the change of the service, glossary.g would not get it, because of another row; pull it without --into [pull-into-blocked]',
    SAME_IN_BOTH,
    INTO,
    ({ put }) => put('G', 'en->de', { house: 'Haus' }),
  ),
  afterApply(
    `glossaries/g/glossary.yaml:1:7: warning: glossary.g/en->fr cannot be written into these files without changing their other content; edit them by hand, or move them away and run "lexform pull 'glossary.g/en->fr'", which then writes new ones [pull-by-hand]`,
    SHARED,
    ['pull'],
    ({ put }) => put('G', 'en->fr', { house: 'maison' }),
  ),
  afterApply(
    'glossaries/g/en-fr.csv:1:1: warning: glossary.g/en->fr was deleted on the service, but it cannot be removed from these files without changing their other content; remove it by hand [pull-by-hand]',
    { ...SHARED, 'glossaries/g/en-fr.csv': 'house,maison\n' },
    ['pull', '--allow-delete', '*', '--allow-delete', '*/*'],
    async ({ client, glossary }) =>
      glossaryCalls(client).deleteDictionary((await glossary('G')).id, { source: 'en', target: 'fr' }),
  ),
  afterApply(
    'glossaries/g/glossary.yaml:1:7: warning: glossary.g/en->fr would be written to glossaries/g/en-fr.csv, but this file exists already, and pull does not overwrite it; move it away, or write the file yourself [pull-in-the-way]',
    {
      'glossaries/g/glossary.yaml':
        'name: G\ndictionaries:\n  - { source_lang: en, target_lang: de, file: en-de.csv }\n',
      'glossaries/g/en-de.csv': 'house,Haus\n',
      'glossaries/g/en-fr.csv': 'a draft\n',
    },
    ['pull'],
    ({ put }) => put('G', 'en->fr', { house: 'maison' }),
  ),
  afterApply(
    'glossaries/g/glossary.yaml:1:7: warning: glossary.g was changed on the service, but the files do not select it for this target; select it in lexform.yaml ("resources") or in its file ("on"), or delete it there with "lexform apply --overwrite-drift --allow-delete glossary.g" [pull-not-on-target]',
    { ...GLOSSARY, 'glossaries/h/glossary.yaml': 'name: H\n', 'glossaries/h/en-de.csv': 'cat,Katze\n' },
    ['pull', '--theirs'],
    async ({ put, write }) => {
      await put('G', 'en->de', { house: 'Heim' });
      await write('glossaries/g/glossary.yaml', 'name: G\non: { prod: { publish: false } }\n');
    },
  ),
  afterApply(
    'glossaries/g/glossary.yaml:3:32: warning: glossary.g/en->fr was deleted on the service, but "en->*" asks for it together with en->de; write out the pairs that should stay, and leave the columns as they are [pull-table-pattern]',
    TABLE,
    ['pull'],
    async ({ client, glossary }) =>
      glossaryCalls(client).deleteDictionary((await glossary('G')).id, { source: 'en', target: 'fr' }),
  ),
  afterApply(
    'glossaries/g/glossary.yaml:1:7: warning: glossary.g was deleted on the service; to delete glossaries/g/en-de.csv and glossaries/g/glossary.yaml rerun with --allow-delete glossary.g, to create it again, run "lexform apply --overwrite-drift" [pull-needs-consent]',
    GLOSSARY,
    ['pull'],
    async ({ client, glossary }) => glossaryCalls(client).delete((await glossary('G')).id),
  ),
  afterApply(
    'glossaries/g/glossary.yaml:1:7: warning: glossary.g was deleted on the service (1 of 1 of its kind), and a pattern allows deleting neither the last ones nor more than half; to delete glossaries/g/en-de.csv and glossaries/g/glossary.yaml rerun with --allow-delete glossary.g [pull-too-many]',
    GLOSSARY,
    ['pull', '--allow-delete', 'glossary.*'],
    async ({ client, glossary }) => glossaryCalls(client).delete((await glossary('G')).id),
  ),
  afterApply(
    'glossaries/g/glossary.yaml:1:7: warning: glossary.g is protected, but was deleted on the service; create it again with "lexform apply --overwrite-drift", or remove the protection first (protect: in its file, or safety: in lexform.yaml) so that glossaries/g/en-de.csv and glossaries/g/glossary.yaml may be deleted [pull-protected]',
    { ...GLOSSARY, 'glossaries/g/glossary.yaml': 'name: G\nprotect: true\n' },
    ['pull'],
    async ({ client, glossary }) => glossaryCalls(client).delete((await glossary('G')).id),
  ),
  afterApply(
    'glossaries/g/en-de.csv:1:1: error: the term "# 1" begins with "#" and white space, which this file takes for a comment once a spreadsheet has dropped its quotes; set "comments: none" in glossary.yaml, or remove the term on the service [edit-like-comment]',
    { ...GLOSSARY, 'glossaries/g/glossary.yaml': 'name: G\ncomments: "#"\n' },
    ['pull'],
    ({ put }) => put('G', 'en->de', { house: 'Haus', cat: 'Katze', '# 1': 'Nr. 1' }),
  ),
  afterApply(
    'glossaries/g/en-de.csv:1:1: error: after the edit the delimiter of the file would be ambiguous; name it with "delimiter:" in glossary.yaml [edit-not-safe]',
    { ...GLOSSARY, 'glossaries/g/en-de.csv': 'x, y;z\na;b\n' },
    ['pull'],
    ({ put }) => put('G', 'en->de', { 'x, y': 'z' }),
  ),
  afterApply(
    'glossaries/g/terms.csv:2:1: error: "house" of en->de cannot be edited separately: its cells also contain de->en, with other content on the service; nothing is written, make them agree on the service or edit the table by hand [edit-table-conflict]',
    BOTH_WAYS,
    ['pull'],
    ({ put }) => put('G', 'en->de', { house: 'Heim' }),
  ),
  afterApply(
    'glossaries/g/en-de.csv:2:5: info: 1 cell taken from the service begins with =, +, -, @, a tab or a line end, which a spreadsheet may run as a formula; open the file as text, or import its columns as text [formula-cells]',
    GLOSSARY,
    ['pull'],
    ({ put }) => put('G', 'en->de', { house: 'Haus', cat: '=1+1' }),
  ),
  afterApply(
    'glossaries/g/en-de.csv:1:7: info: 2 cells taken from the service begin with =, +, -, @, a tab or a line end, which a spreadsheet may run as a formula; open the file as text, or import its columns as text (see glossaries/g/en-de.csv:2:5) [formula-cells]',
    GLOSSARY,
    ['pull'],
    ({ put }) => put('G', 'en->de', { house: '-Haus', cat: '=1+1' }),
  ),
  // No workspace is known that leads here, since a pull plans from the files that it edits; the editors look
  // nevertheless.
  {
    line: 'style-rules/s.yaml:1:1: error: the file is left as it is: after the edit its content would be read differently; make the edit by hand [edit-not-safe]',
    show: async () => findingsText([notSafe('style-rules/s.yaml', 'content')]),
  },
  {
    line: 'glossaries/g/terms.csv:1:1: error: the table has no pair en->fr, it has en->de [edit-table-pair]',
    async show() {
      const bytes = new TextEncoder().encode('en,de\nhouse,Haus\n');
      const edited = editEntries({ bytes, file: 'glossaries/g/terms.csv', pairs: ['en->de'] }, [
        { key: ['entry', 'en->fr', 'house'], to: 'maison' },
      ]);
      return 'findings' in edited ? findingsText(edited.findings) : 'edited';
    },
  },
];

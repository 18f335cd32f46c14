import pLimit from 'p-limit';
import { developerKeyCalls } from '../../../src/kinds/developer-key/service/developer-key-calls.ts';
import { glossaryCalls } from '../../../src/kinds/glossary/service/glossary-calls.ts';
import { styleListCalls } from '../../../src/kinds/style-list/service/style-list-calls.ts';
import { entriesOf } from '../../../src/model/entries/entries.ts';
import type { PairKey } from '../../../src/model/entries/language-pair.ts';
import { styleId } from '../../../src/model/ids.ts';
import { findingsText } from '../../../src/review/messages/finding-text.ts';
import { desiredStyleList } from '../../support/build.ts';
import { git } from '../../support/git-repository.ts';
import { TEST_URL, testService } from '../../support/in-process.ts';
import { planTarget } from '../../support/plan-target.ts';
import { clientOf } from '../../support/target.ts';
import type { Row } from './row.ts';
import { onTarget, type World } from './service-row.ts';

const STYLE_LIST = { 'style-rules/s.yaml': 'name: S\nlanguage: de\n' };
const GLOSSARY = { 'glossaries/g/glossary.yaml': 'name: G\n', 'glossaries/g/en-de.csv': 'house,Haus\n' };
const KEYS = 'developer_keys: developer-keys.yaml\n';
const plan = ({ run }: World): Promise<string> => run('plan');
const list = { name: 'S', language: 'de', rules: new Map(), instructions: [] };

/** A service that lists English alone. */
const ENGLISH = { listed: ['en'] };

/** Two targets that are one account, with ledgers in one repository. */
const TWO_TARGETS = `version: 1
targets:
  a: { base_url: "http://127.0.0.1:9", key: env:KEY }
  b: { base_url: "http://127.0.0.1:9", key: env:KEY }
style_rules: style-rules/*.yaml
`;

export const PLAN_ROWS: readonly Row[] = [
  onTarget(
    'style-rules/s.yaml:1:7: error: the target has more than one resource named "S", so it is not clear which one is style_rules.s; write its id here as "id:", one of 00000000-0000-4000-8000-000000000001 or 00000000-0000-4000-8000-000000000003 [ambiguous-name]',
    STYLE_LIST,
    async (world) => {
      await styleListCalls(world.client).create(list);
      await styleListCalls(world.client).create(list);
      return plan(world);
    },
  ),
  onTarget(
    'style-rules/s.yaml:1:7: error: the id "a1" of style_rules.s is not on the target; correct it, or remove it to match by name [pinned-id-missing]',
    { 'style-rules/s.yaml': 'name: S\nlanguage: de\nid: a1\n' },
    plan,
  ),
  {
    // The files of one workspace cannot pin one id twice; what the library is given can.
    line: 'style-rules/b.yaml:1:1: error: style_rules.b and style_rules.a both pin the live resource 00000000-0000-4000-8000-000000000001; pin another id in one of them, or remove the pin to match by name [claimed-twice]',
    async show() {
      const client = clientOf(testService());
      const { id } = await styleListCalls(client).create(list);
      const pinned = { pinnedId: styleId(id) };
      const { findings } = await planTarget(client, pLimit(1), {
        target: { name: 'prod', baseUrl: TEST_URL },
        desired: { styleLists: [desiredStyleList('a', {}, pinned), desiredStyleList('b', {}, pinned)] },
        only: [],
        deletable: [],
      });
      return findingsText(findings);
    },
  },
  onTarget(
    'glossaries/g/glossary.yaml:1:7: warning: glossary.g has no entries in any dictionary, and the service stores no glossary without entries; it is created once it has one [glossary-without-entries]',
    { 'glossaries/g/glossary.yaml': 'name: G\ndictionaries: []\n' },
    plan,
  ),
  onTarget(
    'lexform.yaml:1:1: error: --only "glosary.g" matches nothing in the workspace or on the target [only-matches-nothing]',
    GLOSSARY,
    ({ run }) => run('plan', '--only', 'glosary.g'),
  ),
  onTarget(
    'lexform.yaml:1:1: error: --only "g" matches nothing in the workspace or on the target; did you mean "glossary.g"? [only-matches-nothing]',
    GLOSSARY,
    ({ run }) => run('plan', '--only', 'g'),
  ),
  onTarget(
    'glossaries/g/en-de.csv:1:1: warning: the target does not list de as a target of a glossary, so it may refuse glossary.g/en->de; "lexform service languages --resource glossary" shows what it lists [pair-not-offered]',
    GLOSSARY,
    plan,
    ENGLISH,
  ),
  onTarget(
    'style-rules/s.yaml:1:7: warning: the target does not list de for style rules, so it may refuse style_rules.s; "lexform service languages --resource style_rules" shows what it lists [style-language-not-offered]',
    STYLE_LIST,
    plan,
    ENGLISH,
  ),
  onTarget(
    'style-rules/s.yaml:1:7: error: neither Lexform nor the target knows tlh as a language of style_rules.s; "lexform service languages --resource style_rules" shows what the target lists [language-not-listed]',
    { 'style-rules/s.yaml': 'name: S\nlanguage: tlh\n' },
    plan,
    ENGLISH,
  ),
  onTarget(
    'glossaries/g/en-jp.csv:1:1: error: neither Lexform nor the target knows jp as a language of glossary.g/en->jp; "lexform service languages --resource glossary" shows what the target lists; did you mean "ja"? [language-not-listed]',
    { 'glossaries/g/glossary.yaml': 'name: G\n', 'glossaries/g/en-jp.csv': 'house,ie\n' },
    plan,
    ENGLISH,
  ),
  onTarget(
    'glossaries/g/en-pt-ao.csv:1:1: error: the target has no glossaries for pt-ao, which glossary.g.pt-AO/en->pt-ao needs; write "as: glossary" for the variant in glossary.yaml [variant-not-offered]',
    {
      'glossaries/g/glossary.yaml': 'name: G\nvariants: { pt-AO: { over: pt, as: language } }\n',
      'glossaries/g/en-pt.csv': 'house,casa\n',
      'glossaries/g/en-pt-ao.csv': 'house,habitação\n',
    },
    plan,
  ),
  onTarget(
    'glossaries/g/en-tlh.csv:1:1: error: neither Lexform nor the target knows tlh as a language of glossary.g/en->tlh; "lexform service languages --resource glossary" shows what the target lists [language-not-listed]',
    { 'glossaries/g/glossary.yaml': 'name: G\n', 'glossaries/g/en-tlh.csv': 'house,juH\n' },
    plan,
    ENGLISH,
  ),
  onTarget(
    'style-rules/s.yaml:1:7: error: style_rules.s is the live resource 00000000-0000-4000-8000-000000000003, which the ledger of another target, "a", owns as style_rules.s; leave it to that target, or release it there first with "lexform ledger forget style_rules.s" [owned-elsewhere]',
    { ...STYLE_LIST, 'lexform.yaml': TWO_TARGETS },
    async ({ cwd, run }) => {
      git(cwd, 'init', '--quiet', '--initial-branch=main');
      await run('apply', '--target', 'a', '--auto-approve');
      return run('plan', '--target', 'b');
    },
  ),
  onTarget(
    'style-rules/s.yaml:1:7: error: the targets a and b are one account, and each would publish style_rules.s there as "S"; give one of them other names with "names", leave the resource out of one with "resources", or name only one target [target-account-shared]',
    { ...STYLE_LIST, 'lexform.yaml': TWO_TARGETS },
    async ({ run }) => run('plan', '--target', 'all'),
  ),
  onTarget(
    'developer-keys.yaml:1:1: error: developer_key.ci is the key 00000000-0000-4000-8000-000000000002:00000000-0000-4000-8000-000000000003, which is deactivated permanently; add "deactivated: true", which "lexform pull" does when it happened outside git, or create a new key: another name, or no "id" and "lexform ledger forget developer_key.ci" [key-deactivated]',
    {},
    async (world) => {
      const { id } = await developerKeyCalls(world.client).create('CI');
      await developerKeyCalls(world.client).deactivate(id);
      await world.write('developer-keys.yaml', `ci: { label: CI, id: "${id}" }\n`);
      return plan(world);
    },
    { more: KEYS },
  ),
  onTarget(
    'glossaries/b/glossary.yaml:1:7: error: the account would have 3 glossaries, at most 2 are allowed by max_glossaries of the target: 1 now, 2 to create, 0 to delete [too-many-glossaries]',
    {
      'lexform.yaml':
        'version: 1\ntargets: { a: { base_url: "http://127.0.0.1:9", key: env:KEY, max_glossaries: 2 } }\nglossaries: glossaries/*/glossary.yaml\n',
      'glossaries/b/glossary.yaml': 'name: B\n',
      'glossaries/b/en-de.csv': 'house,Haus\n',
      'glossaries/c/glossary.yaml': 'name: C\n',
      'glossaries/c/en-de.csv': 'house,Haus\n',
    },
    async (world) => {
      const pair = { source: 'en', target: 'de' };
      const dictionaries = new Map([['en->de' as PairKey, { pair, entries: entriesOf([['house', 'Haus']]) }]]);
      await glossaryCalls(world.client).create({ name: 'A', dictionaries });
      return plan(world);
    },
  ),
  onTarget(
    'developer-keys.yaml:1:1: error: the account would have 26 active keys, at most 25 are allowed: 25 now, 1 to create, 0 to deactivate [too-many-keys]',
    { 'developer-keys.yaml': 'ci: { label: CI }\n' },
    async (world) => {
      for (let index = 0; index < 24; index += 1) await developerKeyCalls(world.client).create(`key ${index}`);
      return plan(world);
    },
    { more: KEYS },
  ),
];

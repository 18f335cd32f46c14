import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { nodeFetchPort } from '../../../src/app/machine/node-fetch-port.ts';
import { git, tempFolder } from '../../support/git-repository.ts';
import { TEST_KEY } from '../../support/in-process.ts';
import { RUNS_FACTOR } from '../../support/runs.ts';
import type { Step, StepRan } from './run-action.ts';
import { actionWorld, configOf, pullRequest, type World } from './world.ts';

const CANARY = 'x-access-token:ghs_canary';

/** A secret of the job as CSV, YAML and text at once: whatever reads it finds the canary in it. */
const SECRET = `${CANARY}: "${CANARY}"\n`;

const GLOSSARY = 'terms/glossaries/product/glossary.yaml';

/** Every field of the files that names a file, with the file or the folder that it is to name. */
const FIELDS: Readonly<Record<string, (named: string, world: World) => void>> = {
  'dictionaries[].file': (named, { write }) =>
    write(GLOSSARY, `name: P\ndictionaries: [{ source_lang: en, target_lang: de, file: ${JSON.stringify(named)} }]\n`),
  'tables[].file': (named, { write }) =>
    write(GLOSSARY, `name: P\ntables: [{ file: ${JSON.stringify(named)}, pairs: ["en->de"] }]\n`),
  'imports[].file': (named, { write }) =>
    write(GLOSSARY, `name: P\nimports: [{ file: ${JSON.stringify(named)}, format: table }]\n`),
  ...Object.fromEntries(
    ['rule_catalog', 'developer_keys', 'glossaries', 'style_rules', 'lint.baseline'].map((field) => [
      field,
      (named: string, { write, serviceUrl }: World) => {
        const path = isAbsolute(named) ? named : join('glossaries/product', named);
        const value = JSON.stringify(path);
        const line = field === 'lint.baseline' ? `lint: { baseline: ${value} }` : `${field}: ${value}`;
        // The catalogue is read for a style list.
        const list = field === 'rule_catalog' ? 'style_rules: glossaries/product/list.yaml\n' : '';
        write('terms/glossaries/product/list.yaml', 'name: L\nlanguage: de\nconfigured_rules: { a: { b: c } }\n');
        const config = configOf(serviceUrl, `${line}\n${list}`);
        write('terms/lexform.yaml', field === 'glossaries' ? config.replace(/glossaries: glossaries.*\n/, '') : config);
      },
    ]),
  ),
};

/** Where a runner has secrets: paths in the folder of the glossary. */
const SECRETS: Readonly<Record<string, (world: World) => string>> = {
  'the configuration of git': ({ write }) => {
    write('.git/config', `[core]\n\trepositoryformatversion = 0\n[http]\n\textraheader = ${CANARY}\n`);
    return '../../../.git/config';
  },
  'a file .env': ({ write }) => {
    write('.env', SECRET);
    return '../../../.env';
  },
  'a key of ssh': ({ write, workspace }) => {
    mkdirSync(join(workspace, 'terms/.ssh'));
    write('terms/.ssh/id.yaml', SECRET);
    return '../../.ssh/id.yaml';
  },
  'a file outside the checkout': () => {
    const path = join(tempFolder(), 'secret.csv');
    writeFileSync(path, SECRET);
    return path;
  },
  'a file that git does not track': ({ write }) => {
    write('terms/glossaries/product/build.csv', SECRET);
    return 'build.csv';
  },
};

const below = (folder: string): string =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'latin1'))
    .join('\n');

/** Everything that leaves a job: what it shows, its files, and what GitHub and the service received. */
const shownBy = ({ log, summary, outputs, temp }: StepRan, { github, service }: World): string =>
  [log, summary, ...outputs.values(), below(temp), JSON.stringify([github.seen, github.comments, service.calls])].join(
    '\n',
  );

const stranger = { payload: { pull_request: pullRequest({ repository: 'stranger/r' }) } };

/** Which runs a stranger can cause. The nightly run tries all of them for each secret, the others take turns. */
const RUNS = ['pull_request', 'pull_request_target', 'workflow_run', 'issue_comment'].flatMap((event) =>
  ['plan', 'validate', 'drift'].map((command) => ({ event, command })),
);

let turn = 0;
const someRuns = () => {
  turn += 1;
  return RUNS.filter((_, index) => RUNS_FACTOR > 1 || index % 6 === turn % 6);
};

/** The name that a field gets, and the links that are put beside the glossary. */
interface Way {
  readonly named: string;
  readonly links: Readonly<Record<string, string>>;
}

const WAYS: Readonly<Record<string, (path: string, ending: string, folder: string) => Way>> = {
  path: (path) => ({ named: path, links: {} }),
  link: (path, ending) => ({ named: `link.${ending}`, links: { [`link.${ending}`]: path } }),
  'a link to a link': (path, ending) => ({
    named: `link.${ending}`,
    links: { far: path, [`link.${ending}`]: 'far' },
  }),
  'a folder that is a link': (path) => ({ named: `linked/${basename(path)}`, links: { linked: dirname(path) } }),
  'a link to the top': (path, _, folder) => ({
    named: `top${resolve(folder, path)}`,
    links: { top: relative(folder, '/') },
  }),
};

const LINKS = Object.keys(WAYS).filter((way) => way !== 'path');

/** The path itself, and the links: one of them on an ordinary day. */
const someWays = (): readonly string[] => [
  'path',
  ...LINKS.filter((_, index) => RUNS_FACTOR > 1 || index === turn % LINKS.length),
];

describe.each(Object.keys(FIELDS))('a pull request of a stranger that names a secret in %s', (field) => {
  test.each(Object.keys(SECRETS))('gets nothing of %s, by its path or through a link', async (secret) => {
    for (const way of someWays()) {
      const world = await actionWorld();
      const path = SECRETS[secret]?.(world) ?? '';
      const ending = field === 'lint.baseline' ? 'json' : field.includes('[]') ? 'csv' : 'yaml';
      const folder = 'terms/glossaries/product';
      const { named, links } = (WAYS[way] as (typeof WAYS)[string])(path, ending, join(world.workspace, folder));
      for (const [name, to] of Object.entries(links)) symlinkSync(to, join(world.workspace, folder, name));
      FIELDS[field]?.(named, world);
      const tracked = ['*.yaml', ...Object.keys(links)].map((name) => `${folder}/${name}`);
      git(world.workspace, 'add', 'terms/lexform.yaml', ...tracked);
      for (const { event, command } of someRuns()) {
        const env: Readonly<Record<string, string>> = event === 'pull_request' ? { KEY: '' } : {};
        const ran = await world.step({ command }, { ...stranger, event, env });
        expect([way, event, command, shownBy(ran, world).includes(CANARY)]).toEqual([way, event, command, false]);
        // It was asked to read the file: else nothing was tested. No command of the Action imports anything.
        const shown = /::(?:error|warning|notice)/.test(ran.log) || field === 'imports[].file';
        expect([way, event, command, shown]).toEqual([way, event, command, true]);
      }
      expect((await world.call('GET', '/v3/glossaries')).body.glossaries).toEqual([]);
    }
  });
});

describe('a pull request of a stranger that changes lexform.yaml', () => {
  const evil = 'http://127.0.0.1:9';
  const body = 'glossaries: glossaries/*/glossary.yaml\n';

  test.each<[how: string, config: (url: string) => string]>([
    [
      'by an alias',
      (url) => `version: 1\ntargets:\n  prod: &own { base_url: "${url}", key: env:KEY }\n  more: *own\n${body}`,
    ],
    [
      'by a merge key',
      (url) => `version: 1\ntargets:\n  prod: { <<: { base_url: "${evil}" }, key: env:KEY }\n${body}# ${url}\n`,
    ],
    [
      'by the same key twice',
      (url) => `version: 1\ntargets:\n  prod: { base_url: "${url}", base_url: "${evil}", key: env:KEY }\n${body}`,
    ],
    [
      'by a second document',
      (url) => `${configOf(url)}---\nversion: 1\ntargets:\n  prod: { base_url: "${evil}", key: env:KEY }\n${body}`,
    ],
    ['by another case of the host', (url) => configOf(url.replace('127.0.0.1', 'LOCALHOST'))],
    ['by a path of the address', (url) => configOf(`${url}/../..//evil`)],
    ['by its http settings', (url) => configOf(url).replace('key: env:KEY', 'key: env:KEY, http: { timeout: 1h }')],
    ['by a preset', () => `version: 1\ntargets:\n  prod: { preset: deepl, key: env:KEY }\n${body}`],
    ['by an admin key', (url) => configOf(url).replace('key: env:KEY', 'key: env:KEY, admin_key: env:GITHUB_TOKEN')],
    ['by a ledger in another folder', (url) => configOf(url, 'ledger: { dir: ../ledger }\n')],
    ['by no ledger', (url) => configOf(url, 'ledger: false\n')],
  ])('%s, makes no call and sends no key', async (_, config) => {
    const { step, write, service, serviceUrl, call } = await actionWorld();
    write('terms/lexform.yaml', config(serviceUrl));
    const sent: string[] = [];
    for (const event of ['pull_request_target', 'workflow_run', 'issue_comment'])
      for (const command of ['plan', 'drift', 'apply', 'pull']) {
        const fetch: Step['fetch'] = (url, request) => {
          if (JSON.stringify(request.headers).includes(TEST_KEY)) sent.push(url);
          return nodeFetchPort()(url, request);
        };
        const { code } = await step({ command, approval: 'none' }, { ...stranger, event, fetch });
        expect(code).toBe(1);
      }
    expect(sent).toEqual([]);
    expect(service.calls).toEqual([]);
    expect((await call('GET', '/v3/glossaries')).body.glossaries).toEqual([]);
  });
});

describe('a pull request of a stranger that hides an error of a file', () => {
  const ids: readonly string[] = JSON.parse(readFileSync('schemas/lint.schema.json', 'utf8')).definitions.levels
    .propertyNames.enum;
  const off = JSON.stringify(Object.fromEntries(ids.map((id) => [id, 'off'])));
  const waived = JSON.stringify([...ids, 'phrase-too-long'].map((rule) => ({ rule, reason: 'fine' })));
  const known = (rule: string): string =>
    JSON.stringify({ formatVersion: 1, findings: [{ rule, in: 'en->de', term: 'house', sha256: '0'.repeat(64) }] });

  test.each<[how: string, hide: (world: World) => void]>([
    ['by nothing', () => undefined],
    [
      'by rules that are off',
      ({ write, serviceUrl }) => write('terms/lexform.yaml', configOf(serviceUrl, `lint: { rules: ${off} }\n`)),
    ],
    ['by a waiver', ({ write }) => write(GLOSSARY, `name: P\nlint: { waive: ${waived} }\n`)],
    [
      'by a waiver of lexform.yaml',
      ({ write, serviceUrl }) => write('terms/lexform.yaml', configOf(serviceUrl, `lint: { waive: ${waived} }\n`)),
    ],
    [
      'by a baseline',
      ({ write, serviceUrl }) => {
        write('terms/lexform.yaml', configOf(serviceUrl, 'lint: { baseline: known.json }\n'));
        write('terms/known.json', known('phrase-too-long'));
      },
    ],
    [
      'by a baseline that is a link',
      ({ write, serviceUrl, workspace }) => {
        write('terms/lexform.yaml', configOf(serviceUrl, 'lint: { baseline: known.json }\n'));
        symlinkSync('/dev/null', join(workspace, 'terms/known.json'));
      },
    ],
    [
      'by attributes of git',
      ({ write }) => write('.gitattributes', '*.csv -text -diff export-ignore filter=x diff=x\n'),
    ],
  ])('%s, is shown the error, and nothing is planned', async (_, hide) => {
    const world = await actionWorld();
    world.write('terms/glossaries/product/en-de.csv', `house,Haus\n${'x'.repeat(1025)},lang\n`);
    hide(world);
    git(world.workspace, 'add', '--all', '--force');
    for (const event of ['pull_request', 'pull_request_target'] as const)
      for (const command of ['validate', 'plan'] as const) {
        const env: Readonly<Record<string, string>> = event === 'pull_request' ? { KEY: '' } : {};
        const ran = await world.step({ command }, { ...stranger, event, env });
        const { code, log, outputs } = ran;
        expect([event, command, code, outputs.get('result')]).toEqual([event, command, 1, 'invalid']);
        expect(log).toMatch(/^::error [^\n]*phrase-too-long/m);
      }
    expect((await world.call('GET', '/v3/glossaries')).body.glossaries).toEqual([]);
  });
});

import { describe, expect, test } from 'vitest';
import { nodeFiles } from '../../../src/files/node/node-files.ts';
import { parseWorkspace, readWorkspace } from '../../../src/steps/workspace/read-workspace.ts';
import { tempWorkspace } from '../../support/temp-workspace.ts';

const parse = (text: string) => parseWorkspace({ bytes: new TextEncoder().encode(text), file: 'lexform.yaml' });

const faults = (text: string) => parse(text).findings.map(({ code, at }) => `${code} ${at.line}:${at.column}`);

const LOCAL = 'version: 1\ntargets:\n  local: { service: embedded }\n';
const withTarget = (entry: string) => `version: 1\ntargets:\n  prod: ${entry}\n`;

describe('parseWorkspace', () => {
  test('what is left out has its default', () => {
    expect(parse(LOCAL)).toEqual({
      findings: [],
      value: {
        targets: [{ kind: 'embedded', name: 'local' }],
        safety: { maxDeletes: { count: 10, percent: 10 }, protect: [] },
        patterns: {},
        prune: [],
        ledger: { kind: 'auto' },
        concurrency: 4,
        origins: new Map(),
      },
    });
  });

  test('moved: two different addresses of one kind', () => {
    const moved = (from: string, to: string) => parse(`${LOCAL}moved:\n  - { from: ${from}, to: ${to} }\n`);
    expect(moved('glossary.a', 'glossary.b').value?.moved).toEqual([{ from: 'glossary.a', to: 'glossary.b' }]);
    for (const [from, to] of [
      ['glossary.a', 'style_rules.b'],
      ['glossary.a', 'glossary.a'],
      ['glossary.*', 'glossary.b'],
      ['glossary.a/en->de', 'glossary.b/en->de'],
      ['a', 'b'],
      ['template.a', 'template.b'],
    ] as const)
      expect(moved(`"${from}"`, `"${to}"`).findings).toMatchObject([{ code: 'move-form', at: { line: 5 } }]);
  });

  test('ledger: a remote, a folder, or nowhere; both at once, another name or a path outside are faults at their place', () => {
    const ledger = (text: string) => parse(`${LOCAL}ledger: ${text}\n`);
    expect(ledger('{ remote: origin }').value?.ledger).toEqual({ kind: 'remote', remote: 'origin' });
    expect(ledger('{ dir: history }').value?.ledger).toEqual({ kind: 'dir', dir: 'history' });
    expect(ledger('false').value?.ledger).toEqual({ kind: 'none' });
    expect(ledger('true').value?.ledger).toEqual({ kind: 'auto' });
    for (const [text, code] of [
      ['{ remote: origin, dir: x }', 'value-form'],
      ['{ remote: --upload-pack=x }', 'value-form'],
      ['{ dir: ../elsewhere }', 'path-outside-workspace'],
      ['{}', 'value-empty'],
      ['{ repository: x }', 'key-unknown'],
      ['origin', 'value-kind'],
    ] as const)
      expect(ledger(text).findings.map((finding) => finding.code)).toEqual([code]);
  });

  test.each([
    'glossaries: "a\\0*.yaml"',
    'glossaries: [x, "a\\0.yaml"]',
    'style_rules: "a\\0*.yaml"',
    'developer_keys: "a\\0.yaml"',
    'rule_catalog: "a\\0.json"',
    'ledger: { dir: "a\\0b" }',
    'lint: { baseline: "a\\0.json" }',
    'moved: [{ from: "glossary.a\\0", to: glossary.b }]',
    'moved: [{ from: glossary.b, to: "glossary.a\\e" }]',
    'prune: ["glossary.a\\x7f"]',
    'safety: { protect: ["glossary.a\\x85"] }',
  ])('a control character in a path or an address is a fault at its place: %s', (line) => {
    expect(faults(`${LOCAL}${line}\n`)).toEqual([`value-form 4:${line.indexOf('"') + 1}`]);
  });

  test('a control character in the path of a key is a fault at its place', () => {
    expect(faults(withTarget('{ preset: deepl, key: "file:a\\0" }'))).toEqual(['value-form 3:31']);
  });

  test('a whole file', () => {
    const { value, findings } = parse(`version: 1
targets:
  b: { service: embedded }
  10: { preset: deepl, key: "env:KEY_A" }
  a:
    base_url: https://api.example.com/v/
    auth_scheme: Some-Scheme
    key: file:/run/secrets/key
    admin_key: env:ADMIN
glossaries: [terms/*/glossary.yaml, "!terms/old/**"]
style_rules: []
safety: { max_deletes: [5, 20%], protect: [glossary.legal] }
prune: ["style_rules.old-*"]
rule_catalog: openapi.json
concurrency: 32
`);
    expect(findings).toEqual([]);
    expect(value).toMatchObject({
      targets: [
        { kind: 'embedded', name: 'b' },
        {
          kind: 'remote',
          name: '10',
          baseUrl: 'https://api.deepl.com',
          authScheme: 'DeepL-Auth-Key',
          key: { kind: 'env', name: 'KEY_A' },
        },
        {
          kind: 'remote',
          name: 'a',
          baseUrl: 'https://api.example.com/v',
          authScheme: 'Some-Scheme',
          key: { kind: 'file', path: '/run/secrets/key' },
          adminKey: { kind: 'env', name: 'ADMIN' },
        },
      ],
      patterns: { glossary: ['terms/*/glossary.yaml', '!terms/old/**'], 'style-list': [] },
      safety: { maxDeletes: { count: 5, percent: 20 }, protect: ['glossary.legal'] },
      prune: ['style_rules.old-*'],
      ruleCatalog: 'openapi.json',
      concurrency: 32,
    });
    expect(value?.origins?.get('!terms/old/**')).toEqual({ file: 'lexform.yaml', line: 10, column: 37 });
  });

  test('times of calls: for all targets, and for one', () => {
    expect(parse(`${LOCAL}http: { timeout: 5s, max_wait: 2m }\n`).value?.http).toEqual({
      timeoutMs: 5000,
      maxWaitMs: 120_000,
    });
    expect(parse(withTarget('{ preset: deepl, http: { time_limit: 1h } }')).value?.targets).toMatchObject([
      { http: { timeLimitMs: 3_600_000 } },
    ]);
    expect(parse(LOCAL).value).not.toHaveProperty('http');
  });

  test.each([
    ['10%', { count: 0, percent: 10 }],
    ['20', { count: 20, percent: 0 }],
    ['[10%, 3]', { count: 3, percent: 10 }],
    ['0', { count: 0, percent: 0 }],
  ])('max_deletes: %s', (text, limits) => {
    expect(parse(`${LOCAL}safety: { max_deletes: ${text} }\n`).value?.safety.maxDeletes).toEqual(limits);
  });

  test('the limits of a kind and of a run are read alike, and are absent when nobody sets them', () => {
    expect(
      parse(`${LOCAL}safety: { max_deletes_per_kind: [5, 1%], max_deletes_per_run: 30% }\n`).value?.safety,
    ).toEqual({
      maxDeletes: { count: 10, percent: 10 },
      maxDeletesPerKind: { count: 5, percent: 1 },
      maxDeletesPerRun: { count: 0, percent: 30 },
      protect: [],
    });
    expect(Object.keys(parse(LOCAL).value?.safety ?? {})).toEqual(['maxDeletes', 'protect']);
    expect(faults(`${LOCAL}safety: { max_deletes_per_run: [1, 2, 3], max_deletes_per_kind: -1 }\n`)).toHaveLength(2);
  });

  test('a kind that is absent is not managed, which is not an empty list', () => {
    const { value } = parse(`${LOCAL}glossaries: []\n`);
    expect(value?.patterns).toEqual({ glossary: [] });
  });

  test('every fault is told, at its own line and column', () => {
    expect(
      faults(`version: 2
targetz: 1
targets:
  a b: { service: embedded }
  c: { base_urk: x, key: plain }
glossaries: [1, ""]
concurrency: 33
safety: { max_deletes: 101% }
`).sort(),
    ).toEqual([
      'key-unknown 2:1',
      'key-unknown 5:8',
      'number-range 7:14',
      'value-empty 6:17',
      'value-form 4:3',
      'value-form 5:26',
      'value-form 8:24',
      'value-kind 6:14',
      'value-not-allowed 1:10',
    ]);
  });

  test('an unknown key is told with the one that was meant', () => {
    const [finding] = parse(`${LOCAL}glosaries: x\n`).findings;
    expect(finding?.details).toMatchObject({ key: 'glosaries', suggestion: 'glossaries' });
  });

  test.each([
    ['a literal key', '{ preset: deepl, key: 0123-s3cret:fx }'],
    ['credentials in the address', '{ base_url: "https://me:s3cret@example.com" }'],
    ['an address that is none', '{ base_url: "s3cret" }'],
    ['a key in a query', '{ base_url: "https://example.com/?auth_key=s3cret" }'],
    ['a key that is a list', '{ preset: deepl, key: [s3cret] }'],
  ])('%s is an error that does not repeat it', (_, entry) => {
    const { value, findings } = parse(withTarget(entry));
    expect(value).toBe(undefined);
    expect(findings.length).toBe(1);
    expect(JSON.stringify(findings)).not.toContain('s3cret');
  });

  test('a target without a key reads LEXFORM_API_KEY', () => {
    expect(parse(withTarget('{ base_url: "https://api.example.com" }')).value?.targets).toEqual([
      {
        kind: 'remote',
        name: 'prod',
        baseUrl: 'https://api.example.com',
        authScheme: 'Service-Auth-Key',
        key: { kind: 'env', name: 'LEXFORM_API_KEY' },
      },
    ]);
  });

  test('a preset gives way to what is written', () => {
    expect(
      parse(withTarget('{ preset: deepl-free, base_url: "http://localhost:3000/", auth_scheme: X }')).value?.targets[0],
    ).toMatchObject({ baseUrl: 'http://localhost:3000', authScheme: 'X' });
    expect(parse(withTarget('{ preset: deepl-free }')).value?.targets[0]).toMatchObject({
      baseUrl: 'https://api-free.deepl.com',
      authScheme: 'DeepL-Auth-Key',
    });
  });

  test.each([
    ['http://127.0.0.1:8080', []],
    ['http://[::1]:8080', []],
    ['http://example.com', ['base-url-not-encrypted 3:21']],
    ['ftp://example.com', ['base-url-form 3:21']],
    ['javascript:alert(1)', ['base-url-form 3:21']],
  ])('the address %s', (address, expected) => {
    expect(faults(withTarget(`{ base_url: "${address}" }`))).toEqual(expected);
  });

  test('a target is embedded or remote, not both and not neither', () => {
    expect(faults(withTarget('{ service: embedded, key: "env:X" }'))).toEqual(['target-embedded-only 3:30']);
    expect(faults(withTarget('{ key: "env:X" }'))).toEqual(['target-without-address 3:3']);
  });

  test.each(['/etc/*.yaml', 'a/../../b', 'C:/x/*.yaml', '~/x', '\\\\host\\x'])(
    'the pattern %s leads out of the workspace',
    (pattern) => {
      expect(faults(`${LOCAL}glossaries: ${JSON.stringify(pattern)}\n`)).toEqual(['path-outside-workspace 4:13']);
    },
  );

  test.each(['../other/*.yaml', '!../x', '../layer', '../layers/x', '../layer/../x'])(
    'the pattern %s is in no folder of layers:',
    (pattern) => {
      expect(faults(`${LOCAL}glossaries: ${JSON.stringify(pattern)}\nlayers: [../layer]\n`)).toEqual([
        'layer-unlisted 4:13',
      ]);
    },
  );

  test('a path in layers: is relative, leads out of the workspace, and has one spelling', () => {
    const layers = (paths: readonly string[]) => parse(`${LOCAL}glossaries: []\nlayers: ${JSON.stringify(paths)}\n`);
    expect(layers(['../a/', './../b//c', '../../d/.']).value?.layers).toEqual(['../a', '../b/c', '../../d']);
    for (const path of ['/a', '~/a', 'C:/a', 'https://example.com/a.git', 'git@example.com:a/b', 'ssh://x/y', '..\\a'])
      expect(layers([path]).findings).toMatchObject([{ code: 'layer-path-form', at: { line: 5, column: 10 } }]);
    for (const path of ['a', '.', './a', '../a/../../b/../x', 'a/..'].filter((each) => !each.startsWith('../')))
      expect(layers([path]).findings).toMatchObject([{ code: 'layer-path-inside', at: { line: 5, column: 10 } }]);
    expect(faults(`${LOCAL}developer_keys: ../layer/keys.yaml\nlayers: [../layer]\n`)).toEqual([
      'path-outside-workspace 4:17',
    ]);
  });

  test('a pattern of addresses that can match nothing is an error', () => {
    for (const service of ['preset: deepl', 'service: embedded'])
      expect(faults(withTarget(`{ ${service}, resources: [glossary.a, glosary.b] }`))).toEqual([
        `address-pattern 3:${service.length + 37}`,
      ]);
    expect(faults(`${LOCAL}prune: [glossary.a, glosary.b, "*"]\n`)).toEqual(['address-pattern 4:21']);
  });

  test('developer keys are managed when their file is named, which must stay in the workspace', () => {
    expect(parse(LOCAL).value?.patterns).toEqual({});
    expect(parse(`${LOCAL}developer_keys: developer-keys.yaml\n`)).toMatchObject({
      findings: [],
      value: { patterns: { 'developer-key': ['developer-keys.yaml'] } },
    });
    expect(faults(`${LOCAL}developer_keys: ../keys.yaml\nprune: [developer_key.ci, 'developer_key*']\n`)).toEqual([
      'path-outside-workspace 4:17',
    ]);
  });

  test('an empty file is told as such', () => {
    expect(faults('# nothing\n')).toEqual(['file-empty 1:1']);
  });
});

describe('readWorkspace', () => {
  test('a folder without lexform.yaml is no workspace', async () => {
    const root = await tempWorkspace({});
    expect((await readWorkspace(nodeFiles(), root)).findings).toMatchObject([{ code: 'workspace-missing' }]);
  });

  test('lexform.yaml is read from the root', async () => {
    const root = await tempWorkspace({ 'lexform.yaml': LOCAL });
    expect((await readWorkspace(nodeFiles(), root)).value?.targets).toEqual([{ kind: 'embedded', name: 'local' }]);
  });
});

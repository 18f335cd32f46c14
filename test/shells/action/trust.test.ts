import { describe, expect, test } from 'vitest';
import type { Ports } from '../../../src/app/ports.ts';
import { readConfig } from '../../../src/app/session/open-workspace.ts';
import type { GitPort, GitResult } from '../../../src/ledger/ports.ts';
import { UsageError } from '../../../src/model/errors.ts';
import type { WorkspaceConfig } from '../../../src/model/workspace/workspace.ts';
import { chooseTargets, hasKey, keyVariables, withKey } from '../../../src/shells/action/choose-targets.ts';
import type { PullRequest } from '../../../src/shells/action/github/event.ts';
import { openTargets } from '../../../src/shells/action/open-targets.ts';
import { checkUntrusted, isUntrusted, refuseUntrusted, withLimitedFiles } from '../../../src/shells/action/trust.ts';
import { answeringGitHub, type JobParts, jobWith } from './job-with.ts';

const [BASE, SHA] = ['b'.repeat(40), 'c'.repeat(40)];
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Files in memory: real paths are the paths themselves, unless a link is given. */
const filesWith = (
  texts: Readonly<Record<string, string>>,
  links: Readonly<Record<string, string | undefined>> = {},
) => ({
  realPath: async (path: string) => (Object.hasOwn(links, path) ? links[path] : path),
  readRegularFile: async (path: string) => {
    const text = texts[path];
    return text === undefined ? ({ kind: 'absent' } as const) : ({ kind: 'bytes', bytes: bytesOf(text) } as const);
  },
});

const TARGETS = `targets:
  prod: { base_url: "https://prod.test", key: env:KEY }
  test: { base_url: "https://test.test", key: env:TEST_KEY }
`;
const config = (more = '', targets = TARGETS): string =>
  `version: 1\n${targets}glossaries: glossaries/*/glossary.yaml\n${more}`;

async function parsed(text: string): Promise<WorkspaceConfig> {
  const { job } = jobWith({ files: filesWith({ '/repo/terms/lexform.yaml': text }) });
  const found = await readConfig(job.root, job.ports);
  if (found === undefined) throw new Error(`no workspace: ${text}`);
  return found;
}

const pullRequest = (more: Partial<PullRequest> = {}): PullRequest => ({
  number: 7,
  head: 'a'.repeat(40),
  base: BASE,
  labels: [],
  foreign: false,
  ...more,
});

describe('whether somebody else may have written the files', () => {
  const of = (untrusted: 'auto' | 'true' | 'false', event: string, foreign?: boolean): boolean =>
    isUntrusted(
      jobWith({
        inputs: { untrusted },
        facts: { event, ...(foreign !== undefined && { pullRequest: pullRequest({ foreign }) }) },
      }).job,
    );

  test('is told by the event and the pull request', () => {
    for (const event of ['pull_request_target', 'workflow_run', 'issue_comment']) expect(of('auto', event)).toBe(true);
    for (const event of ['push', 'schedule', '', 'merge_group']) expect(of('auto', event)).toBe(false);
    expect([of('auto', 'pull_request', true), of('auto', 'pull_request', false)]).toStrictEqual([true, false]);
  });

  test('is said by the input', () => {
    expect([of('true', 'push'), of('false', 'pull_request_target', true)]).toStrictEqual([true, false]);
  });
});

test('a command that changes something is not run on files of somebody else', () => {
  refuseUntrusted(jobWith().job);
  expect(() => refuseUntrusted(jobWith({ inputs: { untrusted: 'true', command: 'pull' } }).job)).toThrow(
    new UsageError(
      "pull is not run on files that an unknown person may have written; if the checkout is a protected branch, set untrusted: 'false'",
    ),
  );
});

describe('targets and ledger of a checkout', () => {
  const raw = (commit: string, path = 'terms/lexform.yaml'): string => `RAW /repos/o/r/contents/${path}?ref=${commit}`;
  const check = async (text: string, base: string | undefined, more: JobParts = {}) => {
    const { github, asked } = answeringGitHub({ [raw(BASE)]: base, [raw(SHA)]: base, ...more.env });
    const { job } = jobWith({
      files: filesWith({}),
      github,
      facts: { pullRequest: pullRequest() },
      ...more,
    });
    await checkUntrusted(job, await parsed(text));
    return asked;
  };
  const refusal = (text: string, base: string | undefined, more: JobParts = {}): Promise<string> =>
    check(text, base, more).then(
      () => 'none',
      (error: unknown) => (error instanceof UsageError ? error.message : `no refusal: ${error}`),
    );

  test('may be those of the base, in another order, with other files, and other settings', async () => {
    expect(await check(config(), config())).toStrictEqual([raw(BASE)]);
    const turned = `targets:
  test: { key: env:TEST_KEY, base_url: "https://test.test" }
  prod: { key: env:KEY, base_url: "https://prod.test" }
`;
    expect(await refusal(config('concurrency: 2\n', turned), config())).toBe('none');
  });

  test.each([
    ['an address', config('', TARGETS.replace('prod.test', 'evil.test'))],
    ['a variable', config('', TARGETS.replace('env:KEY', 'env:GITHUB_TOKEN'))],
    ['a name', config('', TARGETS.replace('test:', 'tests:'))],
    ['one target more', config('', `${TARGETS}  new: { base_url: "https://new.test", key: env:KEY }\n`)],
    ['the ledger', config('ledger: { remote: evil }\n')],
  ])('may not have %s that the base has not', async (_, text) => {
    expect(await refusal(text, config())).toBe(
      'this pull request changes targets: or ledger: of lexform.yaml; an untrusted run uses those of the base, so no call was made',
    );
  });

  test.each([
    ['key', TARGETS.replace('key: env:KEY', 'key: file:key.txt')],
    ['admin key', TARGETS.replace('key: env:KEY', 'key: env:KEY, admin_key: file:key.txt')],
  ])('may not have a file with the %s, even if the base has it', async (_, targets) => {
    expect(await refusal(config('', targets), config('', targets))).toBe(
      'a target takes its key from a file of the checkout, which an untrusted run does not read',
    );
  });

  test('may have a variable with an admin key', async () => {
    const targets = TARGETS.replace('key: env:KEY', 'key: env:KEY, admin_key: env:ADMIN');
    expect(await refusal(config('', targets), config('', targets))).toBe('none');
  });

  test.each([
    ['has none', undefined],
    ['has one with faults', 'version: x\n'],
  ])('are not known where the base %s', async (_, base) => {
    expect(await refusal(config(), base)).toBe(
      'the base has no lexform.yaml without faults, so an untrusted run cannot know which targets may be called',
    );
  });

  test('are compared with the commit of the run where the event has no base', async () => {
    expect(await check(config(), config(), { facts: {} })).toStrictEqual([raw(SHA)]);
    expect(await check(config(), config(), { facts: { pullRequest: pullRequest({ base: '' }) } })).toStrictEqual([
      raw(SHA),
    ]);
    expect(await refusal(config(), config(), { facts: { sha: '' } })).toBe(
      'the event names no base that targets could be compared with',
    );
  });

  test('are read from the folder of the workspace', async () => {
    const { github, asked } = answeringGitHub({
      [raw(BASE, 'lexform.yaml')]: config(),
      [raw(BASE, 'my%20terms/%231/lexform.yaml')]: config(),
    });
    const parts = { files: filesWith({}), github, facts: { pullRequest: pullRequest() } };
    for (const folder of ['', 'my terms/#1']) {
      await checkUntrusted(jobWith({ ...parts, folder }).job, await parsed(config()));
    }
    expect(asked).toStrictEqual([raw(BASE, 'lexform.yaml'), raw(BASE, 'my%20terms/%231/lexform.yaml')]);
  });

  test('are not known without a token', async () => {
    const { job } = jobWith({ files: filesWith({}) });
    await expect(checkUntrusted(job, await parsed(config()))).rejects.toThrow(
      new UsageError('an untrusted run needs the input github-token, to read the base'),
    );
  });

  test.each<readonly [string, Readonly<Record<string, string | undefined>>, boolean]>([
    ['is there', {}, true],
    ['is the checkout itself', { '/repo/terms': '/repo' }, true],
    ['begins with dots', { '/repo/terms': '/repo/..terms' }, true],
    ['is a link into the checkout', { '/repo': '/real', '/repo/terms': '/real/elsewhere' }, true],
    ['is a link out of the checkout', { '/repo/terms': '/outside' }, false],
    ['is the folder above', { '/repo/terms': '/' }, false],
    ['is gone', { '/repo/terms': undefined }, false],
    ['is there, and the checkout is gone', { '/repo': undefined }, false],
  ])('are read where the workspace %s', async (_, links, allowed) => {
    expect(await refusal(config(), config(), { files: filesWith({}, links) })).toBe(
      allowed
        ? 'none'
        : 'the workspace of an untrusted run must be in the checkout, without a link that leads out of it',
    );
  });
});

describe('files of somebody else', () => {
  const gitOf = (answer: Partial<GitResult> | Error) => {
    const asked: unknown[] = [];
    const run: GitPort['run'] = async (args) => {
      asked.push(args);
      if (answer instanceof Error) throw answer;
      return { code: 0, out: new Uint8Array(), err: '', ...answer };
    };
    const git = (folder: string): GitPort => {
      asked.push(folder);
      return { run };
    };
    return { asked, git };
  };
  const LISTED = bytesOf('lexform.yaml\0glossaries/a/en-de.csv\0');

  function limited(answer: Partial<GitResult> | Error, more: JobParts = {}) {
    const { git, asked } = gitOf(answer);
    const { job } = jobWith({
      inputs: { untrusted: 'true' },
      files: filesWith({}, { '/repo/terms': '/real/terms', '/repo': '/real' }),
      ports: { git },
      ...more,
    });
    const { untrusted } = withLimitedFiles(job).ports.files;
    if (untrusted === undefined) throw new Error('no limits');
    return { ...untrusted, asked };
  }

  test('are all read in a run of our own', () => {
    const { job } = jobWith();
    expect(withLimitedFiles(job)).toBe(job);
  });

  test('are read when git tracks them, which is asked once', async () => {
    const { isTracked, asked } = limited({ out: LISTED });
    const paths = [
      '/real/terms/lexform.yaml',
      '/real/terms/glossaries/a/en-de.csv',
      '/real/terms/x.csv',
      '/real/terms/',
    ];
    expect(await Promise.all(paths.map(isTracked))).toStrictEqual([true, true, false, false]);
    expect(asked).toStrictEqual(['/repo/terms', ['ls-files', '-z', '--recurse-submodules']]);
  });

  test('are the same in both spellings of a letter', async () => {
    const { isTracked } = limited({ out: bytesOf('u\u0308.csv\0\u00e4.csv\0') });
    expect(await isTracked('/real/terms/\u00fc.csv')).toBe(true);
    expect(await isTracked('/real/terms/a\u0308.csv')).toBe(true);
  });

  test.each<readonly [string, Partial<GitResult> | Error, string]>([
    ['refuses', { code: 128, err: ' not a repository\n' }, ': not a repository'],
    ['is not there', new Error('ENOENT'), ''],
  ])('are not read when git %s', async (_, answer, why) => {
    await expect(limited(answer).isTracked('/x')).rejects.toThrow(
      new UsageError(
        `an untrusted run reads only files that git tracks, and git cannot list them${why}; check the repository out with actions/checkout`,
      ),
    );
  });

  test('are not read outside of the checkout', async () => {
    const { isTracked } = limited({ out: LISTED }, { files: filesWith({}, { '/repo/terms': '/outside' }) });
    await expect(isTracked('/outside/lexform.yaml')).rejects.toThrow('without a link that leads out');
  });

  test('may have the names with a dot that the base has', async () => {
    const RAW = `RAW /repos/o/r/contents/terms/lexform.yaml?ref=${SHA}`;
    const text = config(
      'style_rules: [.style/*.yaml, "a/.b/..c.yaml"]\ndeveloper_keys: .keys/keys.yaml\nrule_catalog: ./.rules.json\n',
    ).replace('glossaries/*', '.terms/*');
    const { github, asked } = answeringGitHub({ [RAW]: text });
    const { dotNames } = limited({}, { github });
    expect([...(await dotNames())].sort()).toStrictEqual(['.b', '.keys', '.rules.json', '.style', '.terms']);
    await dotNames();
    expect(asked).toStrictEqual([RAW]);
    const base = answeringGitHub({ [RAW.replace(SHA, BASE)]: config() });
    const ofBase = limited({}, { github: base.github, facts: { pullRequest: pullRequest() } });
    expect([...(await ofBase.dotNames())]).toStrictEqual([]);
    expect(base.asked).toHaveLength(1);
  });

  test('may have none where the base is not known', async () => {
    const { github, asked } = answeringGitHub({});
    expect([...(await limited({}).dotNames())]).toStrictEqual([]);
    expect([...(await limited({}, { github, facts: { sha: '' } }).dotNames())]).toStrictEqual([]);
    expect(asked).toStrictEqual([]);
  });
});

describe('the targets of a step', () => {
  test('are all, or those of the input in its order, each once', async () => {
    const known = await parsed(config());
    const names = (...wanted: readonly string[]) => chooseTargets(known, wanted).map(({ name }) => name);
    expect([names(), names('test'), names('test', 'prod', 'test')]).toStrictEqual([
      ['prod', 'test'],
      ['test'],
      ['test', 'prod'],
    ]);
    expect(() => names('prod', 'other')).toThrow(
      new UsageError('lexform.yaml has no target "other"; it has: prod, test', { code: 'target-unknown' }),
    );
  });

  test('take their keys from variables, which the input takes the place of', async () => {
    const more = '  file: { base_url: "https://f.test", key: file:key.txt }\n  here: { service: embedded }\n';
    const { targets } = await parsed(config('', TARGETS + more));
    expect(keyVariables(targets)).toStrictEqual(['KEY', 'TEST_KEY']);
    const { ports } = jobWith({ env: { KEY: 'own', OTHER: 'x' } }).job;
    expect(withKey(ports, undefined, ['KEY'])).toBe(ports);
    const { env } = withKey(ports, 'given', ['KEY', 'TEST_KEY']);
    expect(['KEY', 'TEST_KEY', 'OTHER', 'NONE'].map(env)).toStrictEqual(['given', 'given', 'x', undefined]);
  });

  test('may be without a key', async () => {
    const { targets } = await parsed(
      config('', `${TARGETS}  file: { base_url: "https://f.test", key: file:key.txt }\n`),
    );
    const keysFor = (env: Readonly<Record<string, string>>): readonly boolean[] =>
      targets.map((target) => hasKey(target, { env: (name) => env[name] }));
    expect(keysFor({ KEY: 'k', TEST_KEY: ' ' })).toStrictEqual([true, false, true]);
    expect(keysFor({})).toStrictEqual([false, false, true]);
    expect(hasKey({ kind: 'embedded', name: 'x' }, { env: () => undefined })).toBe(true);
  });
});

describe('opening the targets', () => {
  const open = (parts: JobParts, text = config()) => {
    const { job, log } = jobWith({ files: filesWith({ '/repo/terms/lexform.yaml': text }), ...parts });
    return { opened: openTargets(job), log };
  };

  test('masks every key once, and gives the key of the input to the targets', async () => {
    const { opened, log } = open({ env: { KEY: ' same ', TEST_KEY: 'same' } });
    const found = await opened;
    expect(log).toStrictEqual(['::add-mask::same\n']);
    expect(found?.targets.map(({ name }) => name)).toStrictEqual(['prod', 'test']);
    expect(found?.config.targets).toStrictEqual(found?.targets);
    expect(found?.job.several).toBe(true);
    const given = open({ inputs: { apiKey: 'given', targets: ['test'] } });
    const { job } = (await given.opened) ?? {};
    expect([job?.several, job?.ports.env('TEST_KEY'), job?.ports.env('KEY')]).toStrictEqual([
      false,
      'given',
      undefined,
    ]);
    expect(given.log).toStrictEqual(['::add-mask::given\n']);
  });

  test('masks no key that is not there', async () => {
    const { opened, log } = open({ env: { KEY: ' ' } });
    expect([(await opened)?.targets.length, log]).toStrictEqual([2, []]);
  });

  test('is nothing where lexform.yaml has faults, and they are not shown here', async () => {
    const { opened, log } = open({}, 'version: x\n');
    expect([await opened, log]).toStrictEqual([undefined, []]);
  });

  test('checks what somebody else may have written before a call, or before the history is read', async () => {
    const untrusted = { untrusted: 'true' } as const;
    const message = 'an untrusted run needs the input github-token, to read the base';
    await expect(open({ inputs: untrusted, env: { TEST_KEY: 'k' } }).opened).rejects.toThrow(message);
    await expect(open({ inputs: { ...untrusted, against: 'ledger' } }).opened).rejects.toThrow(message);
    expect((await open({ inputs: untrusted }).opened)?.targets).toHaveLength(2);
    expect((await open({ inputs: { against: 'ledger' }, env: { KEY: 'k' } }).opened)?.targets).toHaveLength(2);
    const embedded = config('', 'targets:\n  here: { service: embedded }\n');
    expect((await open({ inputs: untrusted }, embedded).opened)?.targets).toStrictEqual([
      expect.objectContaining({ kind: 'embedded' }),
    ]);
  });
});

test('ports of a silent reading are the same but for the terminal', async () => {
  const log: string[] = [];
  const ports = { terminal: { out: (text: string) => log.push(text), err: (text: string) => log.push(text) } };
  const files = filesWith({ '/repo/terms/lexform.yaml': 'version: x\n' });
  const { job } = jobWith({ files, ports: ports as unknown as Partial<Ports> });
  expect([await readConfig(job.root, job.ports), log]).toStrictEqual([undefined, []]);
});

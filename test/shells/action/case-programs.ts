import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gitProgram } from '../../../src/app/machine/git-program.ts';
import type { Ports } from '../../../src/app/ports.ts';
import { outputsOf } from '../../../src/shells/action/outputs.ts';
import type { MorePrograms } from '../../journeys/transcripts.ts';
import { GIT_ENV, git } from '../../support/git-repository.ts';
import { TEST_KEY } from '../../support/in-process.ts';
import { GIT_DATES } from '../../support/session.ts';
import { gitHubState, inMemoryFetch } from './fake-github.ts';
import { gitHubPrograms, type KnownPull } from './github-program.ts';
import { runStep, type StepRan } from './run-action.ts';

const API = 'https://api.github.test';

/** The words of a command: `--option value`, flags, `name=value`, and the rest. */
function readWords(words: readonly string[], flags: readonly string[]) {
  const options = new Map<string, string[]>();
  const pairs = new Map<string, string>();
  const plain: string[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    const [, name, value = ''] = /^([\w-]+)=([\s\S]*)$/.exec(word) ?? [];
    if (word.startsWith('--')) {
      const isFlag = flags.includes(word);
      options.set(word, [...(options.get(word) ?? []), isFlag ? '' : (words[index + 1] ?? '')]);
      if (!isFlag) index += 1;
    } else if (name !== undefined) pairs.set(name, value);
    else plain.push(word);
  }
  return { options, pairs, plain };
}

/** Texts in lines, as many in each as fit. */
function wrapped(texts: readonly string[]): string {
  const lines: string[] = [];
  for (const text of texts) {
    const last = lines.at(-1);
    if (last === undefined || last.length + text.length > 100) lines.push(text);
    else lines[lines.length - 1] = `${last}; ${text}`;
  }
  return lines.map((line) => `${line}\n`).join('');
}

/** The log of a step as its page shows it: groups are closed, and masks are no lines. */
const folded = (log: string): string =>
  log
    .replace(/^::add-mask::.*\n/gm, '')
    .replace(/^(::group::.*\n)::stop-commands::(.*)\n[\s\S]*?^::\2::\n(?=::endgroup::\n)/gm, '$1');

/** What a `workflow_run` event is about, where that is not the pull request: its run, commit and repository. */
interface StartedBy {
  readonly id: string | undefined;
  readonly head: string | undefined;
  readonly of: string | undefined;
}

/** The payload of an event about a pull request. */
function payloadOf(event: string, pull: KnownPull | undefined, { id = '500', head, of }: StartedBy): object {
  if (event === 'workflow_run')
    return {
      workflow_run: {
        id: Number(id),
        head_sha: head === undefined ? pull?.head.sha : head.repeat(40),
        head_branch: 'terms',
        head_repository: of === undefined ? pull?.head.repo : of === 'nobody' ? null : { full_name: of },
        pull_requests: [],
      },
    };
  return event.startsWith('pull_request') ? { pull_request: pull } : {};
}

/**
 * The programs of the cases of the Action. `step` runs a step of the Action in the checkout, which is the folder of the
 * case: the words are its event, its inputs as `name=value`, and options. Its log is shown with closed groups (`--log`:
 * as it is), and its exit code. `outputs`, `summary` and `left` show what the last step left; `github` shows and changes
 * what GitHub has; `on-service` is a change by another person.
 */
export const casePrograms: MorePrograms = (world) => {
  const { root, ports, shown } = world;
  const state = gitHubState();
  const github = gitHubPrograms(state.fake, world, () => last);
  const toGitHub = inMemoryFetch(state);
  let runs = 499;
  let last: StepRan | undefined;
  const short = (text: string): string =>
    shown(
      last === undefined
        ? text
        : text.replaceAll(`${last.temp}/runner`, '').replace(/\/lexform-[-\da-f]{36}/g, '/runner'),
    );

  function gitWith(beforePush: string | undefined): Ports['git'] {
    return (folder) => {
      const port = gitProgram(folder, { ...GIT_ENV, ...GIT_DATES });
      return {
        run: async (args, input) => {
          if (beforePush !== undefined && args[0] === 'push') git(root, ...beforePush.split(' '));
          return port.run(args, input);
        },
      };
    };
  }

  async function step(words: readonly string[]) {
    const { options, pairs, plain } = readWords(words, ['--log', '--offline']);
    const [event = 'push'] = plain;
    const one = (name: string): string | undefined => options.get(name)?.at(-1);
    const run = one('--run') ?? String(runs + 1);
    runs = Math.max(runs, Number(run));
    const pull = github.pullFor(Number(one('--pull') ?? 7));
    const stop = new AbortController();
    const cancel = one('--cancel');
    if (cancel === 'now') stop.abort();
    const fetch: Ports['fetch'] = async (url, request) => {
      if (url.startsWith(API)) {
        if (options.has('--offline')) throw new Error('reset');
        return toGitHub(url, request);
      }
      if (request.method === cancel) stop.abort();
      return ports.fetch(url, request);
    };
    last = await runStep({
      workspace: join(root, one('--checkout') ?? '.'),
      event,
      inputs: { 'working-directory': 'terms', ...Object.fromEntries(pairs) },
      payload: payloadOf(event, pull, { id: one('--about'), head: one('--head'), of: one('--of') }),
      apiUrl: API,
      env: {
        KEY: TEST_KEY,
        GITHUB_RUN_ID: run,
        GITHUB_RUN_NUMBER: String(Number(run) - 495),
        GITHUB_RUN_ATTEMPT: one('--attempt') ?? '1',
        ...Object.fromEntries((options.get('--env') ?? []).map((pair) => pair.split(/=(.*)/s) as [string, string])),
      },
      interrupted: stop.signal,
      fetch,
      git: gitWith(one('--before-push')),
      ports: { now: ports.now, id: ports.id },
    });
    const log = short(last.log);
    return { code: last.code ?? -1, shown: options.has('--log') ? log : folded(log) };
  }

  const call = async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Service-Auth-Key ${TEST_KEY}`, 'content-type': 'application/json' };
    const sent = body === undefined ? {} : { body: new TextEncoder().encode(JSON.stringify(body)) };
    const answer = await ports.fetch(`http://127.0.0.1:9${path}`, { ...sent, method, headers } as never);
    const text = new TextDecoder().decode(await answer.arrayBuffer());
    return text === '' ? {} : JSON.parse(text);
  };

  return {
    step,
    github: github.run,
    /** `term SOURCE TARGET` of the glossary Product, `create NAME`, or `delete NAME`. */
    async 'on-service'([what, name = '', target = '']) {
      const { glossaries } = await call('GET', '/v3/glossaries');
      const idOf = (wanted: string): string =>
        glossaries.find((each: { readonly name: string }) => each.name === wanted)?.glossary_id;
      const dictionary = { source_lang: 'en', target_lang: 'de', entries_format: 'tsv' };
      if (what === 'term')
        await call('PATCH', `/v3/glossaries/${idOf('Product')}`, {
          dictionaries: [{ ...dictionary, entries: `${name}\t${target}` }],
        });
      else if (what === 'delete') await call('DELETE', `/v3/glossaries/${idOf(name)}`);
      else await call('POST', '/v3/glossaries', { name, dictionaries: [{ ...dictionary, entries: 'a\tb' }] });
      return '';
    },
    async outputs(names) {
      const none = outputsOf([]);
      const all = [...(last?.outputs ?? [])];
      const chosen = names.length > 0 ? all.filter(([name]) => names.includes(name)) : all;
      return wrapped(
        chosen
          .filter(([name, value]) => names.length > 0 || value !== none.get(name))
          .map(([name, value]) => `${name}: ${short(value)}`),
      );
    },
    async summary() {
      return short(last?.summary ?? '');
    },
    /** The files that the last step left in the temporary folder, or the text of one of them. */
    async left([name]) {
      const folder = last?.outputs.get('folder') || join(last?.temp ?? '', 'runner');
      if (name !== undefined) return short(readFileSync(join(folder, name), 'utf8'));
      if (!existsSync(folder)) return '';
      const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => !each.isDirectory());
      const paths = files.map((each) => join(each.parentPath, each.name).slice(folder.length + 1));
      return paths
        .sort()
        .map((path) => `${path}\n`)
        .join('');
    },
    /** Replaces a text of a file by another one, in which `\n` begins a line. */
    async replace([from = '', to = '', path = '']) {
      const text = readFileSync(join(root, path), 'utf8');
      if (!text.includes(from)) throw new Error(`${path} has no ${from}`);
      writeFileSync(
        join(root, path),
        text.replace(from, () => to.replaceAll('\\n', '\n')),
      );
      return '';
    },
    /**
     * Commits the files of the case, and on top of them those of the folder `feature/` on a branch of that name, and
     * those of `main/`, which stays checked out. Both branches are in the remote `origin`.
     */
    async branches() {
      const env = { ...GIT_ENV, ...GIT_DATES };
      const run = (...args: readonly string[]) => execFileSync('git', args, { cwd: root, env, stdio: 'pipe' });
      run('init', '--quiet', '--initial-branch=main');
      const held = join(root, '.git/held');
      for (const name of ['feature', 'main'])
        if (existsSync(join(root, name))) {
          mkdirSync(held, { recursive: true });
          renameSync(join(root, name), join(held, name));
        }
      run('init', '--quiet', '--bare', '--initial-branch=main', '.git/remote');
      run('remote', 'add', 'origin', join(root, '.git/remote'));
      const commit = (branch: string, message: string): void => {
        const folder = join(held, branch);
        if (message !== 'Start' && existsSync(folder)) cpSync(folder, root, { recursive: true });
        run('add', '--all');
        run('commit', '--quiet', '--allow-empty', `--message=${message}`);
        run('push', '--quiet', '--set-upstream', 'origin', branch);
      };
      commit('main', 'Start');
      run('switch', '--quiet', '--create', 'feature');
      commit('feature', 'Change feature');
      run('switch', '--quiet', 'main');
      commit('main', 'Change main');
      return '';
    },
    /** Writes so many terms into a file. */
    async terms([count = '', path = '']) {
      const rows = Array.from({ length: Number(count) }, (_, index) => `term ${index},Begriff ${index}\n`);
      writeFileSync(join(root, path), rows.join(''));
      return '';
    },
    /** Copies the files that the last step left into the checkout. */
    async download([to = '']) {
      const folder = last?.outputs.get('folder') ?? '';
      for (const each of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        if (each.isDirectory()) continue;
        const path = join(each.parentPath, each.name);
        const copy = join(root, to, path.slice(folder.length + 1));
        mkdirSync(dirname(copy), { recursive: true });
        writeFileSync(copy, readFileSync(path));
      }
      return '';
    },
  };
};

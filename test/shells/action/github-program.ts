import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Marker, markerOf } from '../../../src/shells/action/comment/comment-marker.ts';
import { callLines, type TranscriptWorld } from '../../journeys/transcripts.ts';
import { git } from '../../support/git-repository.ts';
import type { FakeGitHub, Seen } from './fake-github.ts';
import type { StepRan } from './run-action.ts';
import { BASE, MERGE, pullRequest } from './world.ts';
import { zip } from './zip.ts';

/** A pull request as the API shows it. */
export type KnownPull = ReturnType<typeof pullRequest>;

/** One letter is a commit: that letter 40 times. */
const commitOf = (text: string | undefined, otherwise: string): string =>
  text === undefined ? otherwise : text.length === 1 ? text.repeat(40) : text;

/** The commit of the checkout in place of `HEAD`. */
const withHead = (root: string, words: readonly string[]): readonly string[] =>
  words.map((word) => (/\bHEAD\b/.test(word) ? word.replace('HEAD', git(root, 'rev-parse', 'HEAD').trim()) : word));

type Pairs = Readonly<Record<string, string>>;

const pairsOf = (words: readonly string[]): Pairs =>
  Object.fromEntries(words.filter((word) => word.includes('=')).map((word) => word.split(/=(.*)/s).slice(0, 2)));

function pullOf(number: number, { head, from, by, merge, labels, base, ref }: Pairs): KnownPull {
  const pull = pullRequest({
    number,
    ...(head !== undefined && { head: commitOf(head, '') }),
    ...(from !== undefined && { repository: from }),
    ...(by !== undefined && { login: by }),
    ...(merge !== undefined && { merge: commitOf(merge, '') }),
    ...(labels !== undefined && { labels: labels.split(',') }),
  });
  const branches = ref === undefined ? { head: {}, base: {} } : { head: { ref }, base: { ref: 'main' } };
  const sha = base === undefined ? {} : { sha: commitOf(base, '') };
  return { ...pull, head: { ...pull.head, ...branches.head }, base: { ...pull.base, ...branches.base, ...sha } };
}

function commentLines({ comments }: FakeGitHub): string {
  return comments
    .map(({ id, on, user, body, hidden = false }) => {
      const how = hidden ? ', hidden as outdated' : '';
      return `--- comment ${id} of ${user.login} on pull request ${on}${how}\n${body}`;
    })
    .map((text) => (text.endsWith('\n') ? text : `${text}\n`))
    .join('');
}

const stateText = ({ state, head, runId, runAttempt }: Marker): string =>
  `${state}, commit ${head.slice(0, 7)}, run ${runId}.${runAttempt}`;

/** The states of all comments, one line each. */
const stateLines = (comments: FakeGitHub['comments']): string =>
  comments
    .map(({ id, on, user, body, hidden = false }) => {
      const marker = markerOf(body);
      const found = marker === undefined ? `by ${user.login}` : stateText(marker);
      return `${id} on pull request ${on}: ${found}${hidden ? ', hidden as outdated' : ''}\n`;
    })
    .join('');

/** A call, the state of the comment that it writes, and whether the token was sent with it. */
function callLine({ method, path, body, authorization }: Seen): string {
  const { body: text } = (body ?? {}) as { readonly body?: string };
  const marker = markerOf(text ?? '');
  const written = marker === undefined ? '' : ` (${stateText(marker)})`;
  return `${method} ${path}${written}${authorization === undefined ? ' without the token' : ''}\n`;
}

const issueLines = ({ issues }: FakeGitHub): string =>
  issues
    .map(({ number, title, state, labels, user, body }) =>
      [`--- issue ${number} of ${user.login}, ${state}, ${labels.join(' ')}: ${title}`, body].join('\n'),
    )
    .map((text) => (text.endsWith('\n') ? text : `${text}\n`))
    .join('');

/** The files of an artifact: those that are named as `name:path`, or the plans and findings of the last step. */
function artifactFiles(root: string, last: StepRan | undefined, named: readonly string[]) {
  if (named.length > 0)
    return Object.fromEntries(
      named.map((pair) => {
        const [name = '', path = ''] = pair.split(':');
        return [name, readFileSync(join(root, path), 'utf8')];
      }),
    );
  const folder = last?.outputs.get('folder') ?? '';
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.(?:json|md)$/.test(path),
  );
  return Object.fromEntries(files.map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
}

/** A run as the API shows it. `known=no`: GitHub says nothing about it. */
function runOf({ event = 'pull_request', path = '.github/workflows/terms.yml', of, from, known }: Pairs): object {
  if (known === 'no') return {};
  const own = { id: 1, full_name: 'o/r' };
  return {
    event,
    path,
    repository: of === undefined ? own : { id: 3, full_name: of },
    head_repository: from === undefined ? own : { id: 2, full_name: from },
  };
}

/**
 * `github`: shows and changes what GitHub has. Changes: `pull`, `moves`, `merged`, `closed`, `label`, `unlabel`,
 * `permission`, `say`, `forge`, `issue`, `upload`, `run`, `base`, `compare`, `refuse`, `allow`, `forget`. Shows:
 * `comments`, `states`, `issues`, `calls`.
 */
export function gitHubPrograms(github: FakeGitHub, { root, shown }: TranscriptWorld, last: () => StepRan | undefined) {
  /** Pull requests as the payload of the next event has them. */
  const pulls = new Map<number, KnownPull>([[7, pullRequest()]]);
  github.pulls.set(7, pullRequest());
  github.ofCommit.set(MERGE, [pullRequest()]);
  const refusals: ((request: Seen) => ReturnType<FakeGitHub['intercept']>)[] = [];
  github.intercept = (request) => {
    for (const refusal of refusals) {
      const answer = refusal(request);
      if (answer !== undefined) return answer;
    }
    return undefined;
  };
  const changes: Readonly<Record<string, (words: readonly string[], pairs: Pairs) => void>> = {
    pull([number = '7'], pairs) {
      const pull = pullOf(Number(number), pairs);
      pulls.set(pull.number, pull);
      github.pulls.set(pull.number, pull);
    },
    moves([number = '7', when], pairs) {
      const moved = pullOf(Number(number), pairs);
      const move = () => github.pulls.set(moved.number, moved);
      if (when !== 'later') return void move();
      // After it was read once.
      let before: unknown;
      refusals.push(({ path }) => {
        if (before !== undefined || path !== `/repos/o/r/pulls/${number}`) return undefined;
        before = github.pulls.get(moved.number);
        move();
        return { status: 200, body: before };
      });
    },
    merged(numbers, { at }) {
      const found = numbers.flatMap((number) => pulls.get(Number(number)) ?? []);
      github.ofCommit.set(commitOf(at, MERGE), found);
    },
    closed(numbers) {
      for (const number of numbers) github.pulls.delete(Number(number));
    },
    label: ([name = ''], { by = 'maintainer', on = '7' }) =>
      void github.labelEvents.push({ on: Number(on), event: 'labeled', name, login: by }),
    unlabel: ([name = ''], { by = 'maintainer', on = '7' }) =>
      void github.labelEvents.push({ on: Number(on), event: 'unlabeled', name, login: by }),
    permission: ([login = '', may = 'write']) => void github.permissions.set(login, may),
    say([login = '', text = ''], { type = 'User', on = '7', times = '1' }) {
      for (let count = 0; count < Number(times); count += 1) github.say(login, text, type, Number(on));
    },
    forge: ([login = ''], { type = 'User' }) => void github.say(login, github.comments[0]?.body ?? '', type),
    adopt([login = '']) {
      const [issue] = github.issues.splice(0);
      if (issue !== undefined) github.issues.push({ ...issue, number: 1, user: { login, type: 'User' } });
    },
    upload(named, { run = '500', head, of, expired, digest, name = 'lexform-plan' }) {
      github.artifacts.push({
        id: 90 + github.artifacts.length,
        name,
        run: Number(run),
        head: commitOf(head, pulls.get(7)?.head.sha ?? ''),
        own: of !== 'fork',
        zip: zip(artifactFiles(root, last(), named)),
        ...(expired !== undefined && { expired: true }),
        ...(digest !== undefined && { digest }),
      });
    },
    run: ([id = '500'], pairs) => void github.runs.set(Number(id), runOf(pairs)),
    base(paths, { at }) {
      github.files.clear();
      for (const path of paths)
        github.files.set(`${path}@${commitOf(at, BASE)}`, readFileSync(join(root, path), 'utf8'));
    },
    compare([range = '', ...commits], { status = 'ahead' }) {
      const [from = '', to] = range.split('...');
      const shas = commits.filter((word) => !word.includes('=')).map((commit) => ({ sha: commitOf(commit, '') }));
      github.compared.set(`${commitOf(from, '')}...${commitOf(to, MERGE)}`, { status, commits: shas });
    },
    refuse([method = '', part = '', status = '403', message = 'no'], { permissions, longer = '0' }) {
      const headers: Readonly<Record<string, string>> =
        permissions === undefined ? {} : { 'x-accepted-github-permissions': permissions };
      refusals.push(({ method: called, path, body }) => {
        const text = `${path} ${JSON.stringify(body ?? '')}`;
        return called === method && text.includes(part) && text.length > Number(longer)
          ? { status: Number(status), headers, body: { message } }
          : undefined;
      });
    },
    allow: () => void refusals.splice(0),
    forget: ([count = '1000']) => void github.comments.splice(0, Number(count)),
  };
  const shows: Readonly<Record<string, (words: readonly string[]) => string>> = {
    comments: () => commentLines(github),
    states: ([whose]) =>
      stateLines(github.comments.filter(({ body }) => whose !== '--own' || markerOf(body) !== undefined)),
    lengths: () => github.comments.map(({ id, body }) => `${id}: ${body.length} characters\n`).join(''),
    issues: () => issueLines(github),
    calls([how]) {
      const seen = github.seen.splice(0);
      if (how === '--in-order') return seen.map(callLine).join('');
      return callLines(
        seen.map(({ method, path, body }) => ({ method, path, body: body === undefined ? '' : JSON.stringify(body) })),
        how === '--bodies',
      );
    },
  };
  return {
    pullFor: (number: number): KnownPull | undefined => pulls.get(number),
    async run([command = '', ...written]: readonly string[]): Promise<string> {
      const words = withHead(root, written);
      const change = changes[command];
      const show = shows[command];
      if (change !== undefined)
        change(
          words.filter((word) => !/^[a-z_]+=/.test(word)),
          pairsOf(words),
        );
      else if (show === undefined) throw new Error(`github has no command ${command}`);
      return show === undefined ? '' : shown(show(words));
    },
  };
}

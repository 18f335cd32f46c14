import { describe, expect, test } from 'vitest';
import * as d from '../../../../src/model/decode.ts';
import { type Marker, markerLine } from '../../../../src/shells/action/comment/comment-marker.ts';
import {
  isOwn,
  postComment,
  postNewComment,
  type ToPost,
} from '../../../../src/shells/action/comment/sticky-comment.ts';
import { type GitHub, GitHubError } from '../../../../src/shells/action/github/github.ts';

const LOGIN = 'github-actions[bot]';
const KEY = '0123456789abcdef';
const marker = (runId: string, more: Partial<Marker> = {}): Marker => ({
  kind: 'plan',
  key: KEY,
  runId,
  runAttempt: '1',
  head: 'a'.repeat(40),
  digest: '',
  state: 'open',
  ...more,
});

interface Said {
  readonly id: number;
  readonly body: string;
  readonly login?: string;
}

/** Comments in memory. `at`: what others do just before a call is answered, by `METHOD path`, once. */
function thread(comments: readonly Said[], at: Readonly<Record<string, () => void>> = {}) {
  const all = new Map(comments.map((each) => [each.id, each]));
  const calls: string[] = [];
  const waiting = new Map(Object.entries(at));
  const shown = ({ id, body, login = LOGIN }: Said) => ({
    id,
    body,
    html_url: `https://x.test/${id}`,
    node_id: `N${id}`,
    user: { login, type: 'Bot' },
  });
  const github = {
    call: async (method: string, path: string, sent?: { readonly body?: string }) => {
      calls.push(`${method} ${path}`);
      const first = waiting.get(method);
      waiting.delete(method);
      first?.();
      const id = Number(/\d+$/.exec(path)?.[0] ?? 0);
      if (method === 'DELETE') return void all.delete(id);
      const made = { id: method === 'POST' ? 100 : id, body: sent?.body ?? '' };
      all.set(made.id, made);
      return shown(made);
    },
    list: async <Item>(path: string, item: d.Decoder<Item>) => {
      expect(path).toBe('/repos/o/r/issues/7/comments');
      return d.decoded(d.some(item), [...all.values()].map(shown));
    },
    hide: async (nodeId: string) => void calls.push(`hide ${nodeId}`),
  } as unknown as GitHub;
  return {
    github,
    calls,
    put: (each: Said) => void all.set(each.id, each),
    bodies: () => [...all.values()].map(({ body }) => body),
  };
}

const toPost = (runId: string, more: Partial<ToPost> = {}): ToPost => ({
  thread: { repository: 'o/r', number: 7 },
  login: LOGIN,
  marker: marker(runId),
  body: (size) => `${markerLine(marker(runId))}\n${size}`,
  create: true,
  ...more,
});

const said = (id: number, runId: string, more: Partial<Marker> = {}): Said => ({
  id,
  body: `${markerLine(marker(runId, more))}\nold`,
});

describe('the one comment of a key', () => {
  test('is made where there is none, if one is wanted', async () => {
    const { github, calls, bodies } = thread([]);
    expect(await postComment(github, toPost('500', { create: false }))).toEqual({ kind: 'left' });
    expect(calls).toEqual([]);
    expect(await postComment(github, toPost('500'))).toEqual({ kind: 'written', id: 100, url: 'https://x.test/100' });
    expect(calls).toEqual(['POST /repos/o/r/issues/7/comments']);
    expect(bodies()).toEqual([`${markerLine(marker('500'))}\nfull`]);
  });

  test('is the oldest of ours: not of another key, of another kind, or of somebody else', async () => {
    const { github, calls, bodies } = thread([
      { ...said(3, '400'), login: 'somebody' },
      said(4, '400', { key: 'f'.repeat(16) }),
      said(5, '400', { kind: 'drift' }),
      { id: 6, body: 'no marker' },
      said(9, '400'),
      said(8, '400'),
    ]);
    expect(await postComment(github, toPost('500'))).toEqual({ kind: 'written', id: 8, url: 'https://x.test/8' });
    expect(calls).toEqual(['PATCH /repos/o/r/issues/comments/8']);
    expect(bodies().filter((body) => body.endsWith('full'))).toEqual([`${markerLine(marker('500'))}\nfull`]);
  });

  test('of a newer run is left alone', async () => {
    const { github, calls } = thread([said(8, '400'), said(9, '501')]);
    expect(await postComment(github, toPost('500'))).toEqual({ kind: 'left', id: 8, url: 'https://x.test/8' });
    expect(calls).toEqual([]);
  });

  test.each([
    ['a newer run', '501', { kind: 'left', id: 50, url: 'https://x.test/50' }, []],
    [
      'an older run',
      '499',
      { kind: 'written', id: 50, url: 'https://x.test/50' },
      ['PATCH /repos/o/r/issues/comments/50'],
    ],
  ])('that %s has made at the same time stays, and is the only one', async (_, runId, posted, more) => {
    const made = thread([], { POST: () => made.put(said(50, runId)) });
    expect(await postComment(made.github, toPost('500'))).toEqual(posted);
    expect(made.calls).toEqual(['POST /repos/o/r/issues/7/comments', 'DELETE /repos/o/r/issues/comments/100', ...more]);
    expect(made.bodies()).toHaveLength(1);
  });

  test('stays where the other one of the same time is younger, which takes itself away', async () => {
    const made = thread([], { POST: () => made.put(said(150, '501')) });
    expect(await postComment(made.github, toPost('500'))).toMatchObject({ kind: 'written', id: 100 });
    expect(made.calls).toEqual(['POST /repos/o/r/issues/7/comments']);
  });
});

describe('an answer to a comment', () => {
  const failing = (error: Error) =>
    thread([], {
      POST: () => {
        throw error;
      },
    });

  test('that it is too long: it is sent again, shorter, once', async () => {
    const { github, calls, bodies } = failing(new GitHubError('POST /x', 422, 'body is Too Long (maximum is 65536)'));
    expect(await postComment(github, toPost('500'))).toMatchObject({ kind: 'written' });
    expect(calls).toHaveLength(2);
    expect(bodies()).toEqual([`${markerLine(marker('500'))}\ncompact`]);
  });

  test.each([
    ['another fault of what was sent', new GitHubError('POST /x', 422, 'Validation Failed')],
    ['another status', new GitHubError('POST /x', 413, 'too long')],
    ['no answer of GitHub', new Error('too long')],
  ])('that is %s: it is not sent again', async (_, error) => {
    const { github, calls } = failing(error);
    await expect(postComment(github, toPost('500'))).rejects.toBe(error);
    expect(calls).toHaveLength(1);
  });
});

describe('a comment for each run', () => {
  test('is made beside the earlier ones, of which the last five are hidden', async () => {
    const { github, calls, bodies } = thread([1, 2, 3, 4, 5, 6, 7].map((id) => said(id, '400')));
    expect(await postNewComment(github, toPost('500'))).toEqual({
      kind: 'written',
      id: 100,
      url: 'https://x.test/100',
    });
    expect(calls).toEqual(['POST /repos/o/r/issues/7/comments', 'hide N3', 'hide N4', 'hide N5', 'hide N6', 'hide N7']);
    expect(bodies().at(-1)).toBe(`${markerLine(marker('500'))}\nfull`);
  });

  test('is none where a newer run has written, or where none is wanted', async () => {
    const { github, calls } = thread([said(8, '501'), said(9, '502'), said(10, '400')]);
    expect(await postNewComment(github, toPost('500'))).toEqual({ kind: 'left', id: 9, url: 'https://x.test/9' });
    expect(await postNewComment(thread([]).github, toPost('500', { create: false }))).toEqual({ kind: 'left' });
    expect(calls).toEqual([]);
  });

  test('is taken back where a newer run writes at the same time', async () => {
    const made = thread([said(1, '400')], { POST: () => made.put(said(150, '501')) });
    expect(await postNewComment(made.github, toPost('500'))).toEqual({
      kind: 'left',
      id: 150,
      url: 'https://x.test/150',
    });
    expect(made.calls).toEqual(['POST /repos/o/r/issues/7/comments', 'DELETE /repos/o/r/issues/comments/100']);
  });
});

test('an app is ours by its name, or by the name without its ending where it is a bot', () => {
  expect(isOwn({ login: 'x', type: 'User' }, 'x')).toBe(true);
  expect(isOwn({ login: 'x[bot]', type: 'Bot' }, 'x')).toBe(true);
  expect(isOwn({ login: 'x[bot]', type: 'User' }, 'x')).toBe(false);
  expect(isOwn({ login: 'y', type: 'Bot' }, 'x')).toBe(false);
  expect(isOwn({ login: 'y[bot]', type: 'Bot' }, 'x')).toBe(false);
});

test('what GitHub leaves out of an answer is empty, and a comment without a number or a body is none of ours', async () => {
  const bare = (answers: readonly object[]): GitHub =>
    ({
      list: async <Item>(_: string, item: d.Decoder<Item>) => d.decoded(d.some(item), answers),
      call: async () => ({}),
      hide: async () => undefined,
    }) as unknown as GitHub;
  const own = { user: { login: LOGIN } };
  const listed = [
    { ...own, id: 1 },
    { ...own, body: markerLine(marker('400')) },
  ];
  expect(await postComment(bare(listed), toPost('500'))).toEqual({ kind: 'written', id: 0, url: '' });
  expect(await postNewComment(bare(listed), toPost('500'))).toEqual({ kind: 'written', id: 0, url: '' });
  const one = [{ ...own, id: 1, body: markerLine(marker('400')) }];
  expect(await postComment(bare(one), toPost('500'))).toEqual({ kind: 'written', id: 1, url: '' });
});

import { describe, expect, test } from 'vitest';
import { realPorts } from '../../../../src/app/machine/real-ports.ts';
import { type Marker, markerLine, markerOf } from '../../../../src/shells/action/comment/comment-marker.ts';
import { postComment, postNewComment, type ToPost } from '../../../../src/shells/action/comment/sticky-comment.ts';
import { makeGitHub } from '../../../../src/shells/action/github/github.ts';
import { type Answer, type FakeGitHub, fakeGitHub } from '../fake-github.ts';

const LOGIN = 'github-actions[bot]';
const marker = (runId: string, runAttempt = '1'): Marker => ({
  kind: 'plan',
  key: '0123456789abcdef',
  runId,
  runAttempt,
  head: '',
  digest: '',
  state: 'open',
});

async function thread() {
  const fake = await fakeGitHub();
  const ports = { ...realPorts({}), sleep: async () => undefined };
  const github = makeGitHub({ apiUrl: fake.url, graphqlUrl: `${fake.url}/graphql`, token: 'token-of-the-job' }, ports);
  const toPost = (runId: string, body: ToPost['body'] = (size) => `${size} of ${runId}`): ToPost => ({
    thread: { repository: 'o/r', number: 7 },
    login: LOGIN,
    marker: marker(runId),
    body: (size) => `${markerLine(marker(runId))}\n${body(size)}`,
    create: true,
  });
  return { fake, github, toPost };
}

const textOf = (body: string): string => body.slice(body.indexOf('\n') + 1);
const texts = ({ comments }: FakeGitHub): readonly string[] => comments.map(({ body }) => textOf(body));
const isPost = ({ method, path }: { readonly method: string; readonly path: string }): boolean =>
  method === 'POST' && path.endsWith('/comments');

describe('a comment that GitHub finds too long', () => {
  test('is sent once more, shorter, when it is made and when it is written over', async () => {
    const { fake, github, toPost } = await thread();
    const long = (size: 'full' | 'compact'): string => (size === 'full' ? 'x'.repeat(70_000) : 'short');
    await postComment(github, toPost('1', long));
    expect(texts(fake)).toEqual(['short']);
    await postComment(
      github,
      toPost('2', (size) => (size === 'full' ? long(size) : 'shorter')),
    );
    expect(texts(fake)).toEqual(['shorter']);
  });

  test.each<readonly [string, Answer]>([
    ['another refusal', { status: 422, body: { message: 'Validation Failed', errors: [{ code: 'spam' }] } }],
    ['a refusal of another kind that says the same', { status: 403, body: { message: 'body is too long' } }],
    ['an answer of none', { status: 500, body: { message: 'too long' } }],
  ])('is not taken for %s, which is told', async (_, answer) => {
    const { fake, github, toPost } = await thread();
    const sent: unknown[] = [];
    fake.intercept = (request) => {
      if (!isPost(request)) return undefined;
      sent.push(request.body);
      return answer;
    };
    await expect(postComment(github, toPost('1'))).rejects.toThrow(String(answer.status));
    expect(sent).toHaveLength(1);
  });
});

describe('two runs that both find no comment', () => {
  /** Another run makes its comment between our look and our POST. */
  async function raced(own: string, other: string) {
    const opened = await thread();
    const { fake, github, toPost } = opened;
    let isRaced = false;
    fake.intercept = (request) => {
      if (isPost(request) && !isRaced) {
        isRaced = true;
        fake.say(LOGIN, `${markerLine(marker(other))}\nfull of ${other}`, 'Bot');
      }
      return undefined;
    };
    return { ...opened, posted: await postComment(github, toPost(own)) };
  }

  test('leave one comment: the older one, with the text of the newer run', async () => {
    const { fake, posted } = await raced('20', '10');
    expect(texts(fake)).toEqual(['full of 20']);
    expect(posted).toMatchObject({ kind: 'written', id: fake.comments[0]?.id });
  });

  test('leave the comment of the newer run alone, and take back that of the older', async () => {
    const { fake, posted } = await raced('10', '20');
    expect(texts(fake)).toEqual(['full of 20']);
    expect(posted).toMatchObject({ kind: 'left', id: fake.comments[0]?.id });
  });
});

test('a comment of a newer run is left, and that of a stranger with our marker is no comment of ours', async () => {
  const { fake, github, toPost } = await thread();
  fake.say('stranger', `${markerLine(marker('99'))}\nours, we say`);
  await postComment(github, toPost('5'));
  expect(await postComment(github, toPost('4'))).toMatchObject({ kind: 'left' });
  expect(texts(fake)).toEqual(['ours, we say', 'full of 5']);
  expect(await postComment(github, { ...toPost('6'), create: false })).toMatchObject({ kind: 'written' });
  expect(fake.comments.map(({ body }) => markerOf(body)?.runId)).toEqual(['99', '6']);
});

test('none is made where none is wanted', async () => {
  const { fake, github, toPost } = await thread();
  expect(await postComment(github, { ...toPost('1'), create: false })).toEqual({ kind: 'left' });
  expect(fake.comments).toEqual([]);
});

describe('a new comment for each run', () => {
  test('hides the earlier ones, and is taken back when a newer run has written meanwhile', async () => {
    const { fake, github, toPost } = await thread();
    await postNewComment(github, toPost('1'));
    await postNewComment(github, toPost('2'));
    expect(fake.comments.map(({ hidden = false }) => hidden)).toEqual([true, false]);
    fake.intercept = (request) => {
      if (!isPost(request)) return undefined;
      fake.intercept = () => undefined;
      fake.say(LOGIN, `${markerLine(marker('9'))}\nfull of 9`, 'Bot');
      return undefined;
    };
    expect(await postNewComment(github, toPost('3'))).toMatchObject({ kind: 'left' });
    expect(texts(fake)).toEqual(['full of 1', 'full of 2', 'full of 9']);
  });
});

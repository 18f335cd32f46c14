import * as d from '../../../model/decode.ts';
import { textOrNone } from '../github/event.ts';
import type { GitHub } from '../github/github.ts';
import { isNewer, type Marker, markerOf } from './comment-marker.ts';

/** A comment of ours. */
export interface Comment {
  readonly id: number;
  readonly url: string;
  /** Its node id in GraphQL; empty: unknown. */
  readonly nodeId: string;
  readonly body: string;
  readonly marker: Marker;
}

/** The place of comments: an issue or a pull request, which share their numbers. */
export interface Thread {
  readonly repository: string;
  readonly number: number;
}

/** REST calls an app `name[bot]`. GraphQL may leave out the ending; then only a bot matches. */
export const isOwn = (
  { login: name, type }: { readonly login?: string; readonly type?: string },
  login: string,
): boolean => name === login || (type === 'Bot' && name === `${login}[bot]`);

/** The author of a comment or issue. */
export const author = d.map(
  d.lenient(d.object({ login: d.lenient(d.text), type: d.lenient(d.text) })),
  (user) => user ?? {},
);

const commentAnswer = d.object({
  id: d.count,
  url: d.from('html_url', textOrNone),
  nodeId: d.from('node_id', textOrNone),
  body: textOrNone,
  user: author,
});

const created = (answer: unknown) =>
  d.decoded(d.object({ id: d.lenient(d.count), url: d.from('html_url', textOrNone) }), answer) ?? { url: '' };

/** Our comments with this key, oldest first. Comments of other authors do not count, even with our marker. */
export async function findComments(
  github: GitHub,
  { repository, number }: Thread,
  { key, login }: { readonly key: string; readonly login: string },
): Promise<readonly Comment[]> {
  const all = await github.list(`/repos/${repository}/issues/${number}/comments`, commentAnswer);
  return all
    .flatMap(({ user, ...comment }) => {
      const marker = markerOf(comment.body);
      return marker?.kind === 'plan' && marker.key === key && isOwn(user, login) ? [{ ...comment, marker }] : [];
    })
    .sort((left, right) => left.id - right.id);
}

export interface ToPost {
  readonly thread: Thread;
  readonly login: string;
  readonly marker: Marker;
  /**
   * Makes the comment within a budget: `full` for the maximum of GitHub, `compact` for a fraction of it if GitHub
   * refuses the comment as too long.
   */
  readonly body: (size: 'full' | 'compact') => string;
  /** True: create a comment if none exists. */
  readonly create: boolean;
  /** The comment to update if there are several; `newest` if each run makes one. Default `oldest`. */
  readonly which?: 'oldest' | 'newest';
}

export type Posted =
  | { readonly kind: 'written'; readonly id: number; readonly url: string }
  /** Nothing was written: a newer run has written the comment, or no comment exists and none should be created. */
  | { readonly kind: 'left'; readonly id?: number; readonly url?: string };

const isTooLong = (error: unknown): boolean =>
  error instanceof Error && 'status' in error && error.status === 422 && /too long/i.test(error.message);

/** Sends the full comment, or the compact one if GitHub refuses it as too long. */
async function send(send: (body: string) => Promise<unknown>, body: ToPost['body']): Promise<unknown> {
  try {
    return await send(body('full'));
  } catch (error) {
    if (!isTooLong(error)) throw error;
    return send(body('compact'));
  }
}

/** The calls that read and write the comments of one key. */
function commentsOf(github: GitHub, { thread, login, marker, body }: ToPost) {
  const issues = `/repos/${thread.repository}/issues`;
  return {
    find: () => findComments(github, thread, { key: marker.key, login }),
    async make() {
      const path = `${issues}/${thread.number}/comments`;
      return created(await send((text) => github.call('POST', path, { body: text }), body));
    },
    async patch({ id, url }: Comment): Promise<Posted> {
      await send((text) => github.call('PATCH', `${issues}/comments/${id}`, { body: text }), body);
      return { kind: 'written', id, url };
    },
    delete: (id: number) => github.call('DELETE', `${issues}/comments/${id}`),
    isFromNewerRun: (each: Comment): boolean => isNewer(each.marker, marker),
  };
}

const leftAs = (comment: Comment | undefined): Posted => ({
  kind: 'left',
  ...(comment && { id: comment.id, url: comment.url }),
});

/**
 * Creates or updates the only comment of a key. It does not change the comment of a newer run. GitHub has no
 * conditional writes, so the comments are read again after one was created. If there are several, the oldest stays,
 * with the text of the newest run, and the run that created another one deletes it.
 */
export async function postComment(github: GitHub, toPost: ToPost): Promise<Posted> {
  const comments = commentsOf(github, toPost);
  const found = await comments.find();
  const stays = toPost.which === 'newest' ? found.at(-1) : found[0];
  if (found.some(comments.isFromNewerRun)) return leftAs(stays);
  if (stays !== undefined) return comments.patch(stays);
  if (!toPost.create) return leftAs(undefined);

  const { id, url } = await comments.make();
  const [first] = await comments.find();
  if (first === undefined || id === undefined || first.id === id) return { kind: 'written', id: id ?? 0, url };
  await comments.delete(id);
  return comments.isFromNewerRun(first) ? leftAs(first) : comments.patch(first);
}

/** Maximum number of earlier comments that a new one hides. Older ones are already hidden. */
const HIDDEN_MAX = 5;

/**
 * Writes a new comment, and hides earlier comments of the key as outdated. If a newer run has written in the meantime,
 * it deletes its own comment. A comment that cannot be hidden is harmless, because it names its commit.
 */
export async function postNewComment(github: GitHub, toPost: ToPost): Promise<Posted> {
  const comments = commentsOf(github, toPost);
  const last = (await comments.find()).findLast(comments.isFromNewerRun);
  if (last !== undefined || !toPost.create) return leftAs(last);
  const { id = 0, url } = await comments.make();
  const others = (await comments.find()).filter((each) => each.id !== id);
  const newer = others.findLast(comments.isFromNewerRun);
  if (newer !== undefined) {
    await comments.delete(id);
    return leftAs(newer);
  }
  for (const { nodeId } of others.slice(-HIDDEN_MAX)) await github.hide(nodeId);
  return { kind: 'written', id, url };
}

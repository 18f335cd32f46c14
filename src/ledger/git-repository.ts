import { remedyOfPrinted } from '../model/system-error.ts';
import { type ChangedLines, type CommitId, changesArguments, isCommitId, parseChanges } from './git-log.ts';
import { LedgerError } from './ledger-error.ts';
import { chunksIn, type FileBytes, type GitPort, type GitResult } from './ports.ts';

const decoder = new TextDecoder();
const encoder = new TextEncoder();

export const outText = ({ out }: GitResult): string => decoder.decode(out);

/** Names and commits of refs as git lists them: a commit and a name on each line. */
export const refsIn = (listed: GitResult, separator: ' ' | '\t'): ReadonlyMap<string, CommitId> =>
  new Map(
    outText(listed)
      .split('\n')
      .flatMap((line): readonly (readonly [string, CommitId])[] => {
        const [commit = '', name = ''] = line.split(separator);
        return isCommitId(commit) && name !== '' ? [[name, commit]] : [];
      }),
  );

/** The data of one commit of the ledger. */
export interface CommitInfo {
  readonly id: CommitId;
  readonly parents: readonly CommitId[];
  /** ISO 8601, with its zone. */
  readonly time: string;
  readonly author: string;
  readonly message: string;
}

export interface NewCommit {
  readonly parent: CommitId | undefined;
  /** The whole tree: path → content. */
  readonly files: Iterable<readonly [path: string, content: FileBytes]>;
  readonly message: string;
  readonly time: Date;
}

/**
 * The part of a repository that the ledger uses. Everything is addressed by full ref names and commit ids: no input of
 * a user is an option to git.
 */
export interface GitRepository {
  /** The commit of a ref; `undefined` if the ref does not exist. */
  readRef(ref: string): Promise<CommitId | undefined>;
  /** Names and commits of the refs below a prefix that ends in `/`. */
  listRefs(prefix: string): Promise<ReadonlyMap<string, CommitId>>;
  /**
   * Moves a ref from the commit `from` (`undefined`: it did not exist); false if the ref has another value now. `to:
   * undefined` deletes it.
   */
  swapRef(ref: string, from: CommitId | undefined, to: CommitId | undefined): Promise<boolean>;
  /** Makes a commit without a ref. */
  commit(commit: NewCommit): Promise<CommitId>;
  /** The contents of files of a commit, in the requested order; `undefined` for a missing path. */
  readFiles(commit: CommitId, paths: readonly string[]): Promise<readonly (Uint8Array | undefined)[]>;
  /** Like `readFiles`, for several commits, with one process. */
  readMany(
    wanted: readonly { readonly commit: CommitId; readonly path: string }[],
  ): Promise<readonly (Uint8Array | undefined)[]>;
  /** Whether a commit follows another one, or is the same. */
  isAncestor(earlier: CommitId, later: CommitId): Promise<boolean>;
  /**
   * The lines that each of `count` commits from `from` on added or removed, compared with its parent; not for merges.
   * The result may have additional lines, such as diff headers, but lacks none. Files in `except` are left out.
   */
  changedLines(from: CommitId, count: number, except: readonly string[]): Promise<readonly ChangedLines[]>;
  /** Commits from `from` back to the first, newest first. */
  history(from: CommitId, limit?: number): Promise<readonly CommitInfo[]>;
}

/** The value that `update-ref` needs for a ref that must not exist. */
export const zeros = (like: string | undefined): string => '0'.repeat(like?.length === 64 ? 64 : 40);

function failed(what: string, { err, code }: GitResult): LedgerError {
  const printed = err.trim() === '' ? `git ended with ${code}` : err.trim();
  return new LedgerError(
    `${what}: ${printed}`,
    remedyOfPrinted(printed) ?? 'Check the repository with git fsck; the ledger is under refs/lexform/',
    { code: 'ledger-unreachable' },
  );
}

/** Commits belong to the tool, not to the user: they need no name of a person, and none is read from the machine. */
const IDENTITY = 'Lexform <lexform@localhost>';

/** A path written as a string in C: whatever characters it contains, it stays one line and one argument. */
const quotedPath = (path: string): string =>
  `"${path
    .replace(/["\\]/g, '\\$&')
    .replace(/[\u0000-\u001f\u007f]/g, (control) => `\\${control.charCodeAt(0).toString(8).padStart(3, '0')}`)}"`;

/**
 * A `fast-import` stream for one commit: one process for any number of files. `fast-import` needs a ref. The last step
 * resets it before any ref is written, so that nothing remains, even if the process is killed. The output is the id of
 * the commit.
 */
function* importStream(
  ref: string,
  { parent, files, message, time }: NewCommit,
  zero: string,
): Generator<Uint8Array, void, undefined> {
  const lines = (...texts: readonly string[]): Uint8Array => encoder.encode(texts.map((text) => `${text}\n`).join(''));
  function* data(bytes: FileBytes): Generator<Uint8Array, void, undefined> {
    let size = 0;
    for (const { byteLength } of chunksIn(bytes)) size += byteLength;
    yield lines(`data ${size}`);
    // A stream requests the next piece while it still uses this one.
    for (const chunk of chunksIn(bytes)) yield chunk.slice();
    yield lines('');
  }
  const seconds = Math.floor(time.getTime() / 1000);
  yield lines('feature done', `commit ${ref}`, 'mark :1', `committer ${IDENTITY} ${seconds} +0000`);
  yield* data(encoder.encode(message));
  yield lines(...(parent === undefined ? [] : [`from ${parent}`]), 'deleteall');
  for (const [path, bytes] of files) {
    yield lines(`M 100644 inline ${quotedPath(path)}`);
    yield* data(bytes);
  }
  yield lines('get-mark :1', `reset ${ref}`, `from ${zero}`, '', 'done');
}

/** Fields end with NUL, which a message cannot contain; `-z` also ends commits with one. */
const FORMAT = '%H%x00%P%x00%cI%x00%an%x00%B';
const FIELDS = 5;

function parseLog(text: string): readonly CommitInfo[] {
  const fields = text.split('\u0000');
  const commits: CommitInfo[] = [];
  for (let at = 0; at + FIELDS <= fields.length; at += FIELDS) {
    const [id = '', parents = '', time = '', author = '', message = ''] = fields.slice(at, at + FIELDS);
    if (isCommitId(id))
      commits.push({ id, parents: parents.split(' ').filter(isCommitId), time, author, message: message.trimEnd() });
  }
  return commits;
}

/**
 * Parses the output of `cat-file --batch`: `<id> <type> <size>`, the bytes, a line end; or a line with the reason why
 * an object is missing.
 */
function parseBatch(out: Uint8Array, count: number): readonly (Uint8Array | undefined)[] {
  const contents: (Uint8Array | undefined)[] = [];
  let at = 0;
  for (let index = 0; index < count; index += 1) {
    const end = out.indexOf(10, at);
    const head = decoder.decode(out.subarray(at, end < 0 ? out.length : end));
    at = (end < 0 ? out.length : end) + 1;
    const size = /^[0-9a-f]+ blob (\d+)$/.exec(head)?.[1];
    if (size === undefined) {
      contents.push(undefined);
      continue;
    }
    contents.push(new Uint8Array(out.subarray(at, at + Number(size))));
    at += Number(size) + 1;
  }
  return contents;
}

/**
 * The repository, using a git port. `id`: returns a new unique text, for names that only this call uses. The function
 * is longer than 60 lines because it is a record of short functions over one repository.
 */
export function gitRepository(git: GitPort, id: () => string): GitRepository {
  /** An id of zeros with the length of ids in this repository. */
  let zero: Promise<string> | undefined;
  async function must(what: string, args: readonly string[], input?: FileBytes): Promise<GitResult> {
    const result = await git.run(args, input);
    if (result.code !== 0) throw failed(what, result);
    return result;
  }

  async function refsAt(pattern: string): Promise<ReadonlyMap<string, CommitId>> {
    const format = '--format=%(objectname) %(refname)';
    const result = await must('the refs cannot be listed', ['for-each-ref', format, '--', pattern]);
    // Git skips a ref that it cannot read. The ledger would then look as if it had never been written.
    const broken = /ignoring (?:broken ref|ref with broken name) (\S+)/.exec(result.err)?.[1];
    if (broken !== undefined)
      throw new LedgerError(
        `${broken} is damaged`,
        `See where it stood with: git reflog show ${broken}; then: git update-ref ${broken} <commit>`,
        { code: 'ledger-damaged' },
      );
    const refs = refsIn(result, ' ');
    // All ids of a repository have the same length.
    for (const commit of refs.values()) zero ??= Promise.resolve(zeros(commit));
    return refs;
  }

  const readRef = async (ref: string): Promise<CommitId | undefined> => (await refsAt(ref)).get(ref);

  /** The zeros, if no ref has shown their length. */
  async function readZero(): Promise<string> {
    const result = await git.run(['rev-parse', '--show-object-format']);
    // A git without this option only knows the format with 40 digits.
    return '0'.repeat(result.code === 0 && outText(result).trim() === 'sha256' ? 64 : 40);
  }

  async function readMany(
    wanted: readonly { readonly commit: CommitId; readonly path: string }[],
  ): Promise<readonly (Uint8Array | undefined)[]> {
    const [first] = wanted;
    if (first === undefined) return [];
    // Each line is one request, so names with a line end cannot be requested. The ledger writes no such names.
    const requests = wanted.map(({ commit, path }) => `${commit}:${path.replace(/[\r\n]/g, '')}\n`).join('');
    const what = `the files of ${first.commit} cannot be read`;
    const { out } = await must(what, ['cat-file', '--batch'], encoder.encode(requests));
    return parseBatch(out, wanted.length);
  }

  return {
    readRef,
    listRefs: refsAt,
    async swapRef(ref, from, to) {
      const args =
        to === undefined
          ? ['update-ref', '-d', ref, from ?? zeros(from)]
          : ['update-ref', '--create-reflog', ref, to, from ?? zeros(to)];
      const result = await git.run(args);
      if (result.code === 0) return true;
      // Either another process was first, or git cannot write at all. The value of the ref shows which.
      if ((await readRef(ref)) !== from) return false;
      throw failed(`${ref} cannot be moved`, result);
    },
    async commit(commit) {
      zero ??= readZero();
      const stream = importStream(`refs/lexform/new/${id()}`, commit, await zero);
      const result = await must('the commit cannot be written', ['fast-import', '--quiet', '--force'], stream);
      const newCommit = outText(result).trim();
      if (!isCommitId(newCommit))
        throw new LedgerError('the commit that was written has no name', 'Run the same command again');
      return newCommit;
    },
    readFiles: (commit, paths) => readMany(paths.map((path) => ({ commit, path }))),
    readMany,
    isAncestor: async (earlier, later) => (await git.run(['merge-base', '--is-ancestor', earlier, later])).code === 0,
    async changedLines(from, count, except) {
      const args = changesArguments(from, count, except);
      return parseChanges(outText(await must(`the changes before ${from} cannot be read`, args)));
    },
    async history(from, limit) {
      const args = [
        'log',
        '-z',
        // Do not use the user's settings for logs.
        '--no-show-signature',
        '--encoding=UTF-8',
        `--format=${FORMAT}`,
        ...(limit === undefined ? [] : [`--max-count=${limit}`]),
        from,
        '--',
      ];
      return parseLog(outText(await must(`the history of ${from} cannot be read`, args)));
    },
  };
}

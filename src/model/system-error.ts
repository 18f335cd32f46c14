import type { CodeMeaning } from './codes/error-codes.ts';

const FREE_SPACE = 'Free space on that disk, then rerun the same command';
const RIGHTS = 'Give your user the permission, or name another place';
const OTHER_PLACE = 'Name another place';

/** The codes of the operating system that a run may meet, in words that go on a sentence. */
export const SYSTEM_CODES: Readonly<Record<string, CodeMeaning>> = {
  ENOSPC: { means: 'the disk is full', remedy: FREE_SPACE },
  EDQUOT: { means: 'your disk quota is used up', remedy: FREE_SPACE },
  EFBIG: { means: 'the file is larger than the disk or the user limit allows', remedy: OTHER_PLACE },
  EROFS: {
    means: 'the disk is read-only',
    remedy: 'Name a writable place, or mount the disk for writing',
  },
  EACCES: { means: 'permission denied', remedy: RIGHTS },
  EPERM: { means: 'permission denied', remedy: RIGHTS },
  ENOENT: { means: 'there is no such file or folder', remedy: 'Check the path' },
  ENOTDIR: { means: 'a part of the path is a file, not a folder', remedy: 'Check the path' },
  EISDIR: { means: 'it is a folder', remedy: 'Name a file' },
  EEXIST: { means: 'it exists already', remedy: 'Move it away, or name another place' },
  ENOTEMPTY: { means: 'the folder is not empty', remedy: 'Move its files away, or name another place' },
  ENAMETOOLONG: { means: 'the name is too long', remedy: 'Use a shorter name' },
  ELOOP: { means: 'its symbolic links form a loop', remedy: 'Correct the links' },
  EMFILE: { means: 'this process has too many files open', remedy: 'Raise the limit with ulimit -n' },
  ENFILE: {
    means: 'the system has too many files open',
    remedy: 'Close other programs, then rerun the same command',
  },
  EBUSY: { means: 'another program uses it', remedy: 'Close that program, then rerun the same command' },
  ETXTBSY: { means: 'another program uses it', remedy: 'Close that program, then rerun the same command' },
  EIO: { means: 'the disk reports an error', remedy: 'Check the disk' },
  EADDRINUSE: {
    means: 'another program listens there',
    remedy: 'Name another port with --port; --port 0 takes a free one',
  },
  EADDRNOTAVAIL: { means: 'this machine does not have that address', remedy: 'Name another address with --host' },
  ENOTFOUND: { means: 'no such host is known', remedy: 'Name another address with --host' },
};

/** A port below 1024 needs a right of its own. */
const PORT_RIGHTS: CodeMeaning = { means: 'permission denied', remedy: 'Name a port from 1024 on with --port' };

const DOING: Readonly<Record<string, string>> = {
  open: 'open',
  read: 'read',
  write: 'write',
  fsync: 'write',
  close: 'write',
  mkdir: 'make the folder',
  rename: 'write',
  link: 'write',
  copyfile: 'write',
  unlink: 'remove',
  rm: 'remove',
  rmdir: 'remove',
  scandir: 'read the folder',
  stat: 'read',
  lstat: 'read',
  fstat: 'read',
  realpath: 'read',
  chmod: 'change the rights of',
  listen: 'listen on',
  bind: 'listen on',
  getaddrinfo: 'listen on',
  uv_cwd: 'find the current folder',
};

/**
 * The system refused an operation: a full disk, a missing permission, a busy port. The user must act, and `wayOut`
 * explains how. `code` is the code of the system, such as `ENOSPC`.
 */
export class SystemError extends Error {
  override readonly name = 'SystemError';
  readonly code: string;
  readonly wayOut: string;
  constructor(message: string, { code, wayOut, cause }: Pick<SystemError, 'code' | 'wayOut'> & ErrorOptions) {
    super(message, { cause });
    this.code = code;
    this.wayOut = wayOut;
  }
}

/** The facts of a refusal by the system, from Node. */
interface Refused {
  readonly code: string;
  readonly syscall: string;
  readonly path?: unknown;
  readonly dest?: unknown;
  readonly address?: unknown;
  readonly port?: unknown;
  readonly hostname?: unknown;
}

/** The code of an error of the system, of DNS or of TLS, such as `ENOENT`; empty for an error that has none. */
export function errorCode(error: unknown): string {
  const { code }: { readonly code?: unknown } = Object(error);
  return typeof code === 'string' && /^[A-Z]\w{0,59}$/.test(code) ? code : '';
}

/** Errors of the system have a call of the system; Node's own errors, and those of bugs, have none. */
const isRefused = (error: unknown): error is Error & Refused =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  'syscall' in error &&
  typeof error.syscall === 'string';

/** Removes the ending of a temporary file that would replace the real one: its name means nothing to a user. */
const withoutHalf = (path: string): string => path.replace(/[\\/]\.lexform-[0-9a-f]+\.tmp$/, '');

/** A file, or an address with its port. */
function placeOf({ path, dest, address, port, hostname }: Refused): string {
  const file = typeof dest === 'string' ? dest : path;
  if (typeof file === 'string') return ` ${withoutHalf(file)}`;
  const host = typeof address === 'string' ? address : hostname;
  if (typeof host !== 'string') return '';
  return ` ${host}${typeof port === 'number' ? `:${port}` : ''}`;
}

/** The action of the user, for messages: `write /home/me/plan.json`. */
export interface AttemptedAct {
  readonly doing: string;
  readonly path: string;
}

/**
 * An error of the system, worded for the person who must act; `undefined` for any other error, which is a bug or has
 * its own words. `attempt`: the action, if it is known better than from the error, which may name a temporary file or
 * none.
 */
export function systemErrorOf(error: unknown, attempt?: AttemptedAct): SystemError | undefined {
  if (error instanceof SystemError) return error;
  if (!isRefused(error)) return undefined;
  const { code, syscall } = error;
  const tried =
    attempt === undefined
      ? `${DOING[syscall.split(' ')[0] ?? ''] ?? `do "${syscall}" with`}${placeOf(error)}`
      : `${attempt.doing} ${attempt.path}`;
  const portMeaning = syscall === 'listen' && (code === 'EACCES' || code === 'EPERM') ? PORT_RIGHTS : undefined;
  const { means, remedy } = portMeaning ??
    SYSTEM_CODES[code] ?? { means: 'the system refused it', remedy: 'Look up this code for your system' };
  return new SystemError(`cannot ${tried}: ${means} (${code})`, { code, wayOut: remedy, cause: error });
}

/** The English messages that other programs print for a code. */
const PRINTED: readonly (readonly [words: RegExp, code: string])[] = [
  [/: No space left on device\s*$/m, 'ENOSPC'],
  [/: Disk quota exceeded\s*$/m, 'EDQUOT'],
  [/: Read-only file system\s*$/m, 'EROFS'],
  [/: Permission denied\s*$/m, 'EACCES'],
  [/: Too many open files\s*$/m, 'EMFILE'],
];

/**
 * The remedy for an error of the system that another program has printed; `undefined` when it printed none that is
 * known.
 */
export function remedyOfPrinted(text: string): string | undefined {
  const code = PRINTED.find(([words]) => words.test(text))?.[1];
  return code === undefined ? undefined : SYSTEM_CODES[code]?.remedy;
}

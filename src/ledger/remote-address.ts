import { redactUrl } from '../model/workspace/redact-url.ts';
import { LedgerError } from './ledger-error.ts';
import type { GitPort } from './ports.ts';

const decoder = new TextDecoder();

const NAME_ANOTHER =
  'Name a remote of its own for the ledger, with one address: git remote add ledger URL, and in lexform.yaml: ' +
  'ledger: { remote: ledger }';

/**
 * What to give git for a remote, so that it reads from where it writes: the name, or, when fetches go to another
 * address than pushes, the address of the pushes. A lock that is taken in one place and looked for in another would
 * keep nobody out. Rejects with `LedgerError` when git knows no such remote, and when no one place can be told: several
 * push addresses, or an address that the settings of git rewrite differently for fetches and pushes.
 */
export async function remoteAddress(git: GitPort, remote: string): Promise<string> {
  const ask = async (...args: readonly string[]): Promise<readonly string[] | undefined> => {
    const { code, out } = await git.run(args);
    return code === 0
      ? decoder
          .decode(out)
          .split('\n')
          .filter((line) => line !== '')
      : undefined;
  };
  const [fetched, pushed] = await Promise.all([
    ask('remote', 'get-url', '--', remote),
    ask('remote', 'get-url', '--push', '--all', '--', remote),
  ]);
  // Git takes whatever is no remote for a path, and runs the hooks that it finds there.
  if (fetched === undefined || pushed === undefined)
    throw new LedgerError(
      `this repository has no remote ${JSON.stringify(remote)}`,
      'See the remotes with git remote --verbose, and name one of them in lexform.yaml: ledger: { remote: NAME }',
    );
  const [from] = fetched;
  const [to, ...others] = pushed;
  if (to === undefined || others.length > 0)
    throw new LedgerError(
      `the remote ${JSON.stringify(remote)} pushes to ${pushed.length} addresses, but a ledger needs one`,
      NAME_ANOTHER,
    );
  if (from === to) return remote;
  const [read, rewrites = []] = await Promise.all([
    ask('ls-remote', '--get-url', '--end-of-options', to),
    ask('config', '--get-regexp', String.raw`^url\..*\.pushinsteadof$`),
  ]);
  const isRewritten = rewrites.some((line) => to.startsWith(line.slice(line.lastIndexOf(' ') + 1)));
  if (!to.startsWith('-') && read?.[0] === to && !isRewritten) return to;
  throw new LedgerError(
    redactUrl(
      `the remote ${JSON.stringify(remote)} fetches from ${from} and pushes to ${to}, and git rewrites the ` +
        'second one again, so the ledger has no one place',
    ),
    NAME_ANOTHER,
  );
}

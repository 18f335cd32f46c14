import type { GitPort } from '../../ledger/ports.ts';
import { UsageError } from '../../model/errors.ts';
import { GIT_MESSAGE_MAX_BYTES, GIT_OUTPUT_MAX_BYTES } from '../../model/incoming-limits.ts';
import { redactUrl } from '../../model/secret.ts';

/**
 * The settings of every call. The refs of Lexform run no hooks and start no maintenance. Git waits for other processes
 * that lock the refs. Replacement refs are ignored. A bare repository among the files of a checkout is not used, since
 * its settings could name programs.
 */
const SETTINGS = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.useReplaceRefs=false',
  'core.filesRefLockTimeout=5000',
  'core.packedRefsTimeout=5000',
  'gc.auto=0',
  'maintenance.auto=false',
  'safe.bareRepository=explicit',
].flatMap((setting) => ['-c', setting]);

const tooMuch = (args: readonly string[], maxBytes: number): string =>
  `git ${args[0] ?? ''} printed more than ${maxBytes} bytes, which is the most that is read; look at the ` +
  'size of the content under refs/lexform/ with: git for-each-ref refs/lexform/ and git ls-tree -r -l REF';

/**
 * The git of this machine, in one repository. It never asks for a password. It prints English, so that its messages can
 * be parsed; passwords in addresses are removed from them. Rejects when git is not installed, and with a `UsageError`
 * when git prints too much.
 */
export const gitProgram = (
  folder: string,
  env: NodeJS.ProcessEnv,
  { maxOutputBytes = GIT_OUTPUT_MAX_BYTES }: { readonly maxOutputBytes?: number } = {},
): GitPort => ({
  async run(args, input) {
    const [{ spawn }, { Readable }] = await Promise.all([import('node:child_process'), import('node:stream')]);
    return new Promise((resolve, reject) => {
      const child = spawn('git', [...SETTINGS, ...args], {
        cwd: folder,
        stdio: ['pipe', 'pipe', 'pipe'],
        env: { ...env, GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C', GIT_OPTIONAL_LOCKS: '0' },
      });
      const out: Buffer[] = [];
      const err: Buffer[] = [];
      let outBytes = 0;
      let errBytes = 0;
      child.stdout.on('data', (chunk: Buffer) => {
        outBytes += chunk.length;
        if (outBytes <= maxOutputBytes) return void out.push(chunk);
        // A remote can contain files of any size.
        out.length = 0;
        child.kill('SIGKILL');
        reject(new UsageError(tooMuch(args, maxOutputBytes)));
      });
      child.stderr.on('data', (chunk: Buffer) => {
        errBytes += chunk.length;
        if (errBytes <= GIT_MESSAGE_MAX_BYTES) err.push(chunk);
      });
      child.on('error', reject);
      child.on('close', (code) =>
        resolve({ code: code ?? 1, out: Buffer.concat(out), err: redactUrl(Buffer.concat(err).toString()) }),
      );
      // Git may end before it has read its input. This is not an error: the exit code counts.
      child.stdin.on('error', () => undefined);
      if (input === undefined || input instanceof Uint8Array) child.stdin.end(input);
      else
        Readable.from(input)
          .on('error', (error) => {
            child.kill('SIGKILL');
            reject(error);
          })
          .pipe(child.stdin);
    });
  },
});

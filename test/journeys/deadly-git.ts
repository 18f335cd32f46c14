import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from '../support/git-repository.ts';

/** When whoever runs git is killed: at which call of one of these commands, counted from 1, and on which side of it. */
export interface Deadline {
  readonly commands: readonly string[];
  readonly call: number;
  readonly side: 'before' | 'after';
}

/**
 * The environment in which git is a script that sends SIGKILL to its parent when its hour has come. Needs a POSIX
 * shell.
 */
export function deadlyGit({ commands, call, side }: Deadline): NodeJS.ProcessEnv {
  const folder = tempFolder();
  const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
  const count = join(folder, 'count');
  mkdirSync(join(folder, 'bin'));
  const script = `#!/bin/sh
command= value=
for arg do
  if [ -n "$value" ]; then value=; elif [ "$arg" = -c ]; then value=1; else command=$arg; break; fi
done
case "$command" in ${commands.join('|')})
  echo >>'${count}'
  if [ "$(wc -l <'${count}')" -eq ${call} ]; then
    ${side === 'after' ? `'${real}' "$@"` : ':'}
    kill -KILL $PPID
    exit 1
  fi
esac
exec '${real}' "$@"
`;
  writeFileSync(join(folder, 'bin', 'git'), script, { mode: 0o755 });
  return { PATH: `${join(folder, 'bin')}:${process.env.PATH}` };
}

import type { Ports } from '../ports.ts';

/** Output of a git command in a folder; `undefined` if git is missing or the command fails. */
export async function gitText(
  folder: string,
  { git }: Pick<Ports, 'git'>,
  ...args: readonly string[]
): Promise<string | undefined> {
  try {
    const { code, out } = await git(folder).run(args);
    return code === 0 ? new TextDecoder().decode(out).replace(/\n$/, '') : undefined;
  } catch {
    return undefined;
  }
}

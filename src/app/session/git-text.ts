import type { Ports } from '../ports.ts';

/** What git answers in a folder; `undefined` when git is missing or refuses. */
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

import { chunksIn, type GitPort } from '../../src/ledger/ports.ts';

export type Said = { readonly code?: number; readonly out?: string; readonly err?: string };
export type Answers = Readonly<Record<string, Said | undefined>>;

/** A git that gives each of its subcommands one answer, and notes what it was asked. What it is not told succeeds. */
export function gitThatSays(answers: Answers): GitPort & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    async run(args, input) {
      asked.push([...args, ...(input === undefined ? [] : [Buffer.concat([...chunksIn(input)]).toString()])].join(' '));
      const found = Object.keys(answers).filter((start) => args.join(' ').startsWith(start));
      const { code = 0, out = '', err = '' } = answers[found.sort().at(-1) ?? ''] ?? {};
      return { code, out: new TextEncoder().encode(out), err };
    },
  };
}

// Every regular expression of the sources, against texts that are made for it.
import { attacksOn } from './attacks.ts';
import { asked, attack, measureInTurn, searchFor } from './said.ts';

interface Input {
  readonly patterns: readonly { readonly source: string; readonly flags: string; readonly at: string }[];
  readonly attacks: number;
}

const { patterns, attacks, cpuMs } = asked<Input>();

await measureInTurn(
  patterns.map(({ source, flags, at }) => () => {
    const pattern = new RegExp(source, flags);
    return attack(`${at} ${pattern}`, attacksOn(pattern, attacks), searchFor(pattern));
  }),
  cpuMs,
);

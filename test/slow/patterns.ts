// Every regular expression of the sources, against texts that are made for it.
import { attacksOn } from './attacks.ts';
import { asked, attack, searchFor } from './said.ts';

interface Input {
  readonly patterns: readonly { readonly source: string; readonly flags: string; readonly at: string }[];
  readonly attacks: number;
}

const { patterns, attacks } = asked<Input>();

for (const { source, flags, at } of patterns) {
  const pattern = new RegExp(source, flags);
  await attack(`${at} ${pattern}`, attacksOn(pattern, attacks), searchFor(pattern));
}

import type { Address, GlossaryAddress } from '../model/address.ts';
import type { DesiredState } from '../model/desired.ts';
import { glossaryDigest, styleListDigest } from '../model/digest.ts';
import { scopeOf } from '../plan/scope.ts';

/** Address → the digest of what is asked for, for the kinds that both sides speak of. */
function digests(state: DesiredState, other: DesiredState, only: readonly string[]): ReadonlyMap<Address, string> {
  const scope = scopeOf(only);
  const found = new Map<Address, string>();
  const glossaries = other.glossaries === undefined ? [] : (state.glossaries ?? []);
  for (const { address, name, dictionaries } of glossaries) {
    const meant = new Map([...dictionaries].filter(([pair]) => scope.dictionary(address as GlossaryAddress, pair)));
    const whole = scope.whole(address);
    if (whole || meant.size > 0) found.set(address, glossaryDigest(whole ? name : '', meant));
  }
  const lists = other.styleLists === undefined ? [] : (state.styleLists ?? []);
  for (const { address, content } of lists) if (scope.whole(address)) found.set(address, styleListDigest(content));
  return found;
}

/** True when the files ask for something else than another state does, as far as `only` looks and both speak of a kind. Pure. */
export function filesDisagree(files: DesiredState, wanted: DesiredState, only: readonly string[]): boolean {
  const [left, right] = [digests(files, wanted, only), digests(wanted, files, only)];
  return left.size !== right.size || [...left].some(([address, digest]) => right.get(address) !== digest);
}

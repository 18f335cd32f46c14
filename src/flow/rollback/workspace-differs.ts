import { KEY_LIMITS } from '../../kinds/developer-key/developer-key.ts';
import { glossaryDigest } from '../../kinds/glossary/glossary.ts';
import type { DesiredState } from '../../kinds/states.ts';
import { styleListDigest } from '../../kinds/style-list/style-list.ts';
import { scopeOf } from '../../model/plan/scope.ts';
import type { Address } from '../../model/resources/address.ts';

/** Address → the digest of what is asked for, for the kinds that both sides speak of. */
function digests(state: DesiredState, other: DesiredState, only: readonly string[]): ReadonlyMap<Address, string> {
  const scope = scopeOf(only);
  const found = new Map<Address, string>();
  const glossaries = other.glossaries === undefined ? [] : (state.glossaries ?? []);
  for (const { address, name, dictionaries } of glossaries) {
    const meant = new Map([...dictionaries].filter(([pair]) => scope.child(address, pair)));
    const whole = scope.whole(address);
    if (whole || meant.size > 0) found.set(address, glossaryDigest(whole ? name : '', meant));
  }
  const lists = other.styleLists === undefined ? [] : (state.styleLists ?? []);
  for (const { address, content } of lists) if (scope.whole(address)) found.set(address, styleListDigest(content));
  return found;
}

/** Only of keys that both sides name, and of limits that both name: a rollback leaves any other one alone. */
function keysDisagree(
  { developerKeys: files = [] }: DesiredState,
  other: DesiredState,
  only: readonly string[],
): boolean {
  const wanted = new Map((other.developerKeys ?? []).map((key) => [key.address, key]));
  const { whole } = scopeOf(only);
  return files.some(({ address, label, limits, deactivated }) => {
    const key = whole(address) ? wanted.get(address) : undefined;
    if (key === undefined) return false;
    const differs = KEY_LIMITS.some(
      (limit) => limits[limit] !== undefined && key.limits[limit] !== undefined && limits[limit] !== key.limits[limit],
    );
    return label !== key.label || deactivated !== key.deactivated || differs;
  });
}

/**
 * True when the files ask for something else than another state does, as far as `only` looks and both speak of a kind.
 * Pure.
 */
export function filesDisagree(files: DesiredState, wanted: DesiredState, only: readonly string[]): boolean {
  const [left, right] = [digests(files, wanted, only), digests(wanted, files, only)];
  if (keysDisagree(files, wanted, only)) return true;
  return left.size !== right.size || [...left].some(([address, digest]) => right.get(address) !== digest);
}

/**
 * True when the files ask for something else of what was restored. What nothing owns and no file names is none of their
 * business. Pure.
 */
export function filesUndo(
  files: DesiredState,
  {
    desired,
    owns,
    only,
  }: { readonly desired: DesiredState; readonly owns: DesiredState; readonly only: readonly string[] },
): boolean {
  const at = (resources: readonly { readonly address: Address }[] = []): ReadonlySet<Address> =>
    new Set(resources.map(({ address }) => address));
  const pick = <Resource extends { readonly address: Address }>(
    wanted: readonly Resource[] = [],
    owned: readonly Resource[] = [],
    named: readonly Resource[] = [],
  ): { readonly restored: readonly Resource[]; readonly asked: readonly Resource[] } => ({
    restored: [...owned, ...wanted.filter(({ address }) => at(named).has(address) && !at(owned).has(address))],
    asked: named.filter(({ address }) => at(wanted).has(address)),
  });
  const glossaries = pick(desired.glossaries, owns.glossaries, files.glossaries);
  const styleLists = pick(desired.styleLists, owns.styleLists, files.styleLists);
  return filesDisagree(
    { glossaries: glossaries.asked, styleLists: styleLists.asked },
    { glossaries: glossaries.restored, styleLists: styleLists.restored },
    only,
  );
}

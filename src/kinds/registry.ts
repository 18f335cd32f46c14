import type { ResourceKind } from '../model/plan/plan.ts';
import { type Address, kindIn } from '../model/resources/address.ts';
import { DEVELOPER_KEY } from './developer-key/developer-key-kind.ts';
import { GLOSSARY } from './glossary/glossary-kind.ts';
import type { DesiredContent, KindModel } from './resource-kind.ts';
import { STYLE_LIST } from './style-list/style-list-kind.ts';

type AnyKind = KindModel<unknown, DesiredContent>;

/** Every kind of resource, in the order of reports. */
export const KINDS: readonly AnyKind[] = [GLOSSARY, STYLE_LIST, DEVELOPER_KEY];

export function kindNamed(kind: ResourceKind): AnyKind {
  const found = KINDS.find((each) => each.kind === kind);
  if (found === undefined) throw new Error(`there is no kind of resource called ${kind}`);
  return found;
}

/** The kind of the resource that has an address, or of which it is a part. */
export const kindAt = (address: Address): AnyKind | undefined => KINDS.find(({ prefix }) => prefix === kindIn(address));

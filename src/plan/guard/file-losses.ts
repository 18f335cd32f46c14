import type { FileEdit } from '../../kinds/file-edit.ts';
import { dictionaryAddress } from '../../kinds/glossary/glossary.ts';
import { kindNamed } from '../../kinds/registry.ts';
import { desiredOf } from '../../kinds/states.ts';
import type { ResourceKind } from '../../model/plan/plan.ts';
import type { Address } from '../../model/resources/address.ts';
import { consents, consentsToAll } from './consent.ts';
import { isProtected } from './deletions.ts';
import type { GuardInput } from './guard-input.ts';

/** Something that the files would no longer have, because somebody deleted it on the service. */
interface FileLoss {
  readonly address: Address;
  /** Of a dictionary that of its glossary; else the address itself. */
  readonly owner: Address;
  readonly what: ResourceKind | 'dictionary';
}

/** Why files are not deleted. */
export type LossRefusal =
  /** No flag lifts this. */
  | { readonly kind: 'protected' }
  | { readonly kind: 'needs-consent' }
  /** A pattern would take the last ones of a kind, or more than half of them. */
  | { readonly kind: 'too-many'; readonly deleted: number; readonly total: number };

const lossesOf = (edits: readonly FileEdit[]): readonly FileLoss[] =>
  edits.flatMap((edit) =>
    [{ ...edit, what: edit.kind }, ...edit.children.map((child) => ({ ...child, what: 'dictionary' as const }))]
      .filter(({ action }) => action === 'remove')
      .map(({ address, what }) => ({ address, owner: edit.address, what })),
  );

function namedInFiles({ owner, what }: FileLoss, { desired }: GuardInput): number {
  if (what !== 'dictionary') return desiredOf(desired, kindNamed(what).plural)?.length ?? 0;
  const dictionaries = desired.glossaries?.find(({ address }) => address === owner)?.dictionaries.values() ?? [];
  return [...dictionaries].filter(({ entries }) => entries.size > 0).length;
}

/**
 * Whether the files of what somebody deleted on the service may be deleted too, by the rules that the guard has for
 * deletions on the service: a protected one never, any other with consent; a pattern consents neither to the last ones
 * of a kind nor to more than half of them, the address itself and `*` do. The other account, or the emptied one, that
 * `pull` was pointed at by mistake then costs no file. `edits`: all that are to be made.
 */
export function lossRefusal(address: Address, edits: readonly FileEdit[], input: GuardInput): LossRefusal | undefined {
  const losses = lossesOf(edits);
  const loss = losses.find((each) => each.address === address);
  if (loss === undefined) return undefined;
  const { owner, what } = loss;
  const glossary = (input.desired.glossaries ?? []).find((each) => each.address === address);
  const parts = [...(glossary?.dictionaries.keys() ?? [])].map((pair) =>
    dictionaryAddress(glossary?.address ?? 'glossary.', pair),
  );
  if (isProtected({ address, owner, parts }, input)) return { kind: 'protected' };
  if (consentsToAll(input.allowDelete, address)) return undefined;
  if (!consents(input.allowDelete, address)) return { kind: 'needs-consent' };
  const deleted = losses.filter((each) => each.what === what && (what !== 'dictionary' || each.owner === owner)).length;
  const total = namedInFiles(loss, input);
  return deleted * 2 > total ? { kind: 'too-many', deleted, total } : undefined;
}

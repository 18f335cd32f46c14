import type { FileEdit } from '../../change/file-edit.ts';
import type { AnyKind } from '../../kinds/model/resource-kind.ts';
import { kindNamed } from '../../kinds/registry.ts';
import { desiredOf } from '../../kinds/states.ts';
import type { Address } from '../../model/resources/address.ts';
import { consents, consentsToAll } from '../../plan/guard/consent.ts';
import { childrenInFiles, isProtected } from '../../plan/guard/deletions.ts';
import type { GuardInput } from '../../plan/guard/guard-input.ts';

/** Something that the files would no longer have, because somebody deleted it on the service. */
interface FileLoss {
  readonly kind: AnyKind;
  readonly isChild: boolean;
  readonly address: Address;
  /** Of a child that of its resource; else the address itself. */
  readonly owner: Address;
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
    [edit, ...edit.children]
      .filter(({ action }) => action === 'remove')
      .map((each) => ({
        kind: kindNamed(edit.kind),
        isChild: each !== edit,
        address: each.address,
        owner: edit.address,
      })),
  );

const namedInFiles = ({ kind, isChild, owner }: FileLoss, { desired }: GuardInput): number =>
  isChild ? childrenInFiles(kind, owner, desired).length : (desiredOf(desired, kind.plural)?.length ?? 0);

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
  const { kind, isChild, owner } = loss;
  const resource = (desiredOf(input.desired, kind.plural) ?? []).find((each) => each.address === address);
  const children = resource && kind.children?.(kind.contentOf(resource))?.keys();
  const parts = [...(children ?? [])].map((name) => `${address}/${name}` as Address);
  if (isProtected({ address, owner, parts }, input)) return { kind: 'protected' };
  if (consentsToAll(input.allowDelete, address)) return undefined;
  if (!consents(input.allowDelete, address)) return { kind: 'needs-consent' };
  const deleted = losses.filter(
    (each) => each.kind === kind && each.isChild === isChild && (!isChild || each.owner === owner),
  ).length;
  const total = namedInFiles(loss, input);
  return deleted * 2 > total ? { kind: 'too-many', deleted, total } : undefined;
}

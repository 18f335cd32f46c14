import { byCodeUnit } from '../../model/order.ts';
import type { CustomInstruction, LiveInstruction } from './style-list.ts';
import { sameInstruction } from './style-list.ts';

export interface PairedInstructions {
  /** Live instructions that become another one, with the index of the new one. */
  readonly edits: readonly { readonly live: LiveInstruction; readonly to: number }[];
  /** Indexes of new ones that nothing is left for. At most one of `adds` and `deletes` has members. */
  readonly adds: readonly number[];
  readonly deletes: readonly LiveInstruction[];
  /** Live instructions that stay as they are. */
  readonly kept: readonly LiveInstruction[];
}

/** Pairs of neighbouring characters: what two prompts share says how near they are. */
function bigrams(text: string): ReadonlySet<string> {
  const pairs = new Set<string>();
  for (let index = 0; index + 1 < text.length; index += 1) pairs.add(text.slice(index, index + 2));
  return pairs;
}

function nearness(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  let shared = 0;
  for (const pair of left) if (right.has(pair)) shared += 1;
  return left.size + right.size === 0 ? 1 : (2 * shared) / (left.size + right.size);
}

/** By content, then by id: in whatever order the service lists them. */
export function inContentOrder(live: readonly LiveInstruction[], listLanguage: string): readonly LiveInstruction[] {
  const keyed = live.map((instruction) => {
    const { label, prompt, sourceLanguage = listLanguage } = instruction.content;
    return { instruction, key: JSON.stringify([label, prompt, sourceLanguage, instruction.id]) };
  });
  return keyed.sort((one, other) => byCodeUnit(one.key, other.key)).map(({ instruction }) => instruction);
}

/**
 * Pairs what a list has with what it should have: equal ones first, then those of the same label, then the rest; among
 * candidates those whose prompts are nearest. What is left stands on one side only, so k leftovers cost k calls: a PUT
 * for each pair, and a POST or a DELETE for each of the rest. Both sides hold at most 200. The order in which the
 * service lists instructions decides nothing.
 */
export function pairInstructions(
  live: readonly LiveInstruction[],
  desired: readonly CustomInstruction[],
  listLanguage: string,
): PairedInstructions {
  const left = new Set(inContentOrder(live, listLanguage));
  const wanted = new Set(desired.keys());
  const kept: LiveInstruction[] = [];
  const edits: { readonly live: LiveInstruction; readonly to: number }[] = [];
  for (const [to, next] of desired.entries()) {
    const old = [...left].find(({ content }) => sameInstruction(content, next, listLanguage));
    if (old === undefined) continue;
    left.delete(old);
    wanted.delete(to);
    kept.push(old);
  }
  const shapes = [...left].map((old) => ({ old, oldShape: bigrams(old.content.prompt) }));
  const candidates = desired.flatMap(({ label, prompt }, to) => {
    if (!wanted.has(to)) return [];
    const shape = bigrams(prompt);
    return shapes.map(({ old, oldShape }) => ({
      old,
      to,
      rank: (old.content.label === label ? 2 : 0) + nearness(shape, oldShape),
    }));
  });
  // A stable sort: of equally near ones the first in the order of the files and then of content wins.
  for (const { old, to } of candidates.sort((one, other) => other.rank - one.rank)) {
    if (!left.has(old) || !wanted.has(to)) continue;
    left.delete(old);
    wanted.delete(to);
    edits.push({ live: old, to });
  }
  return { edits: edits.sort((one, other) => one.to - other.to), adds: [...wanted], deletes: [...left], kept };
}

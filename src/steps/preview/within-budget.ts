import { sourceOfKey } from '../../change/diff-entries.ts';
import { grouped } from '../../model/lists.ts';
import { translateCallCount } from '../translate-text.ts';
import type { PreviewCost } from './preview.ts';
import type { Probe, Subject } from './probes.ts';

/** The characters of a text as the service counts them: code points. */
const charactersIn = (text: string): number => [...text].length;

/** A sample is translated before and after the change. */
const costOf = ({ sample }: Probe): number => 2 * charactersIn(sample.text);

/** The first item of each list, then the second of each, and so on. */
function* inTurns<Item>(lists: readonly (readonly Item[])[]): Generator<Item> {
  const longest = lists.reduce((most, { length }) => Math.max(most, length), 0);
  for (let index = 0; index < longest; index += 1)
    for (const list of lists) if (index < list.length) yield list[index] as Item;
}

/**
 * The facts that the samples of a subject must show, each with the samples that can: every changed term, or the style
 * list as a whole.
 */
function requirementsOf(subject: Subject): readonly (readonly Probe[])[] {
  if (subject.kind === 'style-list') return [subject.probes];
  const shown = subject.probes.flatMap((probe) =>
    probe.terms.map(({ change }) => ({ source: sourceOfKey(change.key), probe })),
  );
  return [...grouped(shown, ({ source }) => source).values()].map((same) => same.map(({ probe }) => probe));
}

/**
 * The samples that a budget of characters allows, in a fair order: first one for every changed term and for every style
 * list, dictionaries and lists in turns, then the others, in turns as well. A sample that no longer fits is left out,
 * and a shorter one may still fit. Pure, and counted before anything is spent.
 */
export function withinBudget(
  subjects: readonly Subject[],
  budget: number,
): { readonly subjects: readonly Subject[]; readonly cost: PreviewCost } {
  const chosen = new Set<Probe>();
  let characters = 0;
  const takes = (probe: Probe): boolean => {
    if (chosen.has(probe)) return true;
    if (characters + costOf(probe) > budget) return false;
    chosen.add(probe);
    characters += costOf(probe);
    return true;
  };
  for (const requirement of inTurns(subjects.map(requirementsOf)))
    if (!requirement.some((probe) => chosen.has(probe))) requirement.some(takes);
  for (const probe of inTurns(subjects.map(({ probes }) => probes))) takes(probe);
  const affordable = subjects
    .map((subject) => ({ ...subject, probes: subject.probes.filter((probe) => chosen.has(probe)) }))
    .filter(({ probes }) => probes.length > 0);
  const all = subjects.reduce((sum, { probes }) => sum + probes.length, 0);
  const calls = affordable.reduce(
    (sum, subject) => sum + 2 * translateCallCount(textsOf(subject), probeRequest(subject)),
    0,
  );
  return {
    subjects: affordable,
    cost: { budget, characters, calls, samples: chosen.size, leftOut: all - chosen.size },
  };
}

export const textsOf = ({ probes }: Subject): readonly string[] => probes.map(({ sample }) => sample.text);

/** The common part of the calls before and after a change. */
export const probeRequest = ({ from, to }: Subject) =>
  ({ sourceLang: from, targetLang: to, showBilledCharacters: true }) as const;

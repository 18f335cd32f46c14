import type { SourceRef } from '../../model/finding.ts';
import type { Address } from '../../model/resources/address.ts';
import type { Sample } from '../../model/workspace/sample.ts';

/**
 * The effect of a changed term on the translation of a sample.
 *
 * For an added or changed term: `applied`: the translation contains the new target phrase as it is written, except for
 * the case of its first letter. `inflected`: it contains only a form of the phrase. `ignored`: it contains neither.
 *
 * For a removed term: `removed`: the translation contains the old target phrase, or a form of it, less often than
 * before. `unchanged`: not less often. Then the service translates the same way without the term, or never used it.
 */
export type Verdict = 'applied' | 'inflected' | 'ignored' | 'removed' | 'unchanged';

/** A changed term in one sample. */
export interface TermEffect {
  readonly kind: 'added' | 'changed' | 'removed';
  readonly source: string;
  /** The new target phrase; of a removed term, the old one. */
  readonly target: string;
  readonly verdict: Verdict;
  /** The number of times that the source phrase is in the sample. */
  readonly expected: number;
  /** How many of these places have the target phrase, or a form of it, in the translation. */
  readonly found: number;
  /**
   * Another term of the dictionary that the service uses at every place of the source phrase: a longer term, or one
   * that is written exactly like the sample.
   */
  readonly coveredBy?: string;
  readonly at?: SourceRef;
}

/** A sample, translated before and after the change. Both texts come from the service. */
export interface SampleEffect {
  readonly sample: Sample;
  readonly before: string;
  readonly after: string;
  /** In the order of the sample; empty for a style list, which has no terms. */
  readonly terms: readonly TermEffect[];
}

/** The effect of one dictionary or style list on its samples. */
export interface SubjectEffect {
  readonly address: Address;
  /** Languages of the translations; the target may be a variant. */
  readonly from: string;
  readonly to: string;
  readonly samples: readonly SampleEffect[];
  /** Why translations are missing; it may contain text of the service. */
  readonly failure?: string;
}

/** Changed terms without a sample. */
export interface Unsampled {
  readonly address: Address;
  /** 0 for a style list without a sample in a fitting language. */
  readonly terms: number;
  /** The first of them. */
  readonly first: readonly string[];
}

/** The cost of a preview, counted before it spends anything. */
export interface PreviewCost {
  /** Maximum characters to spend. */
  readonly budget: number;
  /** Characters (code points) of all calls: each sample is translated twice. */
  readonly characters: number;
  /** Translation calls. */
  readonly calls: number;
  readonly samples: number;
  /** Samples that the budget leaves out, counted for each dictionary and style list. */
  readonly leftOut: number;
}

/** The effect of a plan on sample sentences. It is shown and not stored. */
export interface Preview {
  readonly formatVersion: 1;
  readonly cost: PreviewCost;
  /** The characters that the service counted; absent: it did not say. */
  readonly billedCharacters?: number;
  /** In the order of the plan. */
  readonly subjects: readonly SubjectEffect[];
  readonly unsampled: readonly Unsampled[];
  /** Temporary resources of killed runs that this run removed. */
  readonly swept: number;
  /** Names of temporary resources that could not be removed. A preview after the time in the name removes them. */
  readonly leftBehind: readonly string[];
  /** Why the preview stopped, or could not remove what it created; absent: it completed. */
  readonly failure?: string;
}

const RANK: Readonly<Record<Verdict, number>> = { ignored: 0, unchanged: 1, inflected: 2, removed: 3, applied: 4 };

/** The number of terms for each verdict. A term in several samples has its most doubtful verdict. */
export function verdictCounts({ subjects }: Pick<Preview, 'subjects'>): ReadonlyMap<Verdict, number> {
  const counts = new Map<Verdict, number>();
  for (const { samples } of subjects) {
    const worst = new Map<string, Verdict>();
    for (const { source, verdict } of samples.flatMap(({ terms }) => terms)) {
      const before = worst.get(source);
      if (before === undefined || RANK[verdict] < RANK[before]) worst.set(source, verdict);
    }
    for (const verdict of worst.values()) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  }
  return counts;
}

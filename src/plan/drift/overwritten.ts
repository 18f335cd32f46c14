import { sameInstruction } from '../../model/resources/digest.ts';
import type { CustomInstruction } from '../../model/resources/style-list.ts';
import type { Change, DeveloperKeyChange, GlossaryChange, Plan, StyleListChange } from '../plan.ts';
import {
  type DeveloperKeyDrift,
  type DictionaryDrift,
  DRIFT_PARTS,
  type Drift,
  type DriftPart,
  type GlossaryDrift,
  type InstructionDrift,
  type ResourceDrift,
  type StyleListDrift,
} from './drift.ts';

const isRenamed = ({ nameBefore, nameAfter }: Change): boolean =>
  nameBefore !== undefined && nameAfter !== undefined && nameBefore !== nameAfter;

function overwrittenEntries(drift: DictionaryDrift, change: GlossaryChange): DictionaryDrift | undefined {
  const touched = change.dictionaries.find(({ address }) => address === drift.address);
  if (touched === undefined) return undefined;
  if (drift.whole !== undefined) return drift;
  const sources = new Set(touched.entries.map(({ source }) => source));
  const entries = drift.entries.filter(({ source }) => sources.has(source));
  return entries.length === 0 ? undefined : { ...drift, entries };
}

function overwrittenInGlossary(drift: GlossaryDrift, change: GlossaryChange): GlossaryDrift | undefined {
  // Of what is gone on one side, every change is against somebody's will: a deletion, or a creation anew.
  if (drift.whole !== undefined && drift.whole.how !== 'recreated-outside') return drift;
  const dictionaries = drift.dictionaries.flatMap((each) => overwrittenEntries(each, change) ?? []);
  const { whole: _, name, ...known } = drift;
  const isNamed = name !== undefined && isRenamed(change);
  if (!isNamed && dictionaries.length === 0) return undefined;
  return { ...known, ...(isNamed && { name }), dictionaries };
}

/**
 * By what the service has, of which there may be several alike; where it has nothing, by what the plan puts in its
 * place.
 */
function overwritesInstruction(drift: InstructionDrift, change: StyleListChange): boolean {
  const { theirs } = drift;
  const ours = drift.kind === 'both' ? drift.ours : drift.base;
  const alike = (left: CustomInstruction, right: CustomInstruction | undefined): boolean =>
    right !== undefined && sameInstruction(left, right, change.languageBefore ?? '');
  return change.instructions.some((each) =>
    theirs === undefined
      ? each.kind !== 'removed' && alike(each.to, ours)
      : each.kind !== 'added' && (each.id === drift.id || alike(each.from, theirs)),
  );
}

function overwrittenInStyleList(drift: StyleListDrift, change: StyleListChange): StyleListDrift | undefined {
  // A replacement takes the old list with everything that somebody did to it.
  if (change.action === 'replace' || (drift.whole !== undefined && drift.whole.how !== 'recreated-outside'))
    return drift;
  const { whole: _, language: __, name, ...known } = drift;
  const isNamed = name !== undefined && isRenamed(change);
  const touched = new Set(change.rules.map(({ category, rule }) => JSON.stringify([category, rule])));
  const rules = drift.rules.filter(({ category, rule }) => touched.has(JSON.stringify([category, rule])));
  const instructions = drift.instructions.filter((each) => overwritesInstruction(each, change));
  if (!isNamed && rules.length === 0 && instructions.length === 0) return undefined;
  return { ...known, ...(isNamed && { name }), rules, instructions };
}

function overwrittenInKey(drift: DeveloperKeyDrift, change: DeveloperKeyChange): DeveloperKeyDrift | undefined {
  const { whole, label, ...known } = drift;
  // No plan undoes a deactivation.
  if (whole?.how === 'deleted-outside' || whole?.how === 'dropped-here') return drift;
  const isNamed = label !== undefined && isRenamed(change);
  // A deactivation takes with it what somebody has given the key.
  const deactivates = change.operations.some(({ kind }) => kind === 'deactivate-developer-key');
  const touched = new Set(change.limits.map(({ limit }) => limit));
  const limits = drift.limits.filter(({ limit }) => deactivates || touched.has(limit));
  return isNamed || limits.length > 0 ? { ...known, ...(isNamed && { label }), limits } : undefined;
}

function overwrittenBy(drift: ResourceDrift, change: Change): ResourceDrift | undefined {
  if (drift.kind === 'glossary' && change.kind === 'glossary') return overwrittenInGlossary(drift, change);
  if (drift.kind === 'style-list' && change.kind === 'style-list') return overwrittenInStyleList(drift, change);
  if (drift.kind === 'developer-key' && change.kind === 'developer-key') return overwrittenInKey(drift, change);
  return undefined;
}

/**
 * The part of the drift that a plan undoes. A plan is made from files and service alone: wherever the files still ask
 * for what was there before, it puts that back. Nothing is counted in it as settled.
 */
export function overwritten(drift: Drift, plan: Plan): Drift {
  const none = Object.fromEntries(DRIFT_PARTS.map((part) => [part, { same: 0, ours: 0 }]));
  return {
    ...drift,
    resources: drift.resources.flatMap((each) => {
      const change = plan.changes.find(({ address }) => address === each.address);
      return (change === undefined ? undefined : overwrittenBy(each, change)) ?? [];
    }),
    settled: none as Record<DriftPart, { readonly same: number; readonly ours: number }>,
  };
}

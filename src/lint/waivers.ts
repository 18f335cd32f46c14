import { errorAt, type Finding, type SourceRef } from '../model/finding.ts';
import { grouped } from '../model/lists.ts';
import { addressMatches } from '../model/resources/address.ts';
import type { LintWaiver } from '../model/workspace/lint-settings.ts';
import { isInPlace, type LintedPlace } from './levels.ts';
import { RULES, ruleNamed } from './rules/registry.ts';

/** Waivers of one cell: `ok(alternatives): product name; ok(space/double): as in the logo`. */
const CELL_WAIVER = /^ok\(([^()]*)\)\s*(?::\s*(\S.*)?)?$/u;

const shortName = (id: string): string => id.slice(id.indexOf('/') + 1);

const BY_SHORT_NAME = grouped(RULES, ({ id }) => shortName(id));

/** The id of a rule for its id, an earlier id, or the part after the `/` if no other rule has the same. */
export function ruleId(text: string): string | undefined {
  const named = ruleNamed(text);
  if (named !== undefined) return named.id;
  const [only, ...others] = BY_SHORT_NAME.get(text) ?? [];
  return others.length === 0 ? only?.id : undefined;
}

/** The rules that the cell of a column `lint` waives. */
export interface CellWaivers {
  /** Ids of rules. */
  readonly rules: readonly string[];
  readonly findings: readonly Finding[];
}

/** Reads the cell of a column `lint`. Every waiver names rules and a reason. */
export function readCellWaivers(cell: string, at: SourceRef): CellWaivers {
  const rules: string[] = [];
  const findings: Finding[] = [];
  for (const part of cell.split(/;\s*(?=ok\()/u).map((each) => each.trim())) {
    if (part === '') continue;
    const [, names, reason = ''] = CELL_WAIVER.exec(part) ?? [];
    if (names === undefined) findings.push(errorAt('lint-waiver-form', at, { text: part }));
    else if (reason.trim() === '') findings.push(errorAt('lint-waiver-reason', at, { text: part }));
    for (const name of (names ?? '').split(',').map((each) => each.trim())) {
      const id = ruleId(name);
      if (id !== undefined && reason.trim() !== '') rules.push(id);
      if (id === undefined && names !== undefined) findings.push(errorAt('lint-rule-unknown', at, { rule: name }));
    }
  }
  return { rules, findings };
}

/** The facts about a finding that waivers need. */
export interface Waivable {
  readonly rule: string;
  /** The source phrase, or the label of an instruction. Absent: the finding is about a whole dictionary. */
  readonly term?: string;
  readonly place: LintedPlace;
}

/** True if a waiver of the settings applies to a finding. In the pattern for terms, `*` matches any characters. */
export const waives = (waiver: LintWaiver, { rule, term, place }: Waivable): boolean =>
  ruleId(waiver.rule) === rule &&
  isInPlace(waiver, place) &&
  (waiver.terms === undefined || (term !== undefined && matchesTerm(waiver.terms, term)));

/** `/` has no special meaning in a term. */
const matchesTerm = (pattern: string, term: string): boolean =>
  addressMatches(pattern.replaceAll('/', '\0'), term.replaceAll('/', '\0'));

import * as d from '../model/decode.ts';
import { type Checked, errorAt, type Finding, isLint, topOf } from '../model/finding.ts';
import { byCodeUnit } from '../model/lists.ts';
import { sha256 } from '../model/resources/digest.ts';
import { ruleNamed } from './rules/registry.ts';

/** Incremented if an older reader would misread the file. */
const BASELINE_FORMAT = 1;

const baselineEntry = d.object({
  rule: d.text,
  /** The language pair, or the address of the style list. */
  in: d.text,
  /** The source phrase, or the label. Absent: the finding is about a whole dictionary. */
  term: d.optional(d.text),
  /** SHA-256 of the phrase or the prompt, in lower-case hex: the entry becomes invalid when the cell changes. */
  sha256: d.text,
});

/** A finding that existed when the baseline was written. It is not reported as long as its cell is unchanged. */
export type BaselineEntry = d.Decoded<typeof baselineEntry>;

const baselineFile = d.object({ formatVersion: d.oneOf(BASELINE_FORMAT), findings: d.list(baselineEntry) });

/** The baseline entry of a finding; `undefined` if no lint rule reported it. */
function entryOf(finding: Finding): BaselineEntry | undefined {
  if (!isLint(finding)) return undefined;
  const { code: rule, details } = finding;
  const { pair, address, term, text = '' } = details;
  return {
    rule,
    in: String(pair ?? address ?? ''),
    ...(term !== undefined && { term: String(term) }),
    sha256: sha256(String(text)),
  };
}

const keyOf = ({ rule, in: place, term, sha256: digest }: BaselineEntry): string =>
  JSON.stringify([place, term ?? null, ruleNamed(rule)?.id ?? rule, digest]);

const sorted = (entries: Iterable<BaselineEntry>): readonly BaselineEntry[] =>
  [...new Map([...entries].map((entry) => [keyOf(entry), entry] as const))]
    .sort(([left], [right]) => byCodeUnit(left, right))
    .map(([, entry]) => entry);

/** A baseline with every finding of a lint rule. Others are not included: the service refuses their content. */
export const baselineOf = (findings: readonly Finding[]): readonly BaselineEntry[] =>
  sorted(findings.flatMap((finding) => entryOf(finding) ?? []));

/** The text of a baseline file: JSON with one entry per line, so that git merges entries. `line` writes JSON. */
export const baselineText = (entries: readonly BaselineEntry[], line: (value: unknown) => string): string =>
  `{\n  "formatVersion": ${BASELINE_FORMAT},\n  "findings": [${entries
    .map((entry) => `\n    ${line(entry).trimEnd()}`)
    .join(',')}${entries.length === 0 ? '' : '\n  '}]\n}\n`;

/** Reads a baseline. An error if the text is not one, or has a later format. */
export function parseBaseline(text: string, file: string): Checked<readonly BaselineEntry[]> {
  const wrong = (reason: string) => ({ findings: [errorAt('lint-baseline-form', topOf(file), { reason })] });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return wrong('it is not JSON');
  }
  try {
    return { value: baselineFile({ value, path: '' }).findings, findings: [] };
  } catch (error) {
    if (error instanceof d.DecodeError) return wrong(error.message);
    throw error;
  }
}

/** Findings compared with a baseline. */
export interface WithBaseline {
  /** The findings that are not in the baseline. */
  readonly findings: readonly Finding[];
  /** The number of findings in the baseline. */
  readonly known: number;
  /** The entries of the baseline that still apply. */
  readonly used: readonly BaselineEntry[];
}

/** Removes the findings that are in a baseline. */
export function withoutKnown(findings: readonly Finding[], baseline: readonly BaselineEntry[]): WithBaseline {
  const entries = new Map(baseline.map((entry) => [keyOf(entry), entry]));
  const used = new Map<string, BaselineEntry>();
  const remaining = findings.filter((finding) => {
    const entry = entryOf(finding);
    const key = entry === undefined ? undefined : keyOf(entry);
    const known = key === undefined ? undefined : entries.get(key);
    if (key === undefined || known === undefined) return true;
    used.set(key, known);
    return false;
  });
  return { findings: remaining, known: findings.length - remaining.length, used: sorted(used.values()) };
}

import { operationText } from '../../kinds/words.ts';
import { byKind } from '../../model/by-kind.ts';
import { outcomeWord } from '../apply/report-text.ts';
import { visible } from '../format/escape.ts';
import { beginning } from '../format/text.ts';
import { nameInWorkspace, type ReportContext, type Reported, repositoryPath } from '../reported.ts';
import { verdictOf } from '../verdict.ts';
import { type ReportItem, reportItems } from './report-item.ts';
import { tag, xmlText } from './xml.ts';

/** Maximum number of UTF-16 code units in the text of one case: programs cut longer texts, or refuse the file. */
const BODY_MAX_UNITS = 10_000;

/** Maximum number of cases in one suite. GitLab reads at most 250,000 XML objects, and a case has up to four. */
const CASES_MAX = 50_000;

interface Case {
  readonly name: string;
  /** The name by which programs group cases: the file, or the resource. */
  readonly group: string;
  readonly file?: string;
  readonly result?: { readonly kind: 'failure' | 'skipped'; readonly type: string; readonly message: string };
  readonly output?: string;
}

interface Suite {
  readonly name: string;
  readonly cases: readonly Case[];
}

function itemCase({ rule, level, at, message, about }: ReportItem, context: ReportContext): Case {
  const file = at === undefined ? undefined : repositoryPath(at.file, context);
  const place = at === undefined ? visible(about) : `${visible(file ?? '')}:${at.line}:${at.column}`;
  return {
    name: `${place}: ${rule}`,
    group: visible(file ?? about),
    ...(file !== undefined && { file: visible(file) }),
    ...(level === 'error' ? { result: { kind: 'failure', type: rule, message } } : { output: `${level}: ${message}` }),
  };
}

/** The suite of the files: a case for each finding, or one that reports no findings. */
function filesSuite(items: readonly ReportItem[], context: ReportContext): Suite {
  const cases = items.map((item) => itemCase(item, context));
  return { name: 'lexform files', cases: cases.length > 0 ? cases : [{ name: 'no findings', group: 'files' }] };
}

type ReportedAs<Kind> = Extract<Reported, { readonly kind: Kind }>;

/** The suite of a plan. A planned change passes; a refusal fails. */
function planSuite(
  reported: ReportedAs<'planned' | 'refused'>,
  items: readonly ReportItem[],
  context: ReportContext,
): Suite {
  const changes = reported.plan.changes.map(
    ({ action, address, operations }): Case => ({
      name: `${action} ${visible(address)}`,
      group: visible(address),
      output: operations.map(operationText).join('\n'),
    }),
  );
  const verdict: Case = { name: 'plan', group: 'plan', output: verdictOf(reported) };
  const cases = [verdict, ...changes, ...items.map((item) => itemCase(item, context))];
  return { name: `lexform plan ${visible(reported.plan.target.name)}`, cases };
}

/**
 * The suite of a drift check or comparison. Each resource that was changed outside git, or that differs between
 * targets, fails. `name`: command and targets.
 */
function unlikeSuite(name: string, reported: Reported, unlike: readonly ReportItem[], context: ReportContext): Suite {
  const failed = unlike.map((item) => itemCase({ ...item, level: 'error' }, context));
  const [command = ''] = name.split(' ');
  const verdict: Case = { name: command, group: command, output: verdictOf(reported) };
  return { name: `lexform ${name}`, cases: [verdict, ...failed] };
}

/**
 * A case for each call: one that did not succeed fails, and so does one that was not tried because of an interruption.
 * A call that was not tried because of another failure is skipped.
 */
function applySuite({ plan, report }: ReportedAs<'applied'>): Suite {
  const cases = report.outcomes.map((outcome): Case => {
    const { kind, operation, address } = outcome;
    const name = `${visible(operation.id)}: ${operationText(operation)}`;
    const group = visible(address);
    const message = outcomeWord(outcome);
    if (kind === 'applied' || kind === 'already-done') return { name, group, output: message };
    const isSkipped = kind === 'not-tried' && outcome.because !== 'interrupted';
    const result = { kind: isSkipped ? 'skipped' : 'failure', type: `call-${kind}`, message } as const;
    return { name, group, result };
  });
  return { name: `lexform apply ${visible(plan.target.name)}`, cases };
}

function suitesOf(reported: Reported, context: ReportContext): readonly Suite[] {
  const items = reportItems(reported, context.labels);
  // The items begin with one for each finding.
  const files = filesSuite(items.slice(0, reported.findings.length), context);
  const others = items.slice(reported.findings.length);
  return [
    files,
    ...byKind(reported, {
      validated: (): readonly Suite[] => [],
      planned: (planned) => [planSuite(planned, others, context)],
      refused: (refused) => [planSuite(refused, others, context)],
      drifted: (drifted) => {
        const name = `drift ${visible(drifted.drift.target.name)}`;
        return [unlikeSuite(name, reported, others, context)];
      },
      compared: ({ comparison }) => {
        const name = `compare ${comparison.targets.map(visible).join(' ')}`;
        return [unlikeSuite(name, reported, others, context)];
      },
      applied: (applied) => [applySuite(applied)],
    }),
  ];
}

/** Makes names unique: programs that use the name as a key silently drop a repeated one. */
function uniqueNames(cases: readonly Case[]): readonly Case[] {
  const seen = new Map<string, number>();
  return cases.map((each) => {
    const key = `${each.group}\0${each.name}`;
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return count === 1 ? each : { ...each, name: `${each.name} (${count})` };
  });
}

function resultXml({ kind, type, message }: NonNullable<Case['result']>): string {
  if (kind === 'skipped') return `<${tag('skipped', { message })}/>`;
  const open = tag('failure', { message: beginning(message, 500), type });
  return `<${open}>${xmlText(beginning(message, BODY_MAX_UNITS))}</failure>`;
}

function caseXml({ name, group, file, result, output }: Case): string {
  const open = tag('testcase', { name, classname: group, file, time: 0 });
  const inside = [
    result === undefined ? '' : resultXml(result),
    output === undefined ? '' : `<system-out>${xmlText(beginning(output, BODY_MAX_UNITS))}</system-out>`,
  ].join('');
  return inside === '' ? `    <${open}/>` : `    <${open}>${inside}</testcase>`;
}

const countOf = (cases: readonly Case[], kind: 'failure' | 'skipped'): number =>
  cases.filter(({ result }) => result?.kind === kind).length;

function suiteXml({ name, cases }: Suite, context: ReportContext): string {
  // Failures are kept first.
  const ranked = [...cases].sort((one, other) => Number(other.result !== undefined) - Number(one.result !== undefined));
  const listed = new Set(ranked.slice(0, CASES_MAX));
  const shown = uniqueNames(cases.filter((each) => listed.has(each)));
  const hidden = cases.length - shown.length;
  const open = tag('testsuite', {
    name: nameInWorkspace(name, context),
    tests: shown.length,
    failures: countOf(shown, 'failure'),
    errors: 0,
    skipped: countOf(shown, 'skipped'),
    time: 0,
  });
  const more = hidden === 0 ? [] : [`    <system-out>and ${hidden} more</system-out>`];
  return [`  <${open}>`, ...shown.map(caseXml), ...more, '  </testsuite>'].join('\n');
}

/**
 * A JUnit report: the files, and the plan or the run. Planned changes pass; errors, refusals and unsuccessful calls
 * fail. It contains no time and no host, so that equal input gives equal output.
 */
export function junit(reported: Reported, context: ReportContext): string {
  const suites = suitesOf(reported, context);
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ' +
    `name="lexform">\n${suites.map((suite) => suiteXml(suite, context)).join('\n')}\n</testsuites>\n`
  );
}

import type { CommandOutcome, CommandResult } from '../../../app/exit-code.ts';
import { fixFiles, placeFixes } from '../../../app/lint/fix-files.ts';
import { firstOfEachFile, type LintedWorkspace, lintRead, readAndLint } from '../../../app/lint/lint-workspace.ts';
import { findingsIn, pathsAmong } from '../../../app/named-files.ts';
import type { Ports } from '../../../app/ports.ts';
import { workspaceRoot } from '../../../app/session/open-workspace.ts';
import { foundSince } from '../../../app/since/compared-files.ts';
import { writePlace } from '../../../files/node/write-place.ts';
import { KINDS } from '../../../kinds/registry.ts';
import { baselineOf, baselineText } from '../../../lint/baseline.ts';
import { RULES, ruleNamed } from '../../../lint/rules/registry.ts';
import { ruleId } from '../../../lint/waivers.ts';
import { UsageError } from '../../../model/errors.ts';
import { type Finding, hasErrors } from '../../../model/finding.ts';
import { addressWithArrow } from '../../../model/resources/address.ts';
import { jsonLine } from '../../../review/format/json-text.ts';
import { counted } from '../../../review/format/text.ts';
import { editsDiff, fixesText } from '../../../review/lint/fixes-text.ts';
import { lintJson, lintText } from '../../../review/lint/lint-text.ts';
import { rulesJson, rulesText, ruleText } from '../../../review/lint/rule-text.ts';
import { errorsText } from '../../../review/messages/validate-text.ts';
import { type FilesRead, readDesired } from '../../../steps/workspace/read-desired.ts';
import type { LintOptions } from '../options/file-commands.ts';

/** Refuses options that require another option or exclude each other. */
function checkOptions({ fix, suggested, dryRun, updateBaseline, prune, about = [], since }: LintOptions): void {
  const isOfAll = about.length === 0 && since === undefined;
  if (!fix && (suggested || dryRun)) throw new UsageError('--suggested and --dry-run need --fix');
  if (fix && (updateBaseline || prune)) throw new UsageError('use --fix first, then --update-baseline or --prune');
  if (updateBaseline && prune) throw new UsageError('--update-baseline prunes too; leave out --prune');
  if ((updateBaseline || prune || fix) && !isOfAll)
    throw new UsageError(
      '--fix, --update-baseline and --prune are of all files; leave out the addresses, the paths and --since',
    );
}

/** `lint`: reads and checks the files, and applies the lint rules. It makes no call. */
export async function lint(options: LintOptions, ports: Ports): Promise<CommandResult> {
  checkOptions(options);
  if (options.explain !== undefined) return explainRule(options.explain);
  const root = workspaceRoot(options, ports);
  if (options.fix) return fix(root, options, ports);
  const read = await readDesired(ports.files, root);
  const { addresses, paths } = chosenBy(options.about ?? [], read, ports.cwd);
  const linted = await lintRead(read, ports.files, addresses);
  if (options.updateBaseline || options.prune) return writeBaseline(linted, options, ports);
  const found = await requestedFindings(linted.findings, root, options, ports);
  const { shown, elsewhere } = findingsIn(paths, found, { read, cwd: ports.cwd });
  return show(linted, shown, options, ports, { elsewhere });
}

const isAddress = (word: string): boolean =>
  word.includes('*') || KINDS.some(({ prefix }) => word.startsWith(`${prefix}.`));

/** The addresses and the paths of a command line. A word that is neither counts as a path. */
function chosenBy(words: readonly string[], read: FilesRead, cwd: string) {
  const { paths, others } = pathsAmong(words, read, cwd);
  const addresses = others.filter(isAddress).map(addressWithArrow);
  const all = [...paths, ...others.filter((word) => !isAddress(word))];
  if (addresses.length > 0 && all.length > 0) throw new UsageError('name addresses or paths, not both');
  return { addresses, paths: all };
}

/** The findings to show: with `--since`, only those in new rows. */
async function requestedFindings(
  findings: readonly Finding[],
  root: string,
  { since }: LintOptions,
  ports: Ports,
): Promise<readonly Finding[]> {
  if (since === undefined) return findings;
  return foundSince(findings, since, root, ports);
}

/** The outcome: `findings` if there are errors, or more warnings than `--max-warnings` allows. */
function outcomeOf(
  findings: readonly Finding[],
  { maxWarnings = Number.POSITIVE_INFINITY }: LintOptions,
): CommandOutcome {
  const warnings = findings.filter(({ severity }) => severity === 'warning').length;
  return hasErrors(findings) || warnings > maxWarnings ? 'findings' : 'ok';
}

/** More output of a run, next to the findings. */
interface ExtraOutput {
  /** Text about what the command has changed. Absent: nothing. */
  readonly done?: string;
  /** Members for the JSON document. */
  readonly more?: Readonly<Record<string, unknown>>;
  /** Number of findings about files that the command line does not name. Absent: 0. */
  readonly elsewhere?: number;
}

/** Shows and reports findings. */
async function show(
  { workspace: { root, checked, desired }, lint: found }: LintedWorkspace,
  all: readonly Finding[],
  options: LintOptions,
  ports: Ports,
  { done = '', more, elsewhere = 0 }: ExtraOutput = {},
): Promise<CommandResult> {
  const suppressed = { waived: found?.waived ?? 0, known: found?.known ?? 0, elsewhere };
  const findings = firstOfEachFile(all);
  const isPlaced = (options.report ?? []).length > 0 && desired !== undefined;
  const placed = isPlaced ? await placeFixes(findings, { root, desired }, ports.files) : findings;
  return {
    // Every warning counts, including those that are not shown.
    outcome: outcomeOf(all, options),
    output: {
      json: () => lintJson(findings, checked, suppressed, more),
      text: ({ quiet }) => done + (quiet ? errorsText(findings) : lintText(findings, checked, suppressed)),
    },
    reported: { kind: 'validated', findings: placed, checked, suppressed },
  };
}

/** Makes the fixes, writes all files or none, and shows the remaining findings. */
async function fix(root: string, options: LintOptions, ports: Ports): Promise<CommandResult> {
  const fixes = await fixFiles(root, ports.files, options.suggested);
  const { files, fixed, left, linted } = fixes;
  const places = files.map(async ({ file, after }) => [await writePlace(ports.files, root, file), after] as const);
  if (!options.dryRun) await ports.files.writeAll(new Map(await Promise.all(places)));
  const done = `${options.dryRun ? editsDiff(files) : ''}${fixesText(fixes, options.dryRun)}`;
  const more = {
    fixed: fixed.length,
    notFixed: left.length,
    written: !options.dryRun,
    files: files.map(({ file }) => file),
  };
  return show(linted, linted.findings, options, ports, { done, more });
}

/**
 * Writes the baseline: with all present findings, or with `--prune` without the entries that no longer match a finding.
 */
async function writeBaseline(linted: LintedWorkspace, options: LintOptions, ports: Ports): Promise<CommandResult> {
  const { workspace, lint: found } = linted;
  if (found === undefined) return show(linted, linted.findings, options, ports);
  const { file, entries, used } = found.baseline;
  const next = options.prune ? used : baselineOf(found.all);
  await ports.files.writeFile(await writePlace(ports.files, workspace.root, file), baselineText(next, jsonLine));
  const dropped = entries.length - used.length;
  const text = options.prune
    ? `Removed ${counted(dropped, 'finding')} from ${file}; ` +
      `${counted(used.length, 'finding stays', 'findings stay')}.\n`
    : `Wrote ${counted(next.length, 'finding')} to ${file}.\n`;
  const again = await readAndLint(workspace.root, ports.files);
  return show(again, again.findings, options, ports, {
    done: text,
    more: { baseline: { file, entries: next.length } },
  });
}

/** Shows the documentation of a rule. */
function explainRule(name: string): CommandResult {
  const rule = name === 'all' ? undefined : ruleNamed(ruleId(name) ?? '');
  if (name !== 'all' && rule === undefined)
    throw new UsageError(`there is no rule ${JSON.stringify(name)}; "lexform lint --explain all" lists the rules`);
  return {
    outcome: 'ok',
    output: {
      json: () => rulesJson(rule === undefined ? RULES : [rule]),
      text: () => (rule === undefined ? rulesText(RULES) : ruleText(rule)),
    },
  };
}

import { type Finding, hasErrors } from '../../model/finding.ts';
import { lintJson, lintText } from '../../review/lint/lint-text.ts';
import { errorsText } from '../../review/messages/validate-text.ts';
import { heldBackLines } from '../../review/plan/held-back-text.ts';
import type { FilesRead } from '../../workspace/read-desired.ts';
import { EXIT, type RunResult } from '../exit-code.ts';
import type { ValidateOptions } from '../options/workspace-commands.ts';
import type { CliPorts } from '../ports.ts';
import { writeReports } from '../run/write-reports.ts';
import { workspaceRoot } from '../session/workspace-root.ts';

/** `validate`: reads and checks the files, applies the lint rules, and shows every finding. It makes no call. */
export async function validate(options: ValidateOptions, ports: CliPorts): Promise<RunResult> {
  const { readAndLint, validatedOf } = await import('../lint/lint-workspace.ts');
  const linted = await readAndLint(workspaceRoot(options, ports), ports.files);
  const { only, all, more, lines } = await narrowed(linted.workspace, linted.findings, options, ports);
  const reported = validatedOf(linted, all, only);
  const { findings, checked, heldBack, notTold } = reported;
  const { out, quiet } = ports.terminal;
  out(
    options.json
      ? lintJson(findings, checked, notTold, { ...(heldBack !== undefined && { heldBack }), ...more })
      : quiet
        ? errorsText(findings)
        : lintText(findings, checked, notTold, [...heldBackLines(heldBack, options.heldBack, 'validate'), ...lines]),
  );
  const code = hasErrors(findings) ? EXIT.findings : EXIT.ok;
  return writeReports(reported, code, options, ports);
}

/** What is shown of the findings, and what is said of the others. */
interface Shown {
  /** Patterns of the resources; empty: all. */
  readonly only: readonly string[];
  readonly all: readonly Finding[];
  /** For the document. */
  readonly more?: Readonly<Record<string, unknown>>;
  /** For people. */
  readonly lines: readonly string[];
}

/** The findings that `--since` asks for. Where `lexform.yaml` has errors, that is all of them. */
async function narrowed(
  { root, config, desired }: FilesRead,
  found: readonly Finding[],
  { since: ref }: ValidateOptions,
  ports: CliPorts,
): Promise<Shown> {
  if (ref === undefined || config === undefined || desired === undefined) return { only: [], all: found, lines: [] };
  const { changedFiles } = await import('../since/changed-files.ts');
  const { changedResources } = await import('../since/changed-resources.ts');
  const { checkedSinceText } = await import('../../review/plan/since-text.ts');
  const { only, since, isAbout } = changedResources({ config, desired }, await changedFiles(ref, root, ports));
  const all = found.filter(isAbout);
  const notShown = found.length - all.length;
  return { only, all, more: { since: { ...since, notShown } }, lines: [checkedSinceText(since, notShown)] };
}

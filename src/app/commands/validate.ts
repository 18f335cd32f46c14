import { type Finding, hasErrors } from '../../model/finding.ts';
import { lintJson, lintText } from '../../review/lint/lint-text.ts';
import { errorsText } from '../../review/messages/validate-text.ts';
import { checkedSinceText } from '../../review/plan/since-text.ts';
import { heldBackLines } from '../../review/values/held-back-text.ts';
import type { CommandResult } from '../exit-code.ts';
import { type LintedWorkspace, readAndLint, validatedOf } from '../lint/lint-workspace.ts';
import { findingsIn } from '../named-files.ts';
import type { ValidateOptions } from '../options.ts';
import type { Ports } from '../ports.ts';
import type { AppCommand } from '../runner.ts';
import { workspaceRoot } from '../session/open-workspace.ts';
import { baseCommit } from '../since/base-commit.ts';
import { changedResources } from '../since/changed-resources.ts';
import { type ComparedFiles, comparedFiles } from '../since/compared-files.ts';

async function run(options: ValidateOptions, ports: Ports): Promise<CommandResult> {
  const root = workspaceRoot(options, ports);
  const compared = options.since === undefined ? undefined : await comparedSince(options.since, root, ports);
  const linted = await readAndLint(root, compared?.files ?? ports.files);
  const { only, all: found, more, lines } = await narrowed(linted, compared, ports);
  const { paths = [] } = options;
  const { shown: all, elsewhere } = findingsIn(paths, found, { read: linted.workspace, cwd: ports.cwd });
  const reported = validatedOf(linted, all, only);
  const { findings, checked, heldBack } = reported;
  const suppressed = { ...reported.suppressed, elsewhere };
  const notes = [...heldBackLines(heldBack, options.heldBack, 'validate'), ...lines];
  return {
    outcome: hasErrors(findings) ? 'findings' : 'ok',
    output: {
      json: () => lintJson(findings, checked, suppressed, { heldBack, ...more }),
      text: ({ quiet }) => (quiet ? errorsText(findings) : lintText(findings, checked, suppressed, notes)),
    },
    reported,
  };
}

/** `validate`: reads and checks the files, applies the lint rules, and shows every finding. It makes no call. */
export const validate: AppCommand<ValidateOptions> = { name: 'validate', run };

/** The findings to show, and the information about those that are not shown. */
interface Shown {
  /** Patterns of the resources; empty: all. */
  readonly only: readonly string[];
  readonly all: readonly Finding[];
  /** Additional members of the JSON document. */
  readonly more?: Readonly<Record<string, unknown>>;
  /** Additional lines of the text. */
  readonly lines: readonly string[];
}

/** The files, compared with a commit. The code is loaded only for `--since`. */
async function comparedSince(ref: string, root: string, ports: Ports): Promise<ComparedFiles> {
  return comparedFiles(await baseCommit(ref, root, ports), root, ports);
}

/** The findings to show with `--since`. If `lexform.yaml` has errors: all of them. */
async function narrowed(
  { workspace, findings: found }: LintedWorkspace,
  compared: ComparedFiles | undefined,
  { labels }: Ports,
): Promise<Shown> {
  if (compared === undefined || workspace.desired === undefined) return { only: [], all: found, lines: [] };
  const { only, since, isAbout, uncompared } = await changedResources(workspace, compared);
  const shown = found.filter(isAbout);
  const all = [...shown, ...uncompared];
  const notShown = found.length - shown.length;
  return { only, all, more: { since: { ...since, notShown } }, lines: [checkedSinceText(since, notShown, labels)] };
}

import type { CommandResult } from '../../../app/exit-code.ts';
import { namedFiles } from '../../../app/named-files.ts';
import type { Ports } from '../../../app/ports.ts';
import { workspaceRoot } from '../../../app/session/open-workspace.ts';
import { quoteCells } from '../../../files/delimited/quote-cells.ts';
import { type Formatted, formatTable } from '../../../files/fmt/format-table.ts';
import { formatYaml } from '../../../files/fmt/format-yaml.ts';
import { writePlace } from '../../../files/node/write-place.ts';
import { isOutside, readInside, readingOnce } from '../../../files/workspace/workspace-path.ts';
import { errorsIn, type Finding, topOf } from '../../../model/finding.ts';
import { formattedJson, formattedText } from '../../../review/messages/formatted-text.ts';
import { readDesired } from '../../../steps/workspace/read-desired.ts';
import { NOTHING_MANAGED } from '../../../steps/workspace/read-workspace.ts';
import { readTermFiles, type TermFile } from '../../../steps/workspace/term-files.ts';
import type { FmtOptions } from '../options/file-commands.ts';

/** The result for one file. */
interface Outcome {
  readonly file: string;
  readonly state: 'changed' | 'unchanged' | 'refused';
  readonly bytes?: Uint8Array;
  readonly findings: readonly Finding[];
}

async function formatOne(
  term: TermFile,
  errors: readonly Finding[],
  { root, sort, ports: { files } }: { readonly root: string; readonly sort: boolean; readonly ports: Ports },
): Promise<Outcome> {
  const { file } = term;
  if (errors.length > 0) return { file, state: 'refused', findings: errors };
  const { value: bytes, findings } = await readInside(files, { root, file, role: 'edited', namedAt: topOf(file) });
  if (bytes === undefined) return { file, state: 'refused', findings };
  const formatted: Formatted =
    term.kind === 'yaml'
      ? formatYaml({ bytes, file }, term.order)
      : formatTable({ bytes, file, form: term.form, sort });
  if ('findings' in formatted) return { file, state: 'refused', findings: quoteCells(formatted.findings, true) };
  return Buffer.compare(formatted.bytes, bytes) === 0
    ? { file, state: 'unchanged', findings: [] }
    : { file, state: 'changed', bytes: formatted.bytes, findings: [] };
}

/**
 * `fmt`: writes the files of the workspace in the standard format without changing their meaning. A file with errors
 * stays as it is.
 */
export async function fmt(options: FmtOptions, ports: Ports): Promise<CommandResult> {
  const root = workspaceRoot(options, ports);
  const once: Ports = { ...ports, files: readingOnce(ports.files) };
  const { findings, named: read = [] } = await readDesired(once.files, root);
  const errors = errorsIn(findings).filter(({ code }) => code !== NOTHING_MANAGED);
  const all = await readTermFiles(once.files, root);
  const names = all.map(({ file }) => file);
  const isNamed = namedFiles(options.paths ?? [], names, { root, cwd: ports.cwd });
  const files = all.filter(({ file }) => isNamed(file));
  const outcomes: Outcome[] = [];
  for (const term of files) {
    const fileErrors = errors.filter(({ at }) => at.file === term.file);
    outcomes.push(await formatOne(term, fileErrors, { root, sort: options.sort, ports: once }));
  }
  if (!options.check)
    for (const { file, bytes } of outcomes)
      if (bytes !== undefined) await ports.files.writeFile(await writePlace(ports.files, root, file), bytes);
  const named = (state: Outcome['state']): readonly string[] =>
    outcomes.flatMap((outcome) => (outcome.state === state ? [outcome.file] : []));
  const outside = [...new Set(read.flatMap(({ file, tables }) => [file, ...tables]))].filter(isOutside);
  const result = {
    check: options.check,
    changed: named('changed'),
    unchanged: named('unchanged'),
    refused: named('refused'),
    ...(outside.length > 0 && { outside }),
    findings: outcomes.flatMap((outcome) => outcome.findings),
  };
  const isWrong = result.refused.length > 0 || (options.check && result.changed.length > 0);
  return {
    outcome: isWrong ? 'findings' : 'ok',
    output: { json: () => formattedJson(result), text: () => formattedText(result) },
  };
}

import { resolve } from 'node:path';
import type { CommandResult } from '../../../app/exit-code.ts';
import { mergeUnmerged } from '../../../app/merge-unmerged.ts';
import type { Ports } from '../../../app/ports.ts';
import { workspaceRoot } from '../../../app/session/open-workspace.ts';
import { termLines } from '../../../files/merge/term-lines.ts';
import { UsageError } from '../../../model/errors.ts';
import { jsonText } from '../../../review/format/json-text.ts';
import { findingsText } from '../../../review/messages/finding-text.ts';
import { mergedJson, mergedText } from '../../../review/messages/merged-text.ts';
import { textForTerminal } from '../../../review/translate/translate-text.ts';
import { installDriver } from '../merge/install-driver.ts';
import { mergeFiles } from '../merge/merge-driver.ts';
import type { MergeOptions } from '../options/file-commands.ts';

/** Prints a file as `git diff` shows it. Git calls this with a copy in a temporary folder. */
async function textconv(file: string, { files, cwd }: Ports): Promise<CommandResult> {
  const bytes = await files.readFile(resolve(cwd, file));
  if (bytes === undefined) throw new UsageError(`${JSON.stringify(file)} is not a file`);
  // The workspace of the file is unknown here, so the file is read by its name and header. If this fails, its text is
  // shown unchanged.
  const text = textForTerminal(termLines({ bytes, file }) ?? new TextDecoder().decode(bytes));
  return { outcome: 'ok', output: { text: () => text } };
}

/**
 * `merge`: merges term files by term and column, either three files as git's merge driver, or all files that git left
 * unmerged. With conflicts it exits with code 1, as git expects.
 */
export async function merge(options: MergeOptions, ports: Ports): Promise<CommandResult> {
  const { base, ours, theirs, path } = options;
  if (options.textconv !== undefined) return textconv(options.textconv, ports);
  if (options.install) {
    const text = await installDriver(options, ports);
    return {
      outcome: 'ok',
      output: { json: () => jsonText({ formatVersion: 1, installed: true }), text: () => text },
    };
  }
  if (base === undefined) {
    const outcomes = await mergeUnmerged(workspaceRoot(options, ports), ports);
    return {
      outcome: outcomes.every(({ state }) => state === 'merged') ? 'ok' : 'error',
      output: { json: () => mergedJson(outcomes), text: () => mergedText(outcomes) },
    };
  }
  if (ours === undefined || theirs === undefined)
    throw new UsageError('three files are needed: the base, our file, which gets the result, and their file');
  const outcome = await mergeFiles({ base, ours, theirs, path }, ports);
  return {
    outcome: outcome.state === 'merged' ? 'ok' : 'error',
    output: {
      json: () => mergedJson([outcome]),
      text: () => '',
      notes: ({ json }) => (json ? '' : findingsText(outcome.findings)),
    },
  };
}

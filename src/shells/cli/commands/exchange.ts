import { resolve } from 'node:path';
import type { CommandResult } from '../../../app/exit-code.ts';
import type { Ports } from '../../../app/ports.ts';
import { approve } from '../../../app/run/approve.ts';
import { endOnErrors, openForCommand, valueWithoutErrors, workspaceRoot } from '../../../app/session/open-workspace.ts';
import { readNamedFile } from '../../../app/session/read-named-file.ts';
import { READ_FORMATS, WRITE_FORMATS, type WriteFormatName } from '../../../files/exchange/format-names.ts';
import { languageCode } from '../../../files/exchange/termbase.ts';
import { selectTerms, writeTermbase } from '../../../files/exchange/write/write-termbase.ts';
import { writePlace } from '../../../files/node/write-place.ts';
import type { FilePorts } from '../../../files/ports.ts';
import { isAddressName, readingOnce } from '../../../files/workspace/workspace-path.ts';
import { plainStatusWord, TERM_STATUSES, type TermStatus } from '../../../model/entries/term-status.ts';
import { UsageError } from '../../../model/errors.ts';
import type { Delimiter } from '../../../model/file-form.ts';
import { hasErrors } from '../../../model/finding.ts';
import { IMPORT_MAX_BYTES } from '../../../model/incoming-limits.ts';
import { omitUndefined } from '../../../model/omit-undefined.ts';
import { exportJson, exportText } from '../../../review/exchange/export-text.ts';
import { importJson, importText, lossesText, lossFindings } from '../../../review/exchange/import-text.ts';
import { counted } from '../../../review/format/text.ts';
import { readGlossaryTerms } from '../../../steps/exchange/export-terms.ts';
import {
  type ImportedWorkspace,
  importWorkspace,
  type NamedRequest,
} from '../../../steps/exchange/import-workspace.ts';
import { readWorkspace } from '../../../steps/workspace/read-workspace.ts';
import type { ExportOptions, ImportOptions } from '../options/exchange-commands.ts';

function formatOf({ format }: ExportOptions): WriteFormatName {
  const found = WRITE_FORMATS.find(({ name }) => name === format);
  if (found === undefined)
    throw new UsageError(`"${format}" is not a format; known are ${WRITE_FORMATS.map(({ name }) => name).join(', ')}`);
  return found.name;
}

/** The statuses to write; `undefined`: all. */
function statusesOf({ status }: ExportOptions): ReadonlySet<TermStatus | 'none'> | undefined {
  if (status.length === 0) return undefined;
  const known = ['none', ...TERM_STATUSES] as const;
  return new Set(
    status.map((word) => {
      const found = known.find((each) => each === word);
      if (found === undefined) throw new UsageError(`"${word}" is not a status; known are ${known.join(', ')}`);
      return found;
    }),
  );
}

/** `export`: writes the terms of one glossary in the format of another system. It makes no call. */
export async function exportTerms(options: ExportOptions, ports: Ports): Promise<CommandResult> {
  const { address, lang, out, escapeFormulas: escapesFormulas } = options;
  const [format, statuses] = [formatOf(options), statusesOf(options)];
  const files = readingOnce(ports.files);
  const { root, config, written } = await openForCommand(options, { ...ports, files }, { mayManageNothing: true });
  const glossaries = written?.glossaries ?? [];
  const glossary = glossaries.find((each) => each.address === address);
  if (glossary === undefined) {
    const names = glossaries.map((each) => each.address).join(', ') || 'none';
    throw new UsageError(`the files have no ${address}; they have ${names}`);
  }
  const { variant } = glossary;
  if (variant !== undefined)
    throw new UsageError(
      `${address} is a variant of ${variant.base}, whose files have its terms; run: lexform export ${variant.base}`,
    );
  const reading = { ...files, ...omitUndefined({ layers: config.layers }) };
  const read = await valueWithoutErrors(await readGlossaryTerms(reading, root, glossary.origin.file), options, ports);
  const languages = lang.length === 0 ? read.languages : lang.map(languageCode);
  const missing = languages.filter((each) => !read.languages.includes(each));
  if (missing.length > 0)
    throw new UsageError(`${address} has no terms in ${missing.join(', ')}; it has ${read.languages.join(', ')}`);
  const termbase = selectTerms(read.termbase, languages, statuses);
  const { text, findings } = writeTermbase(
    { termbase, languages, title: glossary.name, file: glossary.origin.file, escapesFormulas },
    format,
  );
  await endOnErrors(findings, options, ports);
  const shown = { address, format, termbase, languages, out, inherits: read.inherits };
  if (out !== undefined) await ports.files.writeFile(resolve(ports.cwd, out), text);
  return {
    outcome: 'ok',
    output: {
      json: () => exportJson(shown, out === undefined ? text : undefined),
      text: () => (out === undefined ? text : exportText(shown)),
    },
  };
}

/** The last part of a glossary's address. */
export function glossaryName(address: string): string {
  const [, name = ''] = /^glossary\.(.+)$/.exec(address) ?? [];
  if (!isAddressName(name))
    throw new UsageError(`"${address}" is not an address of a glossary; write it like glossary.product`);
  return name;
}

/** The import that the command line names; `undefined`: those in the files. */
async function requestOf(options: ImportOptions, ports: Ports): Promise<NamedRequest | undefined> {
  const {
    file,
    to,
    format,
    empty,
    replace,
    statuses,
    columns,
    pair,
    source,
    sheet,
    headerRow,
    encoding,
    table,
    delimiter: delimiterOption,
  } = options;
  if (file === undefined) {
    if (to !== undefined) throw new UsageError('--to needs a file: lexform import FILE --to ADDRESS');
    return undefined;
  }
  if (to === undefined) throw new UsageError('name the glossary: lexform import FILE --to glossary.product');
  if (format !== undefined && !READ_FORMATS.some(({ name }) => name === format))
    throw new UsageError(`"${format}" is not a format; known are ${READ_FORMATS.map(({ name }) => name).join(', ')}`);
  const delimiter: Delimiter | undefined = delimiterOption === 'tab' ? '\t' : delimiterOption;
  const words = statuses && new Map([...statuses].map(([word, status]) => [plainStatusWord(word), status]));
  return {
    ...omitUndefined({
      format,
      columns,
      delimiter,
      pair,
      sheet,
      headerRow,
      encoding,
      table,
      source: source?.toLowerCase(),
      statuses: words,
    }),
    bytes: await readNamedFile(file, ports, { maxBytes: IMPORT_MAX_BYTES }),
    from: file,
    name: glossaryName(to),
    clears: empty === 'clears',
    replaces: replace,
  };
}

/** Writes all files or none. */
async function write({ files }: ImportedWorkspace, root: string, ports: { readonly files: FilePorts }): Promise<void> {
  const written = [...files].map(async ([path, bytes]) => [await writePlace(ports.files, root, path), bytes] as const);
  await ports.files.writeAll(new Map(await Promise.all(written)));
}

/**
 * Reads `lexform.yaml`. `undefined`: it does not exist, and the command names a file, so that the folder becomes a
 * workspace.
 */
async function configOf(options: ImportOptions, root: string, ports: Ports) {
  const { value, findings } = await readWorkspace(ports.files, root);
  const isNew = options.file !== undefined && findings.some(({ code }) => code === 'workspace-missing');
  return isNew ? undefined : valueWithoutErrors({ value, findings }, options, ports, { notDone: 'written' });
}

/**
 * `import`: reads a file of another system and merges it into the files of a glossary. It makes no call. It removes
 * rows only with `--replace`, and only after the user confirms.
 */
export async function importFile(options: ImportOptions, ports: Ports): Promise<CommandResult> {
  const root = workspaceRoot(options, ports);
  const { check, dryRun, json, autoApprove } = options;
  const config = await configOf(options, root, ports);
  const request = await requestOf(options, ports);
  const imported = await importWorkspace({ files: ports.files, root, ...omitUndefined({ config, request }) });
  const { reports, findings, faults } = imported;
  const losses = lossFindings(reports);
  if (hasErrors(findings) && !json) ports.terminal.err(lossesText(reports));
  await endOnErrors(findings, options, ports, { reported: [...findings, ...losses], notDone: 'written' });
  if (reports.length === 0)
    throw new UsageError('no glossary has "imports:"; name a file: lexform import FILE --to glossary.product');
  const shown = { reports, files: [...imported.files.keys()], faults, full: dryRun };
  const removed = reports.flatMap((report) => report.files).reduce((sum, file) => sum + file.removed, 0);
  const isWritten = !check && !dryRun;
  if (isWritten && removed > 0 && !autoApprove) {
    if (!json) ports.terminal.err(importText({ ...shown, written: false }));
    const question = `Remove ${counted(removed, 'row')}?`;
    await approve({ question, flag: '--auto-approve', isApproved: false, json }, ports.terminal);
  }
  if (isWritten) await write(imported, root, ports);
  const report = { ...shown, written: isWritten };
  return {
    outcome: check && shown.files.length > 0 ? 'changes' : faults.length > 0 ? 'findings' : 'ok',
    output: { json: () => importJson(report), text: () => importText(report) },
    reported: { kind: 'validated', findings: [...faults, ...losses] },
  };
}

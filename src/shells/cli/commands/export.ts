import { resolve } from 'node:path';
import type { CommandResult } from '../../../app/exit-code.ts';
import type { Ports } from '../../../app/ports.ts';
import { endOnErrors, openForCommand, valueWithoutErrors } from '../../../app/session/open-workspace.ts';
import { WRITE_FORMATS, type WriteFormatName } from '../../../files/exchange/format-names.ts';
import { languageCode } from '../../../files/exchange/termbase.ts';
import { selectTerms, writeTermbase } from '../../../files/exchange/write/write-termbase.ts';
import { readingOnce } from '../../../files/workspace/workspace-path.ts';
import { TERM_STATUSES, type TermStatus } from '../../../model/entries/term-status.ts';
import { UsageError } from '../../../model/errors.ts';
import { omitUndefined } from '../../../model/omit-undefined.ts';
import { exportJson, exportText } from '../../../review/exchange/export-text.ts';
import { readGlossaryTerms } from '../../../steps/exchange/export-terms.ts';
import type { ExportOptions } from '../options/exchange-commands.ts';

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
  const shown = { address, format, termbase, languages, out };
  if (out !== undefined) await ports.files.writeFile(resolve(ports.cwd, out), text);
  return {
    outcome: 'ok',
    output: {
      json: () => exportJson(shown, out === undefined ? text : undefined),
      text: () => (out === undefined ? text : exportText(shown)),
    },
  };
}

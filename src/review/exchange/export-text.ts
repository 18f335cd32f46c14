import { phraseCount, type Termbase } from '../../files/exchange/termbase.ts';
import { visible } from '../format/escape.ts';
import { jsonText } from '../format/json-text.ts';
import { counted } from '../format/text.ts';

export interface ExportShown {
  readonly address: string;
  readonly format: string;
  readonly termbase: Termbase;
  readonly languages: readonly string[];
  /** The file that was written; absent: standard output. */
  readonly out?: string;
  /** True if the glossary inherits terms, which are not exported. */
  readonly inherits: boolean;
}

/** One line about the export: the file and its content. */
export const exportText = ({ address, format, termbase, languages, out = '', inherits }: ExportShown): string =>
  `wrote ${visible(out)}: ${counted(termbase.concepts.length, 'concept')} of ${visible(address)}, ` +
  `${counted(phraseCount(termbase), 'phrase')} in ${visible(languages.join(', '))}, as ${format}` +
  `${inherits ? '; inherited terms are not exported' : ''}\n`;

/** The result as a JSON document. `text`: the exported text, if it was not written to a file. */
export const exportJson = ({ address, format, termbase, languages, out }: ExportShown, text?: string): string =>
  jsonText({
    formatVersion: 1,
    address,
    format,
    languages,
    concepts: termbase.concepts.length,
    phrases: phraseCount(termbase),
    file: out,
    text,
  });

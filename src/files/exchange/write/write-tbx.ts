import type { TermStatus } from '../../../model/entries/term-status.ts';
import { grouped } from '../../../model/lists.ts';
import type { Concept, ConceptTerm, Termbase } from '../termbase.ts';

/** Characters that XML 1.0 cannot contain. Half of a surrogate pair cannot be written as UTF-8 either. */
const FORBIDDEN =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};

const escaped = (text: string): string =>
  text.replace(FORBIDDEN, '\ufffd').replace(/[&<>"\r]/g, (character) => ESCAPES[character] ?? character);

/** The words of TBX for statuses. Lexform's own word is added if they are less precise. */
const STATUS: Readonly<Record<TermStatus, readonly (readonly [type: string, value: string])[]>> = {
  preferred: [['administrativeStatus', 'preferredTerm-admn-sts']],
  admitted: [['administrativeStatus', 'admittedTerm-admn-sts']],
  deprecated: [['administrativeStatus', 'deprecatedTerm-admn-sts']],
  approved: [['processStatus', 'finalized']],
  draft: [['processStatus', 'provisionallyProcessed']],
  rejected: [
    ['administrativeStatus', 'deprecatedTerm-admn-sts'],
    ['x-lexform-status', 'rejected'],
  ],
  forbidden: [
    ['administrativeStatus', 'deprecatedTerm-admn-sts'],
    ['x-lexform-status', 'forbidden'],
  ],
};

/** The value that all terms share; `undefined` if they differ or have none. */
function common(terms: readonly ConceptTerm[], field: 'definition' | 'note'): string | undefined {
  const [first] = terms;
  return terms.every((term) => term[field] === first?.[field]) ? first?.[field] : undefined;
}

const definitionLine = (text: string | undefined, indent: string): readonly string[] =>
  text === undefined ? [] : [`${indent}<descrip type="definition">${escaped(text)}</descrip>`];

const noteLine = (text: string | undefined, indent: string): readonly string[] =>
  text === undefined ? [] : [`${indent}<note>${escaped(text)}</note>`];

/** The texts that the levels above a term have. `undefined`: none. */
interface Above {
  readonly definition: string | undefined;
  readonly note: string | undefined;
}

/** A definition or a note is written at the highest level at which it applies to everything below. */
function termLines(term: ConceptTerm, above: Above): readonly string[] {
  const { text, partOfSpeech, status, definition, note } = term;
  return [
    '        <termSec>',
    `          <term>${escaped(text)}</term>`,
    ...(partOfSpeech === undefined
      ? []
      : [`          <termNote type="partOfSpeech">${escaped(partOfSpeech)}</termNote>`]),
    ...(status === undefined
      ? []
      : STATUS[status].map(([type, value]) => `          <termNote type="${type}">${value}</termNote>`)),
    ...(above.definition === undefined ? definitionLine(definition, '          ') : []),
    ...(above.note === undefined ? noteLine(note, '          ') : []),
    '        </termSec>',
  ];
}

function conceptLines({ id, terms }: Concept): readonly string[] {
  const definition = common(terms, 'definition');
  const note = common(terms, 'note');
  return [
    `    <conceptEntry${id === undefined ? '' : ` id="${escaped(id)}"`}>`,
    ...definitionLine(definition, '      '),
    ...noteLine(note, '      '),
    ...[...grouped(terms, ({ language }) => language)].flatMap(([language, languageTerms]) => {
      const languageDefinition = definition === undefined ? common(languageTerms, 'definition') : undefined;
      const above = { definition: definition ?? languageDefinition, note };
      return [
        `      <langSec xml:lang="${escaped(language)}">`,
        ...definitionLine(languageDefinition, '        '),
        ...languageTerms.flatMap((term) => termLines(term, above)),
        '      </langSec>',
      ];
    }),
    '    </conceptEntry>',
  ];
}

/** A termbase as TBX-Basic, version 3. The same termbase always gives the same bytes. */
export function tbxText(
  { concepts }: Termbase,
  { source, title }: { readonly source: string; readonly title: string },
): string {
  return `${[
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<tbx type="TBX-Basic" style="dca" xml:lang="${escaped(source)}" xmlns="urn:iso:std:iso:30042:ed-2">`,
    '  <tbxHeader>',
    '    <fileDesc>',
    `      <sourceDesc><p>${escaped(title)}</p></sourceDesc>`,
    '    </fileDesc>',
    '  </tbxHeader>',
    '  <text><body>',
    ...concepts.flatMap(conceptLines),
    '  </body></text>',
    '</tbx>',
  ].join('\n')}\n`;
}

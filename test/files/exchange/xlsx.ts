import { zip } from '../../shells/action/zip.ts';

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** A cell as a test writes it: a text, or the XML of a cell without its reference. */
export type SheetCell = string | { readonly xml: (reference: string) => string };

const letters = (index: number): string => String.fromCharCode(65 + index);

const sheetXml = (rows: readonly (readonly SheetCell[])[], texts: string[]): string =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows
    .map(
      (cells, row) =>
        `<row r="${row + 1}">${cells
          .map((cell, column) => {
            const reference = `${letters(column)}${row + 1}`;
            if (typeof cell !== 'string') return cell.xml(reference);
            if (cell === '') return '';
            texts.push(cell);
            return `<c r="${reference}" t="s"><v>${texts.length - 1}</v></c>`;
          })
          .join('')}</row>`,
    )
    .join('')}</sheetData></worksheet>`;

/** A spreadsheet as programs save it: texts shared, one part for each sheet. */
export function xlsx(
  sheets: Readonly<Record<string, readonly (readonly SheetCell[])[]>>,
  { hidden = [] as readonly string[], styles = '', from1904 = false } = {},
): Uint8Array {
  const texts: string[] = [];
  const names = Object.keys(sheets);
  const parts = names.map((name, index) => [
    `xl/worksheets/sheet${index + 1}.xml`,
    sheetXml(sheets[name] ?? [], texts),
  ]);
  return zip({
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': `<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">${from1904 ? '<workbookPr date1904="1"/>' : ''}<sheets>${names
      .map(
        (name, index) =>
          `<sheet name="${escaped(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"${hidden.includes(name) ? ' state="hidden"' : ''}/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${names
      .map((_, index) => `<Relationship Id="rId${index + 1}" Target="worksheets/sheet${index + 1}.xml"/>`)
      .join('')}</Relationships>`,
    ...Object.fromEntries(parts),
    ...(styles !== '' && { 'xl/styles.xml': `<styleSheet>${styles}</styleSheet>` }),
    'xl/sharedStrings.xml': `<sst>${texts.map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('')}</sst>`,
  });
}

/** The parts of a spreadsheet with one sheet as they are, for tests of hostile files. */
export const rawXlsx = ({
  sheet,
  texts = '',
  sheets = '<sheet name="Terms" sheetId="1" r:id="rId1"/>',
}: {
  readonly sheet: string;
  readonly texts?: string;
  readonly sheets?: string;
}): Uint8Array =>
  zip({
    'xl/workbook.xml': `<workbook><sheets>${sheets}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${sheet}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': `<sst>${texts}</sst>`,
  });

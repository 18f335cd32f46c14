import { errorAt, type Finding, type SourceRef } from '../../model/finding.ts';
import { columnOf, type Row } from '../delimited/row.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** As people and spreadsheet programs write them in the glossary languages, in lower case. */
const YES = words(
  'yes y true t 1 x on ok ✓ ✔ ☑ ✅ + ja j wahr oui o vrai sí si s verdadero sim verdadeiro sì vero da tak prawda ano ' +
    'áno igen kyllä jah taip jā evet doğru ναι да так ใช่ có ya はい 是 对 예 네 نعم כן',
);
const NO = words(
  'no n false f 0 off - – — ✗ ✘ ☐ ❌ nein falsch non faux falso não nao nej nei nee ne nie nem ei ne nu hayır yanlış ' +
    'όχι не нет ні ไม่ không tidak いいえ 否 不 아니요 아니오 لا לא',
);

/** The value of a cell in a yes/no column; blank means no. `undefined`: neither yes nor no. */
function yesOrNo(cell: string): boolean | undefined {
  const word = cell.normalize('NFC').trim().toLowerCase();
  if (word === '' || NO.has(word)) return false;
  return YES.has(word) ? true : undefined;
}

/** True for a cell that means yes. */
export const saysYes = (cell: string | undefined): boolean =>
  cell !== undefined && cell !== '' && yesOrNo(cell) === true;

/** True for a cell that means no; a blank cell has no meaning. */
export const saysNo = (cell: string | undefined): boolean =>
  (cell ?? '').trim() !== '' && yesOrNo(cell ?? '') === false;

/** An error for each cell of a column that means neither yes nor no. `header`: absent for a column `preferred`. */
export function checkYesNo(rows: readonly Row[], column: number, file: string, header?: string): readonly Finding[] {
  return rows.flatMap((row) => {
    const text = row.texts[column] ?? '';
    if (yesOrNo(text) !== undefined) return [];
    const at: SourceRef = { file, line: row.line, column: columnOf(row, column) };
    return [
      header === undefined
        ? errorAt('preferred-unknown', at, { found: text })
        : errorAt('cell-not-yes-or-no', at, { header, found: text }),
    ];
  });
}

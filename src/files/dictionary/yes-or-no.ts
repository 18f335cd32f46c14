const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** As people and spreadsheets write them in the glossary languages, in lower case. */
const YES = words(
  'yes y true t 1 x on ok ✓ ✔ ☑ ✅ + ja j wahr oui o vrai sí si s verdadero sim verdadeiro sì vero da tak prawda ano ' +
    'áno igen kyllä jah taip jā evet doğru ναι да так ใช่ có ya はい 是 对 예 네 نعم כן',
);
const NO = words(
  'no n false f 0 off - – — ✗ ✘ ☐ ❌ nein falsch non faux falso não nao nej nei nee ne nie nem ei ne nu hayır yanlış ' +
    'όχι не нет ні ไม่ không tidak いいえ 否 不 아니요 아니오 لا לא',
);

/** What a cell of a column `preferred` says; a blank one says no. `undefined`: it says neither. */
export function yesOrNo(cell: string): boolean | undefined {
  const word = cell.normalize('NFC').trim().toLowerCase();
  if (word === '' || NO.has(word)) return false;
  return YES.has(word) ? true : undefined;
}

/** True for a cell that says yes. */
export const saysYes = (cell: string | undefined): boolean => yesOrNo(cell ?? '') === true;

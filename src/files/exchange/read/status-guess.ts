import { plainStatusWord, readTermStatus, type TermStatus } from '../../../model/entries/term-status.ts';

/**
 * Words for statuses in German, French and Spanish lists. Lexform proposes their meaning but does not apply it: it
 * differs between organizations, and it decides what is sent.
 */
const USUAL: Readonly<Partial<Record<TermStatus, string>>> = {
  preferred: 'bevorzugt|vorzugsbenennung|préféré|privilégié|preferido',
  approved:
    'released|freigegeben|genehmigt|geprüft|gültig|verbindlich|erlaubt|validé|approuvé|autorisé|aprobado|validado',
  admitted: 'zugelassen|zulässig|toleriert|admis|toléré|admitido|tolerado',
  draft:
    'draft|in review|open|entwurf|vorschlag|vorgeschlagen|offen|neu|in arbeit|in bearbeitung|in prüfung|ungeprüft|' +
    'nicht freigegeben|brouillon|proposé|en cours|à valider|borrador|propuesto|pendiente|en revisión',
  deprecated: 'veraltet|überholt|nicht empfohlen|obsolète|déconseillé|obsoleto|desaconsejado',
  rejected: 'abgelehnt|verworfen|rejeté|refusé|rechazado',
  forbidden: 'verboten|gesperrt|unzulässig|nicht verwenden|interdit|proscrit|prohibido|no usar',
};

const BY_WORD: ReadonlyMap<string, TermStatus> = new Map(
  (Object.keys(USUAL) as TermStatus[]).flatMap((status) =>
    (USUAL[status] ?? '').split('|').map((word) => [word, status] as const),
  ),
);

/** The status that a word probably means: a known word, a word that the user has defined, or a usual one. */
export const usualStatus = (word: string, statuses?: ReadonlyMap<string, TermStatus>): TermStatus | undefined =>
  statuses?.get(plainStatusWord(word)) ?? readTermStatus(word) ?? BY_WORD.get(plainStatusWord(word));

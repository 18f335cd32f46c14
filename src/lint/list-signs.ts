/** Signs and words with which a phrase lists several items. Its translation may do the same. */
export const LIST_SIGNS = /[/／|｜;；、,،，]|\s(?:and|or|&)\s/iu;

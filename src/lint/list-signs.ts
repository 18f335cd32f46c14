/** Signs and words with which a phrase lists several things: a translation of it may do so as well. */
export const LIST_SIGNS = /[/／|｜;；、,،，]|\s(?:and|or|&)\s/iu;

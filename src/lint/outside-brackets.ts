const GROUP = /\([^()]*\)|\[[^[\]]*\]|\{[^{}]*\}|（[^（）]*）|「[^「」]*」|"[^"]*"|“[^“”]*”|„[^„“”]*[“”]|«[^«»]*»/gu;

/** A phrase of the same length in which `_` replaces the text in brackets or in quotation marks. */
export const outsideBrackets = (phrase: string): string => phrase.replace(GROUP, (group) => '_'.repeat(group.length));

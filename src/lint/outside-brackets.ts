const GROUP = /\([^()]*\)|\[[^[\]]*\]|\{[^{}]*\}|（[^（）]*）|「[^「」]*」|"[^"]*"|“[^“”]*”|„[^„“”]*[“”]|«[^«»]*»/gu;

/** A phrase of the same length in which `_` stands for what is in brackets or in quotation marks. */
export const outsideBrackets = (phrase: string): string => phrase.replace(GROUP, (group) => '_'.repeat(group.length));

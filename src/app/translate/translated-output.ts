import { resolve } from 'node:path';
import { notAsItIsText, textForLog, textForPipe, textForTerminal } from '../../review/translate/translate-text.ts';
import type { Ports } from '../ports.ts';

/** Variables that CI systems set. Most set `CI`; Azure, TeamCity and Jenkins have their own. */
const NAMES: readonly string[] = ['CI', 'GITHUB_ACTIONS', 'GITLAB_CI', 'TF_BUILD', 'TEAMCITY_VERSION', 'JENKINS_URL'];

/** True when the output is probably the log of a CI system, which runs commands in it. */
export const isCi = (env: Ports['env']): boolean =>
  NAMES.some((name) => !['', '0', 'false'].includes((env(name) ?? '').toLowerCase()));

/** Receives a translation piece by piece. */
export interface TranslatedOutput {
  readonly add: (text: string) => void;
  /** Writes the rest. `whole`: true if the translation is complete. */
  readonly end: (whole: boolean) => Promise<void>;
}

/**
 * Writes the complete translation to a file, unchanged. An incomplete translation, or one that cannot be written, is
 * printed to standard output, because it was paid for; not with `--json`, where standard output is one document.
 */
function toFile(path: string, json: boolean, ports: Ports): TranslatedOutput {
  const texts: string[] = [];
  const keep = (text: string): void => {
    if (!json) ports.terminal.out(textForLog(text));
  };
  return {
    add: (text) => void texts.push(text),
    async end(whole) {
      const text = texts.join('');
      if (!whole) return keep(text);
      await ports.files.writeFile(resolve(ports.cwd, path), text).catch((error: unknown) => {
        keep(text);
        throw error;
      });
    },
  };
}

/**
 * Writes to standard output in whole lines, because a log command of the CI system could otherwise begin in one piece
 * and end in the next.
 */
function toOutput({ terminal, env }: Ports): TranslatedOutput {
  const form = terminal.screen ? textForTerminal : isCi(env) ? textForLog : textForPipe;
  let rest = '';
  let isChanged = false;
  const write = (text: string): void => {
    const shown = form(text);
    isChanged ||= shown !== text;
    if (shown !== '') terminal.out(shown);
  };
  return {
    add(text) {
      rest += text;
      const end = rest.lastIndexOf('\n') + 1;
      if (end === 0) return;
      write(rest.slice(0, end));
      rest = rest.slice(end);
    },
    async end() {
      write(rest);
      if (isChanged && !terminal.screen) terminal.err(notAsItIsText());
    },
  };
}

/** The file of `--out`, else standard output; `undefined` with `--json`, where the document has the text. */
export function translatedOutput(
  { out, json }: { readonly out?: string; readonly json: boolean },
  ports: Ports,
): TranslatedOutput | undefined {
  if (out !== undefined) return toFile(out, json, ports);
  return json ? undefined : toOutput(ports);
}

import type { TerminalPorts } from './ports.ts';

/** How text is shown to people. */
export interface TextStyle {
  readonly color: boolean;
  /** True: only a one-line result, and errors. */
  readonly quiet: boolean;
  /** Width of a line in columns. */
  readonly width: number;
}

/** The final output of a command. The runner chooses text or JSON. */
export interface Output {
  /** The document of `--json`. Absent: the command has no JSON, and prints its text. */
  readonly json?: () => string;
  /** The text for standard output. */
  readonly text: (style: TextStyle) => string;
  /** Text for standard error, printed after the result. Absent: none. */
  readonly notes?: (how: { readonly json: boolean }) => string;
}

/** Whether a command prints JSON. */
interface WithJson {
  readonly json?: boolean;
}

/** Prints the output of a command as text or as JSON. */
export function showOutput({ json, text, notes }: Output, options: WithJson, terminal: TerminalPorts): void {
  const isJson = options.json === true;
  const { color, quiet = false, width } = terminal;
  const result = isJson && json !== undefined ? json() : text({ color, quiet, width });
  if (result !== '') terminal.out(result);
  const more = notes?.({ json: isJson }) ?? '';
  if (more !== '') terminal.err(more);
}

/**
 * Prints text that users read while a command runs, such as a plan before a question. With `--json`, the text is
 * written to standard error, because standard output is one document.
 */
export const tellPeople = ({ json }: WithJson, { out, err }: TerminalPorts, text: string): void =>
  (json === true ? err : out)(text);

import type { TerminalPorts } from './ports.ts';

/** How text is shown to people. */
export interface TextStyle {
  readonly color: boolean;
  /** The result in a line, and errors. */
  readonly quiet: boolean;
  /** Columns of a line. */
  readonly width: number;
}

/** What a command has to say at its end. The runner decides between text and JSON. */
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
 * Prints what people read while a command goes on, such as a plan before a question. With `--json`, it goes to standard
 * error, because standard output is one document.
 */
export const tellPeople = ({ json }: WithJson, { out, err }: TerminalPorts, text: string): void =>
  (json === true ? err : out)(text);

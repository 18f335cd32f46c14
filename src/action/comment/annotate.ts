import type { CliPorts } from '../../cli/ports.ts';
import { VERSION } from '../../cli/version.ts';
import { type AnnotationCounts, annotationsOfAll } from '../../review/ci/annotations.ts';
import type { Job } from '../job.ts';

/** An annotation that a step writes by itself. */
const COMMAND = /^::(error|warning|notice)[ :]/;

/**
 * The same ports, and how many annotations have gone through them: the runner shows ten of each type of a step, whoever
 * made them.
 */
export function countAnnotations(ports: CliPorts): { readonly ports: CliPorts; readonly made: () => AnnotationCounts } {
  const made = { error: 0, warning: 0, notice: 0 };
  const out = (text: string): void => {
    const type = COMMAND.exec(text)?.[1] as keyof AnnotationCounts | undefined;
    if (type !== undefined) made[type] += 1;
    ports.terminal.out(text);
  };
  return { ports: { ...ports, terminal: { ...ports.terminal, out } }, made: () => ({ ...made }) };
}

/**
 * Puts findings, and what would be refused, at their lines: of all targets together, within what the runner shows of
 * the step.
 */
export function annotate({ inputs, ports, folder, told }: Job, made: AnnotationCounts): void {
  if (inputs.annotations) ports.terminal.out(annotationsOfAll(told, { version: VERSION, folder }, made));
}

import type { CliPorts } from '../../../app/ports.ts';
import { VERSION } from '../../../model/workspace/project.ts';
import { type AnnotationCounts, annotationsOfAll } from '../../../review/ci/annotations.ts';
import type { Job } from '../job.ts';

/** The command of an annotation in the log. */
const COMMAND = /^::(\w+)[ :]/;

const TYPES = ['error', 'warning', 'notice'] as const;

/** Counts the annotations that go through the ports: the runner shows ten of each type of a step. */
export function countAnnotations(ports: CliPorts): { readonly ports: CliPorts; readonly made: () => AnnotationCounts } {
  const made = { error: 0, warning: 0, notice: 0 };
  const out = (text: string): void => {
    const word = COMMAND.exec(text)?.[1];
    const type = TYPES.find((each) => each === word);
    if (type !== undefined) made[type] += 1;
    ports.terminal.out(text);
  };
  return { ports: { ...ports, terminal: { ...ports.terminal, out } }, made: () => ({ ...made }) };
}

/** Shows findings and refusals of all targets at their lines, within what the runner shows of the step. */
export function annotate({ inputs, ports, folder, told }: Job, made: AnnotationCounts): void {
  if (inputs.annotations) ports.terminal.out(annotationsOfAll(told, { version: VERSION, folder }, made));
}

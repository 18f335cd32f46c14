import type { MachinePorts, Ports } from '../../app/ports.ts';

/** The facts about its process that `main.ts` passes on. */
export interface ActionProcess {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Writes to the log of the step. */
  readonly out: (text: string) => void;
  /** Aborted when the job is cancelled. */
  readonly interrupted: AbortSignal;
}

/** The ports of a step: no input, no colours, and an empty variable counts as not set. */
export function actionPorts(real: MachinePorts, { env: variables, cwd, out, interrupted }: ActionProcess): Ports {
  // The runner sets missing inputs to the empty string.
  const env = (name: string): string | undefined => (variables[name] === '' ? undefined : variables[name]);
  return {
    ...real,
    // The runner shows both streams in the same way; one stream keeps their order.
    terminal: { out, err: out, color: false, screen: false, live: false, width: 100 },
    input: { typed: false, read: async () => new Uint8Array() },
    cwd: env('GITHUB_WORKSPACE') ?? cwd,
    env,
    interrupted,
  };
}

import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { makePaces } from '../../client/transport/pace.ts';
import { nodeFiles } from '../../files/node/node-files.ts';
import type { MachinePorts } from '../ports.ts';
import { gitProgram } from './git-program.ts';
import { localProcesses, type OwnProcess } from './local-processes.ts';
import { nodeFetchPort } from './node-fetch-port.ts';

/**
 * The ports of this machine, except for those of the process and its terminal. Each loads its modules at its first use.
 */
export const realPorts = (env: NodeJS.ProcessEnv, process?: OwnProcess): MachinePorts => {
  // Runners of companies often reach the service through a proxy, which these variables name.
  const fetch = nodeFetchPort(env);
  const sleep: MachinePorts['sleep'] = async (milliseconds, signal) => {
    await wait(milliseconds, undefined, signal === undefined ? {} : { signal });
  };
  const monotonic = (): number => performance.now();
  return {
    files: nodeFiles(),
    git: (folder) => gitProgram(folder, env),
    ...(process !== undefined && { processes: localProcesses(process) }),
    fetch,
    now: () => new Date(),
    sleep,
    after: (milliseconds, task) => {
      const timer = setTimeout(task, milliseconds);
      return () => clearTimeout(timer);
    },
    every: (milliseconds, task) => {
      const timer = setInterval(task, milliseconds);
      timer.unref();
      return () => clearInterval(timer);
    },
    deadline: (milliseconds) => AbortSignal.timeout(milliseconds),
    random: Math.random,
    monotonic,
    paceOf: makePaces({ monotonic, sleep }),
    id: () => randomUUID(),
  };
};

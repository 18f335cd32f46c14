import { realPorts } from '../../app/machine/real-ports.ts';
import type { MachinePorts, Ports } from '../../app/ports.ts';
import { nodeFiles as machineFiles } from '../../files/node/node-files.ts';
import { UsageError } from '../../model/errors.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
import { memoryStore } from '../../service/store/store.ts';
import type { FilePorts, OpenOptions, WorkspacePorts } from './port-types.ts';

/** The port `files` of this machine, for a port that replaces some of its functions. */
export const nodeFiles = (): FilePorts => machineFiles();

/** Functions of the port `files` that only commands use. */
const ONLY_COMMANDS = ['appendFile', 'privateFile', 'readStream', 'size', 'writeFile'] as const;

const FILE_FUNCTIONS = ['glob', 'list', 'openWriter', 'readFile', 'readRegularFile', 'realPath', 'writeAll'] as const;

function notProvided(name: string): never {
  throw new UsageError(`the port "files" has no function "${name}", which only commands use`);
}

/** The file ports as the steps need them. Methods of a class keep their `this`. */
const completeFiles = (files: FilePorts): Ports['files'] => {
  const provided = FILE_FUNCTIONS.map((name) => [name, files[name].bind(files)]);
  const missing = ONLY_COMMANDS.map((name) => [name, () => notProvided(name)]);
  return Object.fromEntries([...provided, ...missing]);
};

/** Ports that store everything in the replaced files. The data of an embedded service is then stored in memory. */
function withFiles(files: FilePorts): Pick<Ports, 'files' | 'embeddedStore'> {
  const complete = completeFiles(files);
  const stores = new Map<string, ReturnType<typeof memoryStore>>();
  return {
    files: complete,
    embeddedStore: (folder) => {
      const store = stores.get(folder) ?? memoryStore();
      stores.set(folder, store);
      return store;
    },
  };
}

/** The ports of this machine. */
export const machinePorts = (): MachinePorts =>
  realPorts(process.env, { pid: process.pid, signal: (pid) => process.kill(pid, 0) });

/** The ports of a workspace. They never ask the user and print nothing. */
export function libraryPorts({ ports = {}, onMessage = () => undefined, signal }: OpenOptions): Ports {
  const { files, ...replaced }: Partial<WorkspacePorts> = omitUndefined(ports);
  return {
    ...machinePorts(),
    env: (name) => process.env[name] || undefined,
    ...replaced,
    ...(files !== undefined && withFiles(files)),
    terminal: {
      out: () => undefined,
      err: (text) => onMessage(text.replace(/(?<!\n)\n+$/, '')),
      color: false,
      screen: false,
      live: false,
      width: 100,
    },
    input: { typed: false, read: async () => new Uint8Array() },
    cwd: process.cwd(),
    interrupted: signal ?? new AbortController().signal,
  };
}

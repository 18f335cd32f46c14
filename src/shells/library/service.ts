import { inProcessFetch as fetchInProcess } from '../../app/machine/in-process-fetch.ts';
import { type Service as CreatedService, createService as create } from '../../service/create-service.ts';
import { listen as listenOn } from '../../service/http/listen.ts';
import { folderStore } from '../../service/store/folder-store.ts';
import type { Service, ServiceOptions, WorkspacePorts } from './port-types.ts';
import { machinePorts } from './ports.ts';

/** `createService` is the only function that makes a `Service`. */
const created = (service: Service): CreatedService => service as CreatedService;

/**
 * Makes the embedded service: a translation support service in this process, for tests. It knows the keys in
 * `accounts`, and keeps its data in memory unless `folder` is set. `ports` replace the clock, the ids and the random
 * numbers of this machine.
 */
export function createService(
  { folder, ...options }: ServiceOptions,
  ports: Partial<Pick<WorkspacePorts, 'now' | 'id' | 'sleep' | 'random'>> = {},
): Service {
  const all = { ...machinePorts(), ...ports };
  return create({ ...options, ...(folder !== undefined && { store: folderStore(folder, all) }) }, all);
}

/**
 * The port `fetch` for a workspace whose calls are all answered by an embedded service in this process, without a
 * socket.
 */
export const inProcessFetch = (service: Service): WorkspacePorts['fetch'] => fetchInProcess(created(service));

/**
 * Lets an embedded service listen on a port of this machine. Default: a free port on 127.0.0.1. `url` has no slash at
 * its end. `close` finishes the calls in flight. Rejects with the error of Node.js, such as `EADDRINUSE`.
 */
export const listen = (
  service: Service,
  options: { readonly host?: string | undefined; readonly port?: number | undefined } = {},
): Promise<{ readonly url: string; close(): Promise<void> }> => listenOn(created(service), options);

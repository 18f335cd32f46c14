import type { HttpRequest, HttpResponse } from '../client/ports.ts';
import type { Service } from '../service/create-service.ts';

/** The client's port straight into the embedded service: no socket, no network. */
export const inProcessFetch =
  (service: Pick<Service, 'handle'>): ((url: string, request: HttpRequest) => Promise<HttpResponse>) =>
  (url, { method, headers, body }) =>
    service.handle(
      new Request(url, { method, headers, ...(body !== undefined && { body: body as Uint8Array<ArrayBuffer> }) }),
    );

import type { HttpRequest, HttpResponse } from '../client/ports.ts';
import type { Service } from '../service/create-service.ts';

/** A stream for `Request`, at the pace at which it is read. */
function streamOf(chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}

/** The client's port straight into the embedded service: no socket, no network. */
export const inProcessFetch =
  (service: Pick<Service, 'handle'>): ((url: string, request: HttpRequest) => Promise<HttpResponse>) =>
  (url, { method, headers, body, stream }) =>
    service.handle(
      new Request(url, {
        method,
        headers,
        ...(body !== undefined && { body: body as Uint8Array<ArrayBuffer> }),
        ...(stream !== undefined && { body: streamOf(stream), duplex: 'half' }),
      }),
    );

import type { HttpRequest, HttpResponse } from '../../client/transport/ports.ts';
import type { Service } from '../../service/create-service.ts';
import { bodyBytes, ConnectionReset } from '../../service/http/answer.ts';
import { bodyChunks } from '../../service/http/truncated.ts';

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, void> {
  yield bytes;
}

function sentBy(request: HttpRequest): AsyncIterable<Uint8Array> | null {
  if (request.stream !== undefined) return request.stream;
  const { body } = request;
  return body === undefined ? null : once(body);
}

/** The client's port to the embedded service in this process: no socket, no network. */
export const inProcessFetch =
  (service: Pick<Service, 'answer'>): ((url: string, request: HttpRequest) => Promise<HttpResponse>) =>
  async (url, request) => {
    const { method, headers } = request;
    const answer = await service.answer({
      method,
      url,
      headers: { get: (name) => headers[name] ?? null },
      body: sentBy(request),
    });
    return {
      status: answer.status,
      headers: { get: (name) => answer.headers[name.toLowerCase()] ?? null },
      body: bodyChunks(answer),
      arrayBuffer: async () => {
        if (answer.cutAfter !== undefined) throw new ConnectionReset();
        return bodyBytes(answer).buffer;
      },
    };
  };

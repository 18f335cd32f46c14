import type { HttpRequest, HttpResponse } from '../../client/transport/ports.ts';
import type { Service } from '../../service/create-service.ts';
import { bodyBytes } from '../../service/http/answer.ts';
import { ConnectionReset } from '../../service/http/refusal.ts';
import { bodyChunks } from '../../service/http/truncated.ts';

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, void> {
  yield bytes;
}

/** The client's port to the embedded service in this process: no socket, no network. */
export const inProcessFetch =
  (service: Pick<Service, 'answer'>): ((url: string, request: HttpRequest) => Promise<HttpResponse>) =>
  async (url, { method, headers, body, stream }) => {
    const sent = stream ?? (body === undefined ? null : once(body));
    const answer = await service.answer({
      method,
      url,
      headers: { get: (name) => headers[name] ?? null },
      body: sent,
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

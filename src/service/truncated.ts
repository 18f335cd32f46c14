import { ConnectionReset } from './refusal.ts';

/** The first half of an answer, and then a broken connection; an answer without a body has no half. */
export async function truncated(response: Response): Promise<Response> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes.byteLength === 0) throw new ConnectionReset();
  const half = bytes.slice(0, Math.ceil(bytes.byteLength / 2));
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(half);
    },
    // Not before the half has been read: an error empties the queue.
    pull(controller) {
      controller.error(new ConnectionReset());
    },
  });
  return new Response(body, {
    status: response.status,
    headers: { ...Object.fromEntries(response.headers), 'content-length': String(bytes.byteLength) },
  });
}

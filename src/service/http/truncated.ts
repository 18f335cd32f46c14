import { type Answer, bodyBytes, ConnectionReset } from './answer.ts';

/** The first half of an answer, and then a broken connection; an answer without a body has no half. */
export function truncated(answer: Answer): Answer {
  const { byteLength } = bodyBytes(answer);
  if (byteLength === 0) throw new ConnectionReset();
  return {
    ...answer,
    headers: { ...answer.headers, 'content-length': String(byteLength) },
    cutAfter: Math.ceil(byteLength / 2),
  };
}

/** The body of an answer as chunks; rejects with `ConnectionReset` where it is cut. */
export async function* bodyChunks(answer: Answer): AsyncGenerator<Uint8Array<ArrayBuffer>, void, void> {
  const bytes = bodyBytes(answer);
  const sent = bytes.subarray(0, answer.cutAfter);
  if (sent.byteLength > 0) yield sent;
  if (answer.cutAfter !== undefined) throw new ConnectionReset();
}

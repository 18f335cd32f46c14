import type { Answer } from './answer.ts';
import { bodyChunks } from './truncated.ts';

/** An answer as a `Response`, for whoever speaks the web's own types. */
export function toResponse(answer: Answer): Response {
  const { status, headers, body, cutAfter } = answer;
  const whole = body.length === 0 ? null : (body as string | Uint8Array<ArrayBuffer>);
  return new Response(cutAfter === undefined ? whole : ReadableStream.from(bodyChunks(answer)), { status, headers });
}

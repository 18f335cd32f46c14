import { type Answer, bodyBytes } from './answer.ts';
import { bodyChunks } from './truncated.ts';

/** An answer as a `Response`, for whoever speaks the web's own types. */
export function toResponse(answer: Answer): Response {
  const { status, headers, body, cutAfter } = answer;
  const whole = typeof body === 'string' ? body : bodyBytes(answer);
  const sent = cutAfter === undefined ? whole : ReadableStream.from(bodyChunks(answer));
  return new Response(body === '' ? null : sent, { status, headers });
}

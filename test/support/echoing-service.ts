import type { Ports } from '../../src/app/ports.ts';
import { keyForms } from './key-forms.ts';

/** Where a service may repeat a key. */
export const PLACES = [
  'an error',
  'an error in pieces',
  'an error that is no JSON',
  'an answer',
  'a broken call',
] as const;
export type Place = (typeof PLACES)[number];

/**
 * A service that repeats the one of these keys that it was sent, in one form: in an error with its trace id, in an answer of 200 or 302 that is none,
 * or in what the network says.
 */
export const echoing =
  (keys: readonly string[], form: string, place: Place): Ports['fetch'] =>
  async (_, request) => {
    const authorization = request.headers.authorization ?? '';
    const echo = keyForms(keys.find((key) => authorization.includes(key)) ?? '')[form] ?? '';
    if (place === 'a broken call')
      throw Object.assign(new Error(`Invalid header: ${echo}`, { cause: new Error(echo) }), { headers: [echo] });
    const message = JSON.stringify({ message: `no: ${echo}`, detail: `see <${echo}>` });
    const body = new TextEncoder().encode(
      place === 'an error that is no JSON'
        ? echo
        : place === 'an answer'
          ? JSON.stringify({ [echo]: [echo] })
          : message,
    );
    const safe = echo.replace(/[^\x21-\x7e]/g, '');
    const headers = new Map([
      ['x-trace-id', safe],
      ['retry-after', safe],
      ['location', `https://x.test/${safe}`],
    ]);
    return {
      status: place === 'an answer' ? 200 : place === 'an error in pieces' ? 404 : 403,
      headers: { get: (name) => headers.get(name.toLowerCase()) ?? null },
      body: null,
      ...(place === 'an error in pieces' && {
        body: (async function* () {
          for (let at = 0; at < body.length; at += 5) yield body.subarray(at, at + 5);
        })(),
      }),
      arrayBuffer: async () => body.buffer as ArrayBuffer,
    };
  };

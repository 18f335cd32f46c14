import { type Answer, jsonAnswer, type ServiceRequest } from '../http/answer.ts';
import { methodNotAllowed } from '../http/refusal.ts';
import type { ServiceEvent } from './events.ts';

/**
 * Where the events of all accounts are listed, when the service is told to allow it. The description shows no path for
 * them, and none of its paths begins like this.
 */
export const EVENTS_PATH = '/-/events';

/** GET lists the events by time. Takes no key: whoever allows it does so on loopback. */
export async function answerEventsPath(
  { method }: ServiceRequest,
  events: () => Promise<readonly ServiceEvent[]>,
): Promise<Answer> {
  if (method !== 'GET') throw methodNotAllowed('GET');
  return jsonAnswer({ events: await events() });
}

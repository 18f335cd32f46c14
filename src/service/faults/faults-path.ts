import { type Answer, jsonAnswer, NO_CONTENT, type ServiceRequest } from '../http/answer.ts';
import { readBody } from '../http/body.ts';
import { badRequest, methodNotAllowed } from '../http/refusal.ts';
import type { Faults } from './faults.ts';
import { parseFaults } from './parse-fault.ts';

/**
 * Where faults are set over HTTP, when the service is told to allow it. No path of the description begins like this.
 */
export const FAULTS_PATH = '/-/faults';

/**
 * GET lists the faults, PUT puts others in their place, as a list or in the form in which GET answers, DELETE takes
 * them away. Takes no key: whoever allows it does so on loopback.
 */
export async function answerFaultsPath(request: ServiceRequest, faults: Faults): Promise<Answer> {
  if (request.method === 'PUT') {
    const { value } = await readBody(request, ['json']);
    const listed = typeof value === 'object' && value !== null && 'faults' in value ? value.faults : value;
    const parsed = parseFaults(listed);
    if (parsed.wrong.length > 0) throw badRequest(parsed.wrong.join('; '));
    faults.set(parsed.faults);
  } else if (request.method === 'DELETE') {
    faults.set([]);
    return NO_CONTENT;
  } else if (request.method !== 'GET') throw methodNotAllowed('GET, PUT, DELETE');
  return jsonAnswer({ faults: faults.list() });
}

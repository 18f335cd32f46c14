import { type AttemptedAct, systemErrorOf } from '../../model/system-error.ts';

/** The result of work on a file; an error of the system is thrown worded, with the path that the user knows. */
export async function attempting<Value>(attempt: AttemptedAct, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw systemErrorOf(error, attempt) ?? error;
  }
}

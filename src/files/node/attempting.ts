import { type AttemptedAct, systemErrorOf } from '../../model/system-error.ts';

/** Runs work on a file. A system error is thrown as a message with the path that the user knows. */
export async function attempting<Value>(attempt: AttemptedAct, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw systemErrorOf(error, attempt) ?? error;
  }
}

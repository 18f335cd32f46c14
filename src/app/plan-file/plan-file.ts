import { resolve } from 'node:path';
import { textBytes } from '../../files/node/text-bytes.ts';
import type { Plan } from '../../model/plan/plan.ts';
import { planPieces } from '../../review/plan/plan-json.ts';
import type { Ports } from '../ports.ts';

/** Saves a plan as JSON. If the name ends in `.gz`, gzip compresses it. */
export async function savePlan(path: string, plan: Plan, { files, cwd }: Pick<Ports, 'files' | 'cwd'>): Promise<void> {
  const pieces = planPieces(plan);
  const content = path.endsWith('.gz') ? await (await import('./plan-gzip.ts')).zippedPlan(textBytes(pieces)) : pieces;
  await files.writeFile(resolve(cwd, path), content);
}

/**
 * The JSON of a plan file, whatever its name is: the first two bytes show whether it is gzip. Throws `UsageError` if it
 * unpacks to more than `maxBytes`.
 */
export async function planFileJson(bytes: Uint8Array, path: string, maxBytes: number): Promise<Uint8Array> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const { unzippedPlan } = await import('./plan-gzip.ts');
  return unzippedPlan(bytes, path, maxBytes);
}

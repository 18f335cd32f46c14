import type { TranslationMemoryCalls } from '../client/calls/translate-calls.ts';
import type { Limit } from '../client/client.ts';
import { type TranslationMemory, type TranslationMemoryId, translationMemoryId } from '../model/account/translation.ts';
import { UsageError } from '../model/errors.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const quoted = (memories: readonly TranslationMemory[]): string =>
  memories.length === 0 ? 'none' : memories.map(({ name }) => JSON.stringify(name)).join(', ');

/**
 * The id of a translation memory, found by id or display name. An id is returned without a call: the service will check
 * it. Throws `UsageError` unless exactly one memory has the name.
 */
export async function findMemory(
  calls: TranslationMemoryCalls,
  limit: Limit,
  name: string,
): Promise<TranslationMemoryId> {
  if (UUID.test(name)) return translationMemoryId(name.toLowerCase());
  const memories = await limit(() => calls.list());
  const found = memories.filter((memory) => memory.name === name);
  const [only, ...others] = found;
  if (only === undefined)
    throw new UsageError(
      `the target has no translation memory named ${JSON.stringify(name)}; it has: ${quoted(memories)}`,
    );
  if (others.length > 0)
    throw new UsageError(
      `the target has ${found.length} translation memories named ${JSON.stringify(name)}; name one by its id: ` +
        found.map(({ id }) => id).join(', '),
    );
  return only.id;
}

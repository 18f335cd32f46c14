import { UsageError } from '../../model/errors.ts';

/** The types that the service reads, by the ends of names that are usual for them. Source: public facts F38. */
const BY_ENDING: ReadonlyMap<string, string> = new Map([
  ['mp3', 'audio/mpeg'],
  ['mpga', 'audio/mpeg'],
  ['wav', 'audio/wav'],
  ['wave', 'audio/wav'],
  ['ogg', 'audio/ogg'],
  ['oga', 'audio/ogg'],
  ['opus', 'audio/ogg'],
  ['flac', 'audio/flac'],
  ['m4a', 'audio/mp4'],
  ['mp4', 'audio/mp4'],
  ['webm', 'audio/webm'],
  ['weba', 'audio/webm'],
]);

/** A type and, maybe, parameters; no header can be broken by it. */
const TYPE = /^[a-z]+\/[a-z0-9.+-]+(?:;[\x20-\x7e]+)?$/i;

/**
 * The audio type of a recording: as it is given, else by the end of its name. Throws `UsageError` when neither says
 * one.
 */
export function sourceType(fileName: string, given: string | undefined): string {
  if (given !== undefined) {
    if (TYPE.test(given)) return given;
    throw new UsageError(`--content-type ${JSON.stringify(given)} is no type such as audio/mpeg`);
  }
  const found = BY_ENDING.get(/\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '');
  if (found !== undefined) return found;
  throw new UsageError(
    `the name of ${JSON.stringify(fileName)} does not say what audio it is; say it with --content-type, one of ` +
      `${[...new Set(BY_ENDING.values())].join(', ')}`,
  );
}

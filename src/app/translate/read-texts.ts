import { UsageError } from '../../model/errors.ts';
import { TEXT_INPUT_MAX_BYTES } from '../../model/incoming-limits.ts';
import type { TranslateOptions } from '../options.ts';
import type { Ports } from '../ports.ts';
import { readNamedFile } from '../session/read-named-file.ts';

/** Texts to translate. */
export interface InputTexts {
  readonly texts: readonly string[];
  /**
   * True for a file or standard input: the whole content is one text and stays unchanged. False: each argument is a
   * line of output.
   */
  readonly isWholeText: boolean;
}

/** Keeps a byte order mark, so that the translation has it too. */
function decode(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new UsageError(`${name} is not UTF-8 text; convert it first`);
  }
}

async function readTextFile(path: string, ports: Ports): Promise<string> {
  const limits = { maxBytes: TEXT_INPUT_MAX_BYTES, absent: `there is no file "${path}"` };
  return decode(await readNamedFile(path, ports, limits), `"${path}"`);
}

/** Reads standard input. It may never end, so reading stops at the limit. */
async function readInput({ input }: Ports): Promise<Uint8Array> {
  const bytes = await input.read(TEXT_INPUT_MAX_BYTES);
  if (bytes.byteLength <= TEXT_INPUT_MAX_BYTES) return bytes;
  throw new UsageError(
    `standard input has more than ${TEXT_INPUT_MAX_BYTES} bytes, which is the most that is translated at ` +
      'once; split it',
  );
}

/**
 * The texts of the arguments, of `--file`, or of standard input: with `-`, or if no text is given and the input is
 * piped.
 */
export async function readTexts({ texts, file }: TranslateOptions, ports: Ports): Promise<InputTexts> {
  if (file !== undefined && texts.length > 0) throw new UsageError('texts and --file cannot be given together');
  if (file !== undefined && file !== '-') return { texts: [await readTextFile(file, ports)], isWholeText: true };
  const fromInput = file === '-' || (texts.length === 1 && texts[0] === '-');
  if (!fromInput && texts.length > 0) return { texts, isWholeText: false };
  const none = 'there is no text to translate; name it, pipe it in, or use --file';
  if (!fromInput && ports.input.typed) throw new UsageError(none);
  const text = decode(await readInput(ports), 'standard input');
  if (!fromInput && text === '') throw new UsageError(none);
  return { texts: [text], isWholeText: true };
}

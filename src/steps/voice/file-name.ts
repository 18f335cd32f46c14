import type { VoiceTarget } from '../../model/account/voice-job.ts';
import { DEVICE_NAME } from '../../model/resources/address.ts';
import { typeEnding } from './target-type.ts';

/**
 * Names are texts from a file system or a service. Only visible letters and digits, and a few other characters, are
 * used in the names of written files.
 */
const UNSAFE = /\p{Default_Ignorable_Code_Point}|[^\p{L}\p{M}\p{N} ._()+@,=-]/gu;

/** Bytes: file systems allow 255 for a whole name. */
const STEM_MAX_BYTES = 160;
const PART_MAX_BYTES = 40;

function cutToBytes(text: string, max: number): string {
  let cut = '';
  let left = max;
  for (const character of text) {
    left -= new TextEncoder().encode(character).byteLength;
    if (left < 0) break;
    cut += character;
  }
  return cut;
}

/**
 * A part of a file name from any text: no separator, no invisible characters, no dots or spaces at its ends. Never
 * empty.
 */
function safePart(text: string, max: number): string {
  const clean = text.normalize('NFC').replace(UNSAFE, '_');
  const trimmed = cutToBytes(clean.replace(/^[. -]+/, ''), max).replace(/(?<![. ])[. ]+$/, '');
  return trimmed === '' ? 'recording' : trimmed.replace(DEVICE_NAME, '_$&');
}

/** The beginning of the file names for a recording: its name without folders and without its last extension. */
export function stemOf(fileName: string): string {
  const name = fileName.slice(Math.max(fileName.lastIndexOf('/'), fileName.lastIndexOf('\\')) + 1);
  return safePart(name.replace(/(?<=[^.])\.[^.]*$/, ''), STEM_MAX_BYTES);
}

const RECEIPT_ENDING = '.voice.json';

export const receiptName = (stem: string): string => `${stem}${RECEIPT_ENDING}`;

/**
 * The beginning of the file names next to a receipt, from its own name; `undefined` if it does not have the usual form.
 */
export const stemOfReceipt = (fileName: string): string | undefined =>
  fileName.endsWith(RECEIPT_ENDING) && fileName.length > RECEIPT_ENDING.length
    ? fileName.slice(0, -RECEIPT_ENDING.length)
    : undefined;

/** One name for each target: `talk.de.txt`, `talk.fr.srt`. A second target with the same name gets `talk.de.2.txt`. */
export function outputNames(stem: string, targets: readonly VoiceTarget[]): readonly string[] {
  const taken = new Set<string>();
  return targets.map(({ language, type }) => {
    const begin = `${stem}.${safePart(language, PART_MAX_BYTES)}`;
    for (let count = 1; ; count += 1) {
      const name = `${begin}${count === 1 ? '' : `.${count}`}.${typeEnding(type)}`;
      // Some file systems ignore case.
      if (taken.has(name.toLowerCase())) continue;
      taken.add(name.toLowerCase());
      return name;
    }
  });
}

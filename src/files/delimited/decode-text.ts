import { errorAt, type Finding, topOf } from '../../model/finding.ts';
import { isSpreadsheet } from './spreadsheet.ts';
import { notUtf8At } from './utf8-text.ts';

/**
 * The share of NUL bytes above which a text counts as UTF-16: in a European text in UTF-16, every other byte is NUL.
 */
const UTF16_NUL_SHARE = 0.2;

/** Bytes at the beginning of a file that the detection looks at. */
const SAMPLE_BYTES = 4096;

/**
 * The whole text of a file. Node 20 reads Windows-1252 as ISO 8859-1, and so loses quotation marks and the euro sign,
 * unless the decoder expects more bytes.
 */
export const decodeWhole = (decoder: InstanceType<typeof TextDecoder>, bytes: Uint8Array): string =>
  decoder.decode(bytes, { stream: true }) + decoder.decode();

const decodes = (bytes: Uint8Array, encoding: string): boolean => {
  try {
    const text = decodeWhole(new TextDecoder(encoding, { fatal: true }), bytes);
    return !/[\ufffd\u0000-\u0008\u0080-\u009f]/.test(text);
  } catch {
    return false;
  }
};

/**
 * UTF-16, recognised by its byte order mark or by its many NUL bytes. `undefined` for all other files, which is the
 * usual case.
 */
function utf16Of(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'UTF-16 (little-endian)';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'UTF-16 (big-endian)';
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  if (!sample.includes(0)) return undefined;
  const nulsAt = (parity: number): number => sample.filter((byte, index) => byte === 0 && index % 2 === parity).length;
  if (nulsAt(1) > sample.length * UTF16_NUL_SHARE) return 'UTF-16 (little-endian)';
  return nulsAt(0) > sample.length * UTF16_NUL_SHARE ? 'UTF-16 (big-endian)' : undefined;
}

/** The probable encoding of bytes that are not UTF-8, as words for a message. Nothing is decoded with this guess. */
function looksLike(bytes: Uint8Array): string {
  const utf16 = utf16Of(bytes);
  if (utf16 !== undefined) return utf16;
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const high = bytes.filter((byte) => byte >= 0x80).length;
  // Asian encodings use two bytes for nearly every character. A European text has only a few high bytes.
  if (high > bytes.length / 4) {
    const kana = (encoding: string): boolean => /[\u3040-\u30ff]/.test(new TextDecoder(encoding).decode(sample));
    if (decodes(bytes, 'shift_jis') && kana('shift_jis')) return 'Shift_JIS';
    if (decodes(bytes, 'gbk')) return 'GBK';
  }
  return decodes(bytes, 'windows-1252') ? 'Windows-1252' : 'another encoding';
}

/**
 * Decodes a file in UTF-8, without its byte order mark. For any other encoding: a finding at the first wrong byte, with
 * the probable encoding. Nothing is decoded with a guess.
 */
export function decodeText(bytes: Uint8Array, file: string): { readonly text: string } | { readonly finding: Finding } {
  if (isSpreadsheet(bytes)) return { finding: errorAt('spreadsheet-not-read', topOf(file), { file }) };
  const utf16 = bytes.length >= 2 && utf16Of(bytes) !== undefined;
  const bad = utf16 ? { place: { line: 1, column: 1 } } : notUtf8At(bytes);
  if (bad === undefined) return { text: new TextDecoder().decode(bytes) };
  return { finding: errorAt('file-not-utf-8', { file, ...bad.place }, { looksLike: looksLike(bytes) }) };
}

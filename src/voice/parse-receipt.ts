import { voiceJobId } from '../model/account/voice-job.ts';
import * as d from '../model/decode.ts';
import { UsageError } from '../model/errors.ts';
import type { VoiceReceipt } from './receipt.ts';

const word = d.refined(d.text, (value) => value !== '', 'a text with characters');
const time = d.refined(d.text, (value) => !Number.isNaN(Date.parse(value)), 'a time');
const digest = d.refined(d.text, (value) => /^sha256:[0-9a-f]{64}$/.test(value), 'a digest');

const targetState = d.tagged('kind', {
  waiting: d.object({}),
  fetching: d.object({ file: word, time, replaces: d.optional(digest) }),
  here: d.object({ file: word, bytes: d.count, digest, time }),
  failed: d.object({ message: d.map(d.lenient(d.text), (message) => message ?? '') }),
  lost: d.object({ why: d.oneOf('taken', 'over', 'removed'), time }),
});

const receiptDocument = d.object({
  formatVersion: d.oneOf(1),
  target: d.object({ name: word, address: word }),
  source: d.object({ name: word, contentType: word, bytes: d.count, digest: d.optional(digest) }),
  sourceLanguage: d.optional(word),
  job: d.object({
    id: d.map(word, voiceJobId),
    createdTime: time,
    upload: d.tagged('kind', { 'not-begun': d.object({}), begun: d.object({ time }), done: d.object({ time }) }),
  }),
  targets: d.refined(
    d.list(d.object({ language: word, type: word, state: targetState })),
    (targets) => targets.length > 0,
    'a list with a target',
  ),
});

/**
 * A receipt out of a file. Throws `UsageError`, which names the file and the field, when it is none that this version
 * can read.
 */
export function parseReceipt(content: string, file: string): VoiceReceipt {
  try {
    const { formatVersion: _, ...receipt } = d.parseJson(content, receiptDocument);
    return receipt;
  } catch (cause) {
    if (!(cause instanceof d.DecodeError)) throw cause;
    throw new UsageError(`${file} is not a receipt of a voice job: ${cause.message}`, { cause });
  }
}

import { UsageError } from '../model/errors.ts';
import { voiceJobId } from '../model/voice-job.ts';
import type { LossReason, ReceiptTarget, TargetState, UploadState, VoiceReceipt } from './receipt.ts';

/** A value and where it stands, for the errors. */
interface Place {
  readonly value: unknown;
  readonly path: string;
}

const wrong = ({ path }: Place, what: string): UsageError => new UsageError(`${path === '' ? 'it' : path} ${what}`);

function at(place: Place, name: string): Place {
  const { value, path } = place;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong(place, 'is not an object');
  const found = Object.hasOwn(value, name) ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
  return { value: found, path: path === '' ? name : `${path}.${name}` };
}

function text(place: Place): string {
  if (typeof place.value !== 'string' || place.value === '') throw wrong(place, 'is not a text');
  return place.value;
}

const optionalText = (place: Place): string | undefined => (place.value === undefined ? undefined : text(place));

function count(place: Place): number {
  if (!Number.isSafeInteger(place.value) || (place.value as number) < 0) throw wrong(place, 'is not a whole number');
  return place.value as number;
}

function time(place: Place): string {
  const value = text(place);
  if (Number.isNaN(Date.parse(value))) throw wrong(place, 'is not a time');
  return value;
}

function digest(place: Place): string {
  const value = text(place);
  if (!/^sha256:[0-9a-f]{64}$/.test(value)) throw wrong(place, 'is not a digest');
  return value;
}

function uploadState(place: Place): UploadState {
  const kind = text(at(place, 'kind'));
  if (kind === 'not-begun') return { kind };
  if (kind === 'begun' || kind === 'done') return { kind, time: time(at(place, 'time')) };
  throw wrong(at(place, 'kind'), 'is not known');
}

const LOSS_REASONS: readonly LossReason[] = ['taken', 'over', 'removed'];

function targetState(place: Place): TargetState {
  const kind = text(at(place, 'kind'));
  switch (kind) {
    case 'waiting':
      return { kind };
    case 'fetching': {
      const replaces = at(place, 'replaces');
      return {
        kind,
        file: text(at(place, 'file')),
        time: time(at(place, 'time')),
        ...(replaces.value !== undefined && { replaces: digest(replaces) }),
      };
    }
    case 'here':
      return {
        kind,
        file: text(at(place, 'file')),
        bytes: count(at(place, 'bytes')),
        digest: digest(at(place, 'digest')),
        time: time(at(place, 'time')),
      };
    case 'failed': {
      const { value } = at(place, 'message');
      return { kind, message: typeof value === 'string' ? value : '' };
    }
    case 'lost': {
      const why = LOSS_REASONS.find((reason) => reason === at(place, 'why').value);
      if (why === undefined) throw wrong(at(place, 'why'), 'is not known');
      return { kind, why, time: time(at(place, 'time')) };
    }
    default:
      throw wrong(at(place, 'kind'), 'is not known');
  }
}

function targets(place: Place): readonly ReceiptTarget[] {
  if (!Array.isArray(place.value) || place.value.length === 0) throw wrong(place, 'is not a list');
  return place.value.map((value: unknown, index) => {
    const each = { value, path: `${place.path}[${index}]` };
    return {
      language: text(at(each, 'language')),
      type: text(at(each, 'type')),
      state: targetState(at(each, 'state')),
    };
  });
}

function receipt(root: Place): VoiceReceipt {
  const [target, source, job] = [at(root, 'target'), at(root, 'source'), at(root, 'job')];
  const sourceDigest = at(source, 'digest');
  const sourceLanguage = optionalText(at(root, 'sourceLanguage'));
  return {
    target: { name: text(at(target, 'name')), address: text(at(target, 'address')) },
    source: {
      name: text(at(source, 'name')),
      contentType: text(at(source, 'contentType')),
      bytes: count(at(source, 'bytes')),
      ...(sourceDigest.value !== undefined && { digest: digest(sourceDigest) }),
    },
    ...(sourceLanguage !== undefined && { sourceLanguage }),
    job: {
      id: voiceJobId(text(at(job, 'id'))),
      createdTime: time(at(job, 'createdTime')),
      upload: uploadState(at(job, 'upload')),
    },
    targets: targets(at(root, 'targets')),
  };
}

/** A receipt out of a file. Throws `UsageError`, which names the file and the field, when it is none that this version can read. */
export function parseReceipt(content: string, file: string): VoiceReceipt {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch (cause) {
    throw new UsageError(`${file} is not a receipt of a voice job: it is not JSON`, { cause });
  }
  try {
    const root = { value, path: '' };
    const version = at(root, 'formatVersion');
    if (version.value !== 1) throw wrong(version, 'is not 1');
    return receipt(root);
  } catch (error) {
    if (error instanceof UsageError)
      throw new UsageError(`${file} is not a receipt of a voice job that can be read: ${error.message}`, {
        cause: error,
      });
    throw error;
  }
}

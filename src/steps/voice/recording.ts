import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { UploadSource } from '../../client/assets/upload-feed.ts';
import { UsageError } from '../../model/errors.ts';
import type { VoiceFiles } from './ports.ts';

/** The audio types that the service accepts, by their usual file name extensions. Source: public facts F38. */
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

/** A type with optional parameters. Such a text cannot break a header. */
const TYPE = /^[a-z]+\/[a-z0-9.+-]+(?:;[\x20-\x7e]+)?$/i;

/**
 * The audio type of a recording: the given one, otherwise by its file name extension. Throws `UsageError` if both are
 * missing or unknown.
 */
export function sourceType(fileName: string, contentType: string | undefined): string {
  if (contentType !== undefined) {
    if (TYPE.test(contentType)) return contentType;
    throw new UsageError(`--content-type ${JSON.stringify(contentType)} is not a media type such as audio/mpeg`);
  }
  const found = BY_ENDING.get(/\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '');
  if (found !== undefined) return found;
  throw new UsageError(
    `the name of ${JSON.stringify(fileName)} has an unknown media type; set it with --content-type, one of ` +
      [...new Set(BY_ENDING.values())].join(', '),
  );
}

/** A file to translate. */
export interface Recording {
  readonly path: string;
  readonly name: string;
  readonly contentType: string;
  readonly bytes: number;
  /** `sha256:<hex>` of its content. */
  readonly digest: string;
}

/** Reads a file once, in pieces. */
export async function fileDigest(path: string, files: Pick<VoiceFiles, 'readStream'>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of files.readStream(path)) hash.update(chunk);
  return `sha256:${hash.digest('hex')}`;
}

/** Reads a file once. Throws `UsageError` if it is missing or empty, or if its type is unknown. */
export async function readRecording(
  path: string,
  contentType: string | undefined,
  files: VoiceFiles,
): Promise<Recording> {
  const name = basename(path);
  const bytes = await files.size(path);
  if (bytes === undefined) throw new UsageError(`there is no file ${path}`);
  if (bytes === 0) throw new UsageError(`the file ${path} is empty`);
  return { path, name, contentType: sourceType(name, contentType), bytes, digest: await fileDigest(path, files) };
}

/**
 * The content of the recording for the upload. The last piece is only returned if the content is unchanged since
 * `readRecording`: a changed file is not uploaded, because the receipt would describe the old one.
 */
export function recordingSource({ path, name, bytes, digest }: Recording, files: VoiceFiles): UploadSource {
  return {
    lengthBytes: bytes,
    async *open() {
      const hash = createHash('sha256');
      let pending: Uint8Array | undefined;
      for await (const chunk of files.readStream(path)) {
        if (pending !== undefined) yield pending;
        hash.update(chunk);
        pending = chunk;
      }
      if (`sha256:${hash.digest('hex')}` !== digest)
        throw new UsageError(`the file ${name} was changed while it was uploaded; rerun the same command`);
      if (pending !== undefined) yield pending;
    },
  };
}

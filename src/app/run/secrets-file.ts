import { resolve } from 'node:path';
import { UsageError } from '../../model/errors.ts';
import { jsonText } from '../../review/format/json-text.ts';
import type { OnSecret } from '../../steps/apply/secret-keeper.ts';
import type { Ports } from '../ports.ts';

/** The file for the secrets of new developer keys: one JSON object, address → secret. */
export interface SecretsFile {
  readonly onSecret: OnSecret;
  /** Removes the file if no secret was written. */
  readonly end: () => Promise<void>;
}

/** ` (ENOSPC)`. Only the code, because other parts of the error could quote the text, which contains secrets. */
function codeOf(error: unknown): string {
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' && /^[A-Z]+$/.test(code) ? ` (${code})` : '';
}

const inTheWay = (path: string): UsageError =>
  new UsageError(`${path} exists already, and may contain secrets; name another file with --secrets-file`);

/** Throws if the file exists already, before anything else is done. */
export async function checkSecretsFile(path: string | undefined, ports: Ports): Promise<void> {
  if (path !== undefined && (await ports.files.realPath(resolve(ports.cwd, path))) !== undefined) throw inTheWay(path);
}

/**
 * Creates the file first, so that no key is created whose secret could not be written. Each secret is on the disk when
 * `onSecret` resolves.
 */
export async function makeSecretsFile(path: string, ports: Ports): Promise<SecretsFile> {
  const file = await ports.files.privateFile(resolve(ports.cwd, path));
  if (file === undefined) throw inTheWay(path);
  const secrets = new Map<string, string>();
  let written = false;
  return {
    onSecret: async (address, secret) => {
      secrets.set(address, secret.reveal());
      await file.write(jsonText(Object.fromEntries(secrets))).catch((error: unknown) => {
        throw new Error(`${path} could not be written${codeOf(error)}`);
      });
      written = true;
    },
    end: async () => {
      if (!written) await file.remove();
    },
  };
}

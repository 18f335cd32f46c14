// `node --import list-loaded.mjs PROGRAM`: lists the files that a program loads, one URL per line, in the file that
// `LEXFORM_LOADED` names.
import { appendFileSync } from 'node:fs';
import { register } from 'node:module';
import { isMainThread } from 'node:worker_threads';

// The hooks run in a thread of their own, which loads this file again.
if (isMainThread) register(import.meta.url);

export async function load(url, context, nextLoad) {
  if (url.startsWith('file:')) appendFileSync(process.env.LEXFORM_LOADED, `${url}\n`);
  return nextLoad(url, context);
}

import type { SourceRef } from '../../model/source-ref.ts';
import { visible } from '../format/escape.ts';
import { codeOf } from './code.ts';
import type { FileLinks } from './options.ts';

/** A prefix that ends no link and begins nothing else. Any other one is not used. */
const SAFE_PREFIX = /^https?:\/\/[\w.~:%/-]+\/$/;

const segment = (name: string): string =>
  encodeURIComponent(name.replace(/\p{Cs}/gu, '\ufffd')).replace(
    /[!'()*~_]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** A path with `/` as a part of an address: each name percent-encoded. */
export const encodedPath = (path: string): string => path.split('/').map(segment).join('/');

/** The address of a line, or `undefined` where files are not linked. */
export function lineUrl({ file, line }: SourceRef, links: FileLinks | undefined): string | undefined {
  if (links === undefined || !SAFE_PREFIX.test(links.prefix)) return undefined;
  // A path that leads out of the workspace is no file of it.
  if (file.split('/').some((name) => name === '..' || name === '.')) return undefined;
  return `${links.prefix}${encodedPath(file)}#L${line}`;
}

/**
 * `file:line`, as a link where that is possible. `beside`: the file that is named already, so that the line alone says
 * enough.
 */
export function placeMarkdown(at: SourceRef | undefined, links: FileLinks | undefined, beside?: string): string {
  if (at === undefined) return '';
  const text = at.file === beside ? `line ${at.line}` : codeOf(`${visible(at.file)}:${at.line}`);
  const url = lineUrl(at, links);
  return url === undefined ? text : `[${text}](${url})`;
}

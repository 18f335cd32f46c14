import type { SourceRef } from '../../model/finding.ts';
import { visible } from '../format/escape.ts';
import type { FileLinks } from '../format/file-links.ts';
import { codeOf } from './code.ts';

/** A prefix that cannot end a link or begin other markup. Other prefixes are not used. */
const SAFE_PREFIX = /^https?:\/\/[\w.~:%/-]+\/$/;

const segment = (name: string): string =>
  encodeURIComponent(name.replace(/\p{Cs}/gu, '\ufffd')).replace(
    /[!'()*~_]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** A path with `/` as a part of a URL: each name percent-encoded. */
export const encodedPath = (path: string): string => path.split('/').map(segment).join('/');

/** The URL of a file without a fragment, or `undefined` if files are not linked. */
export function fileUrl(file: string, links: FileLinks | undefined): string | undefined {
  if (links === undefined || !SAFE_PREFIX.test(links.prefix)) return undefined;
  // A path that leads out of the workspace is not a file of the workspace.
  if (file.split('/').some((name) => name === '..' || name === '.')) return undefined;
  return `${links.prefix}${encodedPath(file)}`;
}

/** The URL of a line, or `undefined` if files are not linked. */
export function lineUrl({ file, line }: SourceRef, links: FileLinks | undefined): string | undefined {
  const url = fileUrl(file, links);
  return url === undefined ? undefined : `${url}#L${line}`;
}

/** A URL without a fragment that cannot end a link. */
const SAFE_PAGE = /^https?:\/\/[\w.~:%/?=&@+-]+$/;

/** A URL of the code host, without a part that could hide its host. Any other one is not used. */
export const codeHostUrl = (url: string): string | undefined =>
  /^https?:\/\/[\w.~:%/-]+$/.test(url) ? url : undefined;

/**
 * The URL of a term on the page of a report, or `undefined` without a page. `name`: the address of its dictionary on
 * the page, a slash, and the source phrase. The script of the page reads it.
 */
export const termUrl = (name: string, page: string | undefined): string | undefined =>
  page === undefined || !SAFE_PAGE.test(page) ? undefined : `${page}#term=${segment(name)}`;

/**
 * `file:line`, as a link if possible. `beside`: the file that is already named, so that only the line is shown. `show`:
 * makes code of the name.
 */
export function placeMarkdown(
  at: SourceRef | undefined,
  links: FileLinks | undefined,
  { beside: sameFile, show = codeOf }: { readonly beside?: string | undefined; readonly show?: typeof codeOf } = {},
): string {
  if (at === undefined) return '';
  const text = at.file === sameFile ? `line ${at.line}` : show(`${visible(at.file)}:${at.line}`);
  const url = lineUrl(at, links);
  return url === undefined ? text : `[${text}](${url})`;
}

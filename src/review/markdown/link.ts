import type { SourceRef } from '../../model/source-ref.ts';
import { visible } from '../format/escape.ts';
import type { FileLinks } from '../format/file-links.ts';
import { codeOf } from './code.ts';

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

/** An address that no fragment follows yet, and that ends no link. */
const SAFE_PAGE = /^https?:\/\/[\w.~:%/?=&@+-]+$/;

/**
 * The address of a term on the page of a report, or `undefined` where there is no page. `name`: the address of its
 * dictionary as the page shows it, a slash, and the source phrase. The script of the page reads it.
 */
export const termUrl = (name: string, page: string | undefined): string | undefined =>
  page === undefined || !SAFE_PAGE.test(page) ? undefined : `${page}#term=${segment(name)}`;

/**
 * `file:line`, as a link where that is possible. `beside`: the file that is named already, so that the line alone says
 * enough. `show`: makes code of it.
 */
export function placeMarkdown(
  at: SourceRef | undefined,
  links: FileLinks | undefined,
  { beside, show = codeOf }: { readonly beside?: string | undefined; readonly show?: typeof codeOf } = {},
): string {
  if (at === undefined) return '';
  const text = at.file === beside ? `line ${at.line}` : show(`${visible(at.file)}:${at.line}`);
  const url = lineUrl(at, links);
  return url === undefined ? text : `[${text}](${url})`;
}

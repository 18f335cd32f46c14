import { PAGE_SIZE } from '../../contract/limits.ts';
import { badRequest } from './answer.ts';

function wholeNumber(query: URLSearchParams, name: string, fallback: number, min: number, max: number): number {
  const text = query.get(name);
  if (text === null) return fallback;
  const value = Number(text);
  if (!/^\d{1,9}$/.test(text) || value < min || value > max)
    throw badRequest(`${name} must be a whole number from ${min} to ${max}`);
  return value;
}

/**
 * One page of things: `page` from 0, `page_size` from 1 to 25. Source: table "Limits"; the page parameter: public facts
 * F1 and F46.
 */
export function onePage<Thing>(things: readonly Thing[], query: URLSearchParams): readonly Thing[] {
  const page = wholeNumber(query, 'page', 0, 0, 999_999_999);
  const { default: fallback, min, max } = PAGE_SIZE;
  const size = wholeNumber(query, 'page_size', fallback, min, max);
  return things.slice(page * size, (page + 1) * size);
}

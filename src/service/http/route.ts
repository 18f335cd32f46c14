import type { Route } from '../context.ts';
import { methodNotAllowed, Refusal } from './refusal.ts';

/** The parts of a path, decoded; `undefined` when they cannot be. */
function segments(path: string): readonly string[] | undefined {
  try {
    return path.split('/').map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

/** Finds the route of a call: 404 when no path fits, 405 with `Allow` when the path takes other methods. */
export function makeRouter(
  routes: readonly Route[],
): (method: string, path: string) => { readonly route: Route; readonly params: Readonly<Record<string, string>> } {
  const known = routes.map((route) => ({ route, parts: route.path.split('/') }));
  return (method, path) => {
    const given = segments(path);
    const matching = known.filter(
      ({ parts }) =>
        parts.length === given?.length &&
        parts.every((part, index) => (part.startsWith('{') ? given[index] !== '' : part === given[index])),
    );
    if (matching.length === 0 || given === undefined) throw new Refusal(404, 'Not found', 'There is no such path');
    const found = matching.find(({ route }) => route.method === method);
    if (found === undefined) throw methodNotAllowed([...new Set(matching.map(({ route }) => route.method))].join(', '));
    const params = found.parts.flatMap((part, index) =>
      part.startsWith('{') ? [[part.slice(1, -1), given[index] ?? ''] as const] : [],
    );
    return { route: found.route, params: Object.fromEntries(params) };
  };
}

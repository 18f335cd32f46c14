/** A JSON value that one edit was made to, and what the edit was. */
interface EditedJson {
  readonly edit: string;
  readonly value: unknown;
}

type Container = Record<string, unknown> | unknown[];

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null;

/** What is left of a value when it is emptied. */
function emptied(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  if (isContainer(value)) return {};
  return typeof value === 'string' ? '' : typeof value === 'number' ? 0 : typeof value === 'boolean' ? false : null;
}

function* placesIn(value: unknown, path: readonly string[] = []): Generator<readonly string[]> {
  if (!isContainer(value)) return;
  for (const [key, member] of Object.entries(value)) {
    yield [...path, key];
    yield* placesIn(member, [...path, key]);
  }
}

/** A copy in which the container of the member at `path` was edited. */
function copyWith(value: unknown, path: readonly string[], edit: (container: Container, key: string) => void): unknown {
  const copy = structuredClone(value);
  let container = copy as Container;
  for (const key of path.slice(0, -1)) container = (container as Record<string, Container>)[key] as Container;
  edit(container, path.at(-1) ?? '');
  return copy;
}

function swapWithNext(container: Container, key: string): void {
  const keys = Object.keys(container);
  const next = keys[keys.indexOf(key) + 1];
  if (next === undefined) return;
  const members = container as Record<string, unknown>;
  [members[key], members[next]] = [members[next], members[key]];
}

/**
 * Every document that differs from this one in a single edit of a member or of an item, at any depth: it is removed,
 * it is emptied, or its value is swapped with that of the next one. Edits that change nothing are left out.
 */
export function* editedJson(document: unknown): Generator<EditedJson> {
  const edits = {
    remove(container: Container, key: string): void {
      if (Array.isArray(container)) container.splice(Number(key), 1);
      else delete container[key];
    },
    empty(container: Container, key: string): void {
      const members = container as Record<string, unknown>;
      members[key] = emptied(members[key]);
    },
    swap: swapWithNext,
  };
  const before = JSON.stringify(document);
  for (const path of placesIn(document))
    for (const [name, edit] of Object.entries(edits)) {
      const value = copyWith(document, path, edit);
      if (JSON.stringify(value) !== before) yield { edit: `${name} ${path.join('.')}`, value };
    }
}

import type { YamlPath } from '../yaml/yaml-file.ts';

/** The order of keys in one kind of YAML file, by the path of a map. In a path, `*` means any key or index. */
export type KeyOrder = Readonly<Record<string, readonly string[]>>;

/** The order of keys for the map at a path; `undefined` if users choose the keys, or the path is unknown. */
export function keysAt(order: KeyOrder, path: YamlPath): readonly string[] | undefined {
  const found = Object.keys(order).find((pattern) => {
    const parts = pattern === '' ? [] : pattern.split('.');
    return parts.length === path.length && parts.every((part, index) => part === '*' || part === path[index]);
  });
  return found === undefined ? undefined : order[found];
}

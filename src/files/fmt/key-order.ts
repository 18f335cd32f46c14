import type { YamlPath } from '../yaml/yaml-file.ts';

/** The order of keys in one kind of YAML file: by the path of a map, in which `*` stands for any key or index. */
export type KeyOrder = Readonly<Record<string, readonly string[]>>;

/** The keys of the map at a path in their order; `undefined`: users choose them, or nobody knows them. */
export function keysAt(order: KeyOrder, path: YamlPath): readonly string[] | undefined {
  const found = Object.keys(order).find((pattern) => {
    const parts = pattern === '' ? [] : pattern.split('.');
    return parts.length === path.length && parts.every((part, index) => part === '*' || part === path[index]);
  });
  return found === undefined ? undefined : order[found];
}

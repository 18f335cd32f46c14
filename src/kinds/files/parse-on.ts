import type { YamlFile, YamlPath } from '../../files/yaml/yaml-file.ts';
import type { TargetSettings } from '../../model/resources/resource.ts';

/** The path of the settings for a target. `undefined`: of those for all targets. */
export const onPath = (target: string | undefined): readonly string[] => (target === undefined ? [] : ['on', target]);

/** `on:` of a new file whose name is only for one target. `undefined`: its name is for all targets. */
export const onName = (target: string | undefined, name: string, key = 'name') =>
  target === undefined ? undefined : { [target]: { [key]: name } };

/** `on:` at a path of a file. `valuesOf`: the values in the settings of a target. Absent: `on:` is missing. */
export function parseOn<Raw extends { readonly publish?: boolean }>(
  raw: Readonly<Record<string, Raw>> | undefined,
  path: YamlPath,
  yaml: YamlFile,
  valuesOf: (settings: Raw, path: YamlPath) => TargetSettings['values'],
): { readonly on?: ReadonlyMap<string, TargetSettings> } {
  if (raw === undefined) return {};
  const on = yaml.keys(path).flatMap((target) => {
    const settings = raw[target];
    if (settings === undefined) return [];
    const here = [...path, target];
    const isPublished = settings.publish;
    const found = { at: yaml.keyAt(here), values: valuesOf(settings, here) };
    return [[target, isPublished === undefined ? found : { ...found, isPublished }] as const];
  });
  return { on: new Map(on) };
}

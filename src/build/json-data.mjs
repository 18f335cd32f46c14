// JSON of this project as a bundle holds it: what the program reads of it, and as a text. V8 reads JSON in a text faster
// than as code, which it also keeps.
import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';

/** What a schema says to people alone. A property with such a name holds a schema, which is an object. */
const isForReaders = (key, value) =>
  ['title', 'description'].includes(key) ? typeof value === 'string' : key === 'examples' && Array.isArray(value);

/**
 * A schema without what it says to people alone. A property that asks for the same as any other property of its object
 * is there for editors alone.
 */
export function forChecks(schema) {
  if (typeof schema !== 'object' || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map(forChecks);
  const { properties, additionalProperties } = schema;
  const plain = JSON.stringify(additionalProperties);
  const isPlain = ({ examples, ...rest }) => examples !== undefined && JSON.stringify(rest) === plain;
  const kept =
    typeof additionalProperties === 'object' && properties !== undefined
      ? { properties: Object.fromEntries(Object.entries(properties).filter(([, property]) => !isPlain(property))) }
      : {};
  return Object.fromEntries(
    Object.entries({ ...schema, ...kept })
      .filter(([key, value]) => !isForReaders(key, value))
      .map(([key, value]) => [key, forChecks(value)]),
  );
}

/** Of package.json, what the sources read: the rest would change the bundles with every development dependency. */
const named = ({ name, version, repository, bugs }) => ({ name, version, repository, bugs });

/** A plugin for esbuild. */
export const jsonData = {
  name: 'json-data',
  setup(build) {
    build.onLoad({ filter: /\.json$/ }, ({ path }) => {
      const [folder] = relative(resolve('.'), path).split(/[\\/]/);
      const change = { 'package.json': named, schemas: forChecks, src: (data) => data }[folder];
      if (change === undefined) return undefined;
      const text = JSON.stringify(change(JSON.parse(readFileSync(path, 'utf8'))));
      return { contents: `export default JSON.parse(${JSON.stringify(text)});` };
    });
  },
};

// Compiles every schemas/*.schema.json into src/files/*validators.generated.js, so that nothing of ajv but the checks
// themselves is shipped.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import Ajv from 'ajv';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { buildSync } from 'esbuild';

const root = resolve(fileURLToPath(import.meta.url), '../../..');
const SUFFIX = '.schema.json';

/**
 * Documents that Lexform writes. Their checks are four times as long as those of the files, and no command but those
 * that read a saved plan loads them.
 */
const DOCUMENTS = ['plan.schema.json', 'preview.schema.json'];

/**
 * Documents that Lexform writes and never reads. Their schemas are for other programs, so they need no compiled check.
 */
const FOR_OTHERS = [
  'comparison.schema.json',
  'drift.schema.json',
  'formatted.schema.json',
  'merged.schema.json',
  'output.schema.json',
  'report.schema.json',
  'targets.schema.json',
  'workspaces.schema.json',
];

/** Schemas that only other schemas use. */
const PARTS = ['lint.schema.json', 'preview.schema.json'];

/** `style-list.schema.json` → `validateStyleList`. */
const exportName = (file) =>
  `validate${file
    .slice(0, -SUFFIX.length)
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')}`;

/**
 * True for annotations, which a check does not need. A property with such a name holds a schema, which is an object.
 */
const isForReaders = (key, value) =>
  ['title', 'description'].includes(key) ? typeof value === 'string' : key === 'examples' && Array.isArray(value);

/**
 * Removes properties with the same schema as `additionalProperties`: they only exist for editors, and a check of them
 * would do nothing.
 */
function withoutExamples(schema) {
  if (typeof schema !== 'object' || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map(withoutExamples);
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
      .map(([key, value]) => [key, withoutExamples(value)]),
  );
}

/**
 * The code of ajv copies all errors of a list for each item that has one, which takes minutes for a file of a million
 * faults. Here they are added to the list that is there: each call of a check makes a new one.
 */
function addingErrors(code) {
  const added = code.replaceAll(/vErrors\.concat\((\w+)\.errors\)/g, 'addErrors(vErrors, $1.errors)');
  if (added.includes('vErrors.concat')) throw new Error('ajv makes another code than before: see addingErrors');
  return `${added}\nfunction addErrors(list, more) { for (const each of more) list.push(each); return list; }\n`;
}

/** Writes one module; the same schemas give the same bytes. Small names, since every start of a command parses it. */
function compileInto(path, files) {
  const ajv = new Ajv.default({
    allErrors: true,
    allowUnionTypes: true,
    strictTypes: false,
    verbose: true,
    // A function for each definition, in place of its code wherever something refers to it.
    inlineRefs: false,
    code: { source: true, esm: true },
  });
  ajv.addVocabulary(['x-allowed']);
  const ids = {};
  for (const file of files) {
    const schema = withoutExamples(JSON.parse(readFileSync(join(root, 'schemas', file), 'utf8')));
    ajv.addSchema(schema, file);
    if (!PARTS.includes(file)) ids[exportName(file)] = file;
  }
  const { outputFiles } = buildSync({
    stdin: { contents: addingErrors(standaloneCode(ajv, ids)), resolveDir: root },
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['main'],
    target: 'node20',
    charset: 'utf8',
    legalComments: 'none',
  });
  writeFileSync(join(root, path), outputFiles[0].text);
}

export function compileValidators() {
  const files = readdirSync(join(root, 'schemas'))
    .filter((file) => file.endsWith(SUFFIX))
    .sort();
  compileInto(
    'src/files/validators.generated.js',
    files.filter((file) => !DOCUMENTS.includes(file) && !FOR_OTHERS.includes(file)),
  );
  compileInto('src/files/document-validators.generated.js', DOCUMENTS);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) compileValidators();

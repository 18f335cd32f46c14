import { readdirSync, readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';

const read = (file: string): { readonly $id: string } => JSON.parse(readFileSync(`schemas/${file}`, 'utf8'));

const checks = new Map<string, ValidateFunction>();
let compiler: Ajv | undefined;

/** All schemas, since one may refer to another. */
function compilerOf(): Ajv {
  if (compiler !== undefined) return compiler;
  compiler = new Ajv({ allErrors: true, allowUnionTypes: true, strictTypes: false });
  for (const file of readdirSync('schemas')) compiler.addSchema(read(file));
  return compiler;
}

function checkOf(name: string): ValidateFunction {
  const known = checks.get(name);
  if (known !== undefined) return known;
  const [file, definition] = name.split('#');
  const { $id } = read(`${file}.schema.json`);
  const check = compilerOf().compile({ $ref: definition === undefined ? $id : `${$id}#/definitions/${definition}` });
  checks.set(name, check);
  return check;
}

/**
 * What a schema of `schemas/` finds wrong with a document; empty when it fits. `plan` is `plan.schema.json`,
 * `output#error` a definition of `output.schema.json`. For documents that Lexform itself never reads.
 */
export function schemaErrors(name: string, document: unknown): readonly string[] {
  const check = checkOf(name);
  check(document);
  return (check.errors ?? []).map(
    ({ instancePath, message = '', params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

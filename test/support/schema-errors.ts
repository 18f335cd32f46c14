import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';

const checks = new Map<string, ValidateFunction>();

function checkOf(name: string): ValidateFunction {
  const known = checks.get(name);
  if (known !== undefined) return known;
  const ajv = new Ajv({ allErrors: true, allowUnionTypes: true, strictTypes: false });
  const check = ajv.compile(JSON.parse(readFileSync(`schemas/${name}.schema.json`, 'utf8')));
  checks.set(name, check);
  return check;
}

/**
 * What a schema of `schemas/` finds wrong with a document; empty when it fits. For documents that Lexform itself never
 * reads.
 */
export function schemaErrors(name: string, document: unknown): readonly string[] {
  const check = checkOf(name);
  check(document);
  return (check.errors ?? []).map(({ instancePath, message = '' }) => `${instancePath} ${message}`);
}

import { expect } from 'vitest';
import type { ServiceOptions } from '../../src/service/create-service.ts';
import type { Bench } from './bench.ts';

export const LISTS = '/v3/style_rules';
export const RULES = { punctuation: { apostrophe: 'use_curly_apostrophes' } };
export const LIST = { name: 'Marketing', language: 'de', configured_rules: RULES };
export const TONE = { label: 'Tone', prompt: 'Friendly.' };
export const UNKNOWN = '99999999-0000-4000-8000-000000000000';
export const ID = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

/** Every endpoint, on one list and one instruction of it, with a body that is right. */
export const endpoints = (list: string, instruction: string) =>
  [
    ['POST', LISTS, LIST],
    ['GET', LISTS, undefined],
    ['GET', list, undefined],
    ['PATCH', list, { name: 'New' }],
    ['PUT', `${list}/configured_rules`, {}],
    ['POST', `${list}/custom_instructions`, TONE],
    ['GET', `${list}/custom_instructions/${instruction}`, undefined],
    ['PUT', `${list}/custom_instructions/${instruction}`, { ...TONE, source_language: null }],
    ['DELETE', `${list}/custom_instructions/${instruction}`, undefined],
    ['DELETE', list, undefined],
  ] as const;

/** A list with one instruction; `clock` has moved a second since. */
export async function withList(bench: Bench, options: Partial<ServiceOptions> = {}) {
  const opened = await bench.open(options);
  const created = (await opened.call('POST', LISTS, { ...LIST, custom_instructions: [TONE] })).body;
  opened.clock.advance(1000);
  const path = `${LISTS}/${created.style_id}`;
  const read = async () => (await opened.call('GET', path)).body;
  return {
    ...opened,
    created,
    path,
    read,
    instruction: `${path}/custom_instructions/${created.custom_instructions[0].id}`,
  };
}

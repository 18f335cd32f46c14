import {
  INSTRUCTION_LABEL_MAX_CHARS,
  INSTRUCTION_PROMPT_MAX_CHARS,
  INSTRUCTIONS_MAX,
  STYLE_LIST_NAME_MAX_CHARS,
} from '../../contract/limits.ts';
import { RULE_CATEGORIES, type RuleOptions } from '../../contract/rule-catalogue.ts';
import type { WireInstruction, WireStyleList } from '../../contract/wire.ts';
import type { Context, Handler, Route } from '../context.ts';
import { type Answer, badRequest, forbidden, jsonAnswer, NO_CONTENT, Refusal } from '../http/answer.ts';
import { checkedLength, checkedUnicode, type Fields, isFields, objectBody, textField } from '../http/fields.ts';
import { onePage } from '../http/page.ts';
import { pathUuid, type UuidUse } from '../http/path-uuid.ts';
import type { StoredStyleList } from '../store/store.ts';

const checkedText = (object: Fields, name: string, maxChars: number, where = name): string =>
  checkedLength(textField(object, name, where), maxChars, where);

const checkedListName = (body: Fields): string => checkedText(body, 'name', STYLE_LIST_NAME_MAX_CHARS);

/** The form of a language code. The description does not say which languages a source may have, so each is kept. */
const LANGUAGE_CODE = /^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,3}$/;

/** Under `compat` an instruction without a source language has the list's (public facts F12). */
const withSource = (instruction: WireInstruction, language: string, { settings }: Context): WireInstruction =>
  settings.compat && instruction.source_language === undefined
    ? { ...instruction, source_language: language }
    : instruction;

/** The body, or the part of it that `where` names. */
function objectAt(value: unknown, where: string): Fields {
  if (where !== '' && !isFields(value)) throw badRequest(`${where} must be an object`);
  return objectBody(value);
}

const under = (where: string, name: string): string => (where === '' ? name : `${where}.${name}`);

/** Names of the caller come back in details: a long one does not come back whole. */
const cut = (name: string): string => (name.length > 100 ? `${name.slice(0, 100)}…` : name);

function checkedInstruction(value: unknown, id: string, where: string): WireInstruction {
  const body = objectAt(value, where);
  const label = checkedText(body, 'label', INSTRUCTION_LABEL_MAX_CHARS, under(where, 'label'));
  const prompt = checkedText(body, 'prompt', INSTRUCTION_PROMPT_MAX_CHARS, under(where, 'prompt'));
  const source = Object.hasOwn(body, 'source_language') ? body.source_language : undefined;
  if (source === undefined || source === null) return { id, label, prompt };
  if (typeof source !== 'string' || !LANGUAGE_CODE.test(source.toLowerCase()))
    throw badRequest(`${under(where, 'source_language')} is not a language code`);
  return { id, label, prompt, source_language: source.toLowerCase() };
}

/**
 * Categories are closed: only those of the description and of the catalogue. Rules are open: an unknown rule is kept,
 * and an unknown option of a known rule is refused. Names are compared in NFC, since some contain accents, and kept as
 * received.
 */
function checkedRules(value: unknown, where: string, catalogue: RuleOptions): StoredStyleList['rules'] {
  const rules = new Map<string, ReadonlyMap<string, string>>();
  for (const [category, selected] of Object.entries(objectAt(value, where))) {
    const at = under(where, cut(category));
    const known = catalogue.get(category);
    if (known === undefined && !RULE_CATEGORIES.some((each) => each === category))
      throw badRequest(`${at} is not a category of rules`);
    const options = new Map<string, string>();
    for (const [rule, option] of Object.entries(objectAt(selected, at))) {
      const ruleAt = under(at, cut(rule));
      if (typeof option !== 'string') throw badRequest(`${ruleAt} must be a string`);
      const allowed = known?.get(rule.normalize('NFC'));
      if (allowed !== undefined && !allowed.includes(option.normalize('NFC')))
        throw badRequest(`${ruleAt} must be one of: ${allowed.join(', ')}`);
      options.set(checkedUnicode(rule, `A rule of ${at}`), checkedUnicode(option, ruleAt));
    }
    if (options.size > 0) rules.set(category, options);
  }
  return rules;
}

const objectOf = (rules: StoredStyleList['rules']): NonNullable<WireStyleList['configured_rules']> =>
  Object.fromEntries([...rules].map(([category, selected]) => [category, Object.fromEntries(selected)]));

function wireList(list: StoredStyleList, detailed: boolean): WireStyleList {
  const { id, name, creationTime, updatedTime, language, version, rules, instructions } = list;
  const summary = { style_id: id, name, creation_time: creationTime, updated_time: updatedTime, language, version };
  return detailed ? { ...summary, configured_rules: objectOf(rules), custom_instructions: instructions } : summary;
}

/**
 * The list that official clients expect to be there for every account, owned by none: it can be read and used, and not
 * changed (public facts, section 5, row 5).
 */
const DEFAULT_LIST: StoredStyleList = {
  id: 'dca2e053-8ae5-45e6-a0d2-881156e7f4e4',
  name: 'Default Style Rule',
  language: 'en',
  version: 1,
  creationTime: '2026-01-01T00:00:00.000Z',
  updatedTime: '2026-01-01T00:00:00.000Z',
  rules: new Map([['punctuation', new Map([['apostrophe', 'use_curly_apostrophes']])]]),
  instructions: [],
};

const allLists = ({ account, settings }: Context): readonly StoredStyleList[] => [
  ...(settings.compat ? [DEFAULT_LIST] : []),
  ...account.store.styleLists.all(),
];

/** A list by its id, in any case. */
export function findStyleList({ account, settings }: Context, id: string): StoredStyleList | undefined {
  const stored = account.store.styleLists.get(id.toLowerCase());
  return stored ?? (settings.compat && id.toLowerCase() === DEFAULT_LIST.id ? DEFAULT_LIST : undefined);
}

function findList(context: Context, finding?: UuidUse): StoredStyleList {
  const list = findStyleList(context, pathUuid(context, 'style_id', finding));
  if (list === undefined) throw new Refusal(404, 'Style rule list not found');
  return list;
}

/** A list for a change. The default list belongs to no account and cannot be changed. */
function ownList(context: Context, finding?: UuidUse): StoredStyleList {
  const list = findList(context, finding);
  if (list === DEFAULT_LIST) throw forbidden('The default list cannot be changed');
  return list;
}

function findInstruction(list: StoredStyleList, context: Context, finding?: UuidUse): WireInstruction {
  const id = pathUuid(context, 'instruction_id', finding);
  const found = list.instructions.find((instruction) => instruction.id === id);
  if (found === undefined) throw new Refusal(404, 'Custom instruction not found');
  return found;
}

/**
 * Stores a modified list. Its version increases by one with every modification, including edits of an instruction
 * (public facts F13).
 */
async function modified(
  { account, ports }: Context,
  list: StoredStyleList,
  changes: Partial<StoredStyleList>,
): Promise<StoredStyleList> {
  const next = { ...list, ...changes, version: list.version + 1, updatedTime: ports.now().toISOString() };
  await account.store.styleLists.put(next);
  return next;
}

/** POST /v3/style_rules: 201 and the list at version 1. Source: table "Style rule lists", row 1. */
async function createList(context: Context): Promise<Answer> {
  const { account, ports, settings } = context;
  const body = objectBody(context.body);
  const name = checkedListName(body);
  const language = textField(body, 'language').toLowerCase();
  const languages = settings.languages.styleRuleCodes;
  if (!languages.includes(language)) throw badRequest(`language must be one of: ${languages.join(', ')}`);
  const rules = checkedRules(body.configured_rules ?? {}, 'configured_rules', settings.rules);
  const items = body.custom_instructions ?? [];
  if (!Array.isArray(items)) throw badRequest('custom_instructions must be an array');
  if (items.length > INSTRUCTIONS_MAX)
    throw badRequest(`custom_instructions may have at most ${INSTRUCTIONS_MAX} members`);
  const instructions = items.map((each, index) =>
    withSource(checkedInstruction(each, ports.id().toLowerCase(), `custom_instructions[${index}]`), language, context),
  );
  const now = ports.now().toISOString();
  const list: StoredStyleList = {
    id: ports.id().toLowerCase(),
    name,
    language,
    version: 1,
    creationTime: now,
    updatedTime: now,
    rules,
    instructions,
  };
  await account.store.styleLists.put(list);
  return jsonAnswer(wireList(list, true), { status: 201 });
}

/** GET /v3/style_rules: one page. Source: row 2; the page parameter: public facts F1. */
function listLists(context: Context): Answer {
  const { query } = context;
  const detailed = query.get('detailed') ?? 'false';
  if (detailed !== 'true' && detailed !== 'false') throw badRequest('detailed must be true or false');
  const lists = onePage(allLists(context), query);
  return jsonAnswer({ style_rules: lists.map((list) => wireList(list, detailed === 'true')) });
}

/** GET /v3/style_rules/{style_id}: the full list, or 404. Source: row 3. */
const readList = (context: Context): Answer => jsonAnswer(wireList(findList(context), true));

/** PATCH /v3/style_rules/{style_id}: a new name. Source: row 4. */
async function renameList(context: Context): Promise<Answer> {
  const list = ownList(context);
  const name = checkedListName(objectBody(context.body));
  return jsonAnswer(wireList(await modified(context, list, { name }), true));
}

/** PUT /v3/style_rules/{style_id}/configured_rules: replaces all rules. Source: row 5. */
async function putRules(context: Context): Promise<Answer> {
  const list = ownList(context);
  const rules = checkedRules(context.body, '', context.settings.rules);
  return jsonAnswer(wireList(await modified(context, list, { rules }), true));
}

/** DELETE /v3/style_rules/{style_id}: 204 and an empty body, or 404. Source: row 6. */
async function deleteList(context: Context): Promise<Answer> {
  await context.account.store.styleLists.delete(ownList(context, { deletes: true }).id);
  return NO_CONTENT;
}

/**
 * POST …/custom_instructions: 201 and the whole list; the one instruction under `compat`. Source: row 7; public facts
 * C1.
 */
async function addInstruction(context: Context): Promise<Answer> {
  const list = ownList(context);
  const id = context.ports.id().toLowerCase();
  const instruction = withSource(checkedInstruction(context.body, id, ''), list.language, context);
  if (list.instructions.length >= INSTRUCTIONS_MAX)
    throw badRequest(`A style rule list may have at most ${INSTRUCTIONS_MAX} custom instructions`);
  const next = await modified(context, list, { instructions: [...list.instructions, instruction] });
  return jsonAnswer(context.settings.compat ? instruction : wireList(next, true), { status: 201 });
}

/** GET …/custom_instructions/{instruction_id}. Source: row 8. */
const readInstruction = (context: Context): Answer => jsonAnswer(findInstruction(findList(context), context));

/**
 * PUT …/custom_instructions/{instruction_id}: all fields must be there. Source: row 9; `compat` lets `source_language`
 * out (public facts C5).
 */
async function putInstruction(context: Context): Promise<Answer> {
  const list = ownList(context);
  const old = findInstruction(list, context);
  const body = objectBody(context.body);
  if (!context.settings.compat && !Object.hasOwn(body, 'source_language'))
    throw badRequest('source_language is required');
  const instruction = withSource(checkedInstruction(body, old.id, ''), list.language, context);
  await modified(context, list, {
    instructions: list.instructions.map((each) => (each.id === old.id ? instruction : each)),
  });
  return jsonAnswer(instruction);
}

/** DELETE …/custom_instructions/{instruction_id}: 204, or 404. Source: row 10. */
async function deleteInstruction(context: Context): Promise<Answer> {
  const list = ownList(context, { deletes: true });
  const old = findInstruction(list, context, { deletes: true });
  await modified(context, list, { instructions: list.instructions.filter((each) => each.id !== old.id) });
  return NO_CONTENT;
}

/** Paid plan only. Source: description, "Authentication" 3. */
const paid =
  (handler: Handler): Handler =>
  (context) => {
    if (context.account.plan !== 'pro') throw forbidden('Style rules need a paid plan');
    return handler(context);
  };

const bodies = ['json'] as const;
const [reads, writes] = ['style_rules:read', 'style_rules:write'];
const LIST = '/v3/style_rules/{style_id}';
const INSTRUCTION = `${LIST}/custom_instructions/{instruction_id}`;

export const STYLE_RULE_ROUTES: readonly Route[] = [
  { method: 'POST', path: '/v3/style_rules', handler: paid(createList), bodies, scope: writes },
  { method: 'GET', path: '/v3/style_rules', handler: paid(listLists), scope: reads },
  { method: 'GET', path: LIST, handler: paid(readList), scope: reads },
  { method: 'PATCH', path: LIST, handler: paid(renameList), bodies, scope: writes },
  { method: 'PUT', path: `${LIST}/configured_rules`, handler: paid(putRules), bodies, scope: writes },
  { method: 'DELETE', path: LIST, handler: paid(deleteList), scope: writes },
  { method: 'POST', path: `${LIST}/custom_instructions`, handler: paid(addInstruction), bodies, scope: writes },
  { method: 'GET', path: INSTRUCTION, handler: paid(readInstruction), scope: reads },
  { method: 'PUT', path: INSTRUCTION, handler: paid(putInstruction), bodies, scope: writes },
  { method: 'DELETE', path: INSTRUCTION, handler: paid(deleteInstruction), scope: writes },
];

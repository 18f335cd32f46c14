import {
  Composer,
  type CST,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type Node,
  Parser,
  Schema,
  type YAMLMap,
} from 'yaml';
import { type Checked, errorAt, type Finding, type SourceRef } from '../../model/finding.ts';
import { WORKSPACE_FILE } from '../../model/workspace/workspace.ts';
import { conflictPlaces } from '../delimited/conflict-rows.ts';
import { notUtf8At } from '../delimited/utf8-text.ts';
import { findingList } from '../finding-list.ts';
import { type PlainValue, plainValue, type YamlFault } from './yaml-value.ts';

/** Maximum depth of nested collections. The parser is recursive, and a stack overflow would end the process. */
const DEPTH_MAX = 100;

/**
 * Maximum number of messages of the parser. One costs a hundred times as much as a value, and the first ones are the
 * causes of the others.
 */
const MESSAGES_MAX = 100;

/**
 * Shared, because making one takes as long as parsing a small file. A file that names another version of YAML gets its
 * own.
 */
const CORE = new Schema({ schema: 'core', resolveKnownTags: true });

/** A fault of the syntax, or a second document. */
interface YamlProblem {
  readonly code: string;
  readonly offset: number;
  readonly message: string;
}

interface BoundedYaml {
  /** Absent: parsing was given up. */
  readonly document?: Document.Parsed;
  readonly problems: readonly YamlProblem[];
  /** The place at which collections are nested too deeply, and the maximum depth. */
  readonly tooDeep?: { readonly offset: number; readonly max: number };
}

/** Ends the parsing of a text that would need too many resources. */
class GivenUp extends Error {
  override readonly name = 'GivenUp';
  readonly tooDeepAt: number | undefined;
  constructor(tooDeepAt?: number) {
    super('the text asks for too much');
    this.tooDeepAt = tooDeepAt;
  }
}

/** The tokens of a text. The parser's own stack is checked after every lexeme. */
function* tokensOf(text: string, lines: LineCounter): Generator<CST.Token> {
  const parser = new Parser(lines.addNewLine);
  lines.addNewLine(0);
  for (const lexeme of new Lexer().lex(text)) {
    yield* parser.next(lexeme);
    if (parser.stack.length > DEPTH_MAX) throw new GivenUp(parser.offset);
  }
  yield* parser.end();
}

type OnError = (source: unknown, code: string, message: string, warning?: boolean) => void;

/** Offset of a fault, as the composer finds it. */
const offsetOf = (source: unknown): number =>
  typeof source === 'number'
    ? source
    : Array.isArray(source)
      ? Number(source[0])
      : (source as { readonly offset: number }).offset;

/**
 * Parses the first document of a text in time and memory proportional to its length: keys are not compared with each
 * other here, the depth of collections is limited, and parsing ends at the hundredth message. A second document is a
 * problem.
 */
function boundedYaml(text: string, lines: LineCounter): BoundedYaml {
  const schema = /^%/m.test(text) ? 'core' : CORE;
  const composer = new Composer({ prettyErrors: false, version: '1.2', schema, uniqueKeys: false });
  const seen: YamlProblem[] = [];
  const note = (code: string, offset: number, message: string): void => {
    // The parser treats an exception inside a collection as a fault of it, and reports that.
    if (seen.length < MESSAGES_MAX) seen.push({ code, offset, message });
    if (seen.length >= MESSAGES_MAX) throw new GivenUp();
  };
  // Private in the types, but the only function through which every message of the composer passes.
  const inner = composer as unknown as { onError: OnError };
  const { onError } = inner;
  inner.onError = (source, code, message, warning) => {
    note(code, offsetOf(source), message);
    onError(source, code, message, warning);
  };
  function* noted(): Generator<CST.Token> {
    for (const token of tokensOf(text, lines)) {
      if (token.type === 'error') note('UNEXPECTED_TOKEN', token.offset, token.message);
      yield token;
    }
  }
  let document: Document.Parsed | undefined;
  const problems: YamlProblem[] = [];
  try {
    for (const each of composer.compose(noted(), true, text.length)) {
      if (document !== undefined) {
        problems.push({ code: 'MULTIPLE_DOCS', offset: each.range[0], message: '' });
        break;
      }
      document = each;
      for (const { code, pos, message } of each.errors) problems.push({ code, offset: pos[0], message });
    }
  } catch (error) {
    if (!(error instanceof GivenUp)) throw error;
    const { tooDeepAt: offset } = error;
    return { problems: seen, ...(offset !== undefined && { tooDeep: { offset, max: DEPTH_MAX } }) };
  }
  return { problems, document };
}

/** Keys of maps and indexes of lists, from the top of the document. */
export type YamlPath = readonly (string | number)[];

/** A YAML document as plain data, with the place of each part. */
export interface YamlFile {
  readonly file: string;
  /** Maps have no prototype, so that no key of a user has a meaning in JavaScript. */
  readonly value: PlainValue;
  /** Place of the value at a path; the nearest parent if it does not exist. */
  at(path: YamlPath): SourceRef;
  /** Place of the last key of a path; for an item of a list, place of its value. */
  keyAt(path: YamlPath): SourceRef;
  /** The keys of a map, in file order: an object would move `10` to the front. Empty if the path is not a map. */
  keys(path: YamlPath): readonly string[];
}

export interface YamlInput {
  readonly bytes: Uint8Array;
  /** Relative to the workspace root. */
  readonly file: string;
}

interface Step {
  readonly node: Node | undefined;
  readonly key: Node | undefined;
}

type Pairs = ReadonlyMap<string, { readonly key: Node; readonly value: unknown }>;

/**
 * The pairs of maps by the text of their keys. Each map is indexed once: findings about all keys of a large map must
 * not search it for each key.
 */
function pairFinder(): (map: YAMLMap) => Pairs {
  const known = new WeakMap<YAMLMap, Pairs>();
  return (map) => {
    const found = known.get(map);
    if (found !== undefined) return found;
    const pairs = new Map<string, { readonly key: Node; readonly value: unknown }>();
    for (const { key, value } of map.items)
      if (isScalar(key) && !pairs.has(keyText(key))) pairs.set(keyText(key), { key, value });
    known.set(map, pairs);
    return pairs;
  };
}

/** The text of a key: as written, even if YAML reads a number or a null. */
const keyText = (key: { readonly value: unknown; readonly source?: string }): string =>
  typeof key.value === 'string' ? key.value : (key.source ?? String(key.value));

/**
 * The parser's message, without the part of the file that it quotes: that may contain anything, even the key of a
 * target.
 */
function problem(message: string): string {
  if (message.startsWith('Missing closing')) return 'a quoted text has no closing quote';
  const [line = ''] = message.split('\n');
  const quote = line.search(/["'`]/);
  return quote < 0 ? line : line.slice(0, quote).trimEnd().replace(/:$/, '');
}

/** Maximum number of characters of one side of a conflict that a finding quotes. */
const SIDE_MAX_CHARS = 80;

/**
 * An error for each unresolved merge conflict. It quotes both sides, except in the one file that may contain a key by
 * mistake.
 */
function conflictsIn(text: string, file: string): readonly Finding[] {
  if (!text.includes('<<<<<<<')) return [];
  const lines = text.split(/\r?\n/);
  const side = (start: number, end: number): string => {
    const sideText = lines
      .slice(start, end)
      .map((line) => line.trim())
      .join(' / ');
    return sideText.length > SIDE_MAX_CHARS ? `${sideText.slice(0, SIDE_MAX_CHARS - 1)}…` : sideText;
  };
  const mayQuote = file.split('/').at(-1) !== WORKSPACE_FILE;
  return conflictPlaces(lines.length, (index) => lines[index] ?? '').map(({ start, oursEnd, middle, end }) => {
    const [ours, theirs] = [side(start + 1, oursEnd), side(middle + 1, end)];
    const details = { ...(ours !== '' && { ours }), ...(theirs !== '' && { theirs }) };
    return errorAt('merge-conflict', { file, line: start + 1, column: 1 }, mayQuote ? details : {});
  });
}

/**
 * Parses YAML 1.2 (core schema: `no` and `on` are texts). Every syntax error is reported; the value is then absent.
 * Anchors and aliases are allowed, up to 10,000 values inserted by aliases; collections may be 100 levels deep. The
 * function is longer than 60 lines because the functions of the parsed file share its document and positions.
 */
export function parseYaml({ bytes, file }: YamlInput): Checked<YamlFile> {
  const badByte = notUtf8At(bytes);
  if (badByte !== undefined)
    return { findings: [errorAt('yaml-not-utf-8', { file, ...badByte.place }, { byte: badByte.hex })] };
  const text = new TextDecoder('utf-8', { ignoreBOM: false }).decode(bytes);
  const conflicts = conflictsIn(text, file);
  if (conflicts.length > 0) return { findings: conflicts };
  const lines = new LineCounter();
  const { document, problems, tooDeep } = boundedYaml(text, lines);
  const place = (offset: number): SourceRef => {
    const { line, col } = lines.linePos(offset);
    return { file, line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const start = (node: Node | undefined): SourceRef | undefined => (node?.range ? place(node.range[0]) : undefined);

  if (tooDeep !== undefined) {
    const at = place(Math.min(tooDeep.offset, text.length));
    return { findings: [errorAt('yaml-too-deep', at, { max: tooDeep.max })] };
  }
  const fault = ({ code, offset, message }: YamlProblem): Finding => {
    const at = place(Math.min(offset, text.length));
    if (code === 'MULTIPLE_DOCS') return errorAt('yaml-many-documents', at);
    return errorAt('yaml-syntax', at, { problem: problem(message) });
  };
  const list = findingList(problems.map(fault));
  if (document === undefined) return { findings: list.all() };
  const tell = ({ code, node, details }: YamlFault): void => {
    list.add(errorAt(code, start(node) ?? place(0), details));
  };
  const { value, aliases } = plainValue(document, { keyText, tell });
  const findings = list.all();
  if (findings.length > 0) return { findings };
  const pairsOf = pairFinder();
  const resolved = (node: unknown): Node | undefined =>
    isAlias(node) ? aliases.get(node) : ((node as Node | null) ?? undefined);
  const step = (from: Node | undefined, part: string | number): Step | undefined => {
    if (isMap(from)) {
      const pair = pairsOf(from).get(String(part));
      return pair && { node: resolved(pair.value), key: pair.key };
    }
    if (isSeq(from) && typeof part === 'number' && part < from.items.length)
      return { node: resolved(from.items[part]), key: undefined };
    return undefined;
  };

  const find = (path: YamlPath): Step & { readonly exact: boolean } => {
    let found: Step = { node: (document.contents as Node | null) ?? undefined, key: undefined };
    for (const part of path) {
      const next = step(found.node, part);
      if (next === undefined) return { ...found, exact: false };
      found = next;
    }
    return { ...found, exact: true };
  };
  const at = (path: YamlPath): SourceRef => start(find(path).node) ?? place(0);
  return {
    findings,
    value: {
      file,
      value,
      at,
      keyAt: (path) => start(find(path).key) ?? at(path),
      keys: (path) => {
        const { node, exact } = find(path);
        return exact && isMap(node) ? node.items.flatMap(({ key }) => (isScalar(key) ? [keyText(key)] : [])) : [];
      },
    },
  };
}

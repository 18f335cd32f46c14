import { Composer, type CST, type Document, Lexer, type LineCounter, Parser, Schema } from 'yaml';

/** Most collections inside one another. The parser calls itself for each, and the process ends when the stack does. */
const DEPTH_MAX = 100;

/**
 * Most messages of the parser: one costs a hundred times what a value does, and the first ones are the causes of the
 * others.
 */
const MESSAGES_MAX = 100;

/** To make one takes as long as to parse a small file. A file that names another version of YAML gets its own. */
const CORE = new Schema({ schema: 'core', resolveKnownTags: true });

/** A fault of the syntax, or a second document. */
export interface YamlProblem {
  readonly code: string;
  readonly offset: number;
  readonly message: string;
}

export interface BoundedYaml {
  /** Absent: parsing was given up. */
  readonly document?: Document.Parsed;
  readonly problems: readonly YamlProblem[];
  /** Where collections are nested too deeply, and how deeply they may be. */
  readonly tooDeep?: { readonly offset: number; readonly max: number };
}

/** Ends the parsing of a text that asks for too much. */
class GivenUp extends Error {
  override readonly name = 'GivenUp';
  readonly tooDeepAt: number | undefined;
  constructor(tooDeepAt?: number) {
    super('the text asks for too much');
    this.tooDeepAt = tooDeepAt;
  }
}

/** The tokens of a text. The parser of tokens keeps a stack of its own, which is looked at after every lexeme. */
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

/** Where a fault stands, as the composer finds it out. */
const offsetOf = (source: unknown): number =>
  typeof source === 'number'
    ? source
    : Array.isArray(source)
      ? Number(source[0])
      : (source as { readonly offset: number }).offset;

/**
 * Parses the first document of a text in time and memory that grow with its length: keys are not compared with one
 * another here, collections may not be nested deeply, and parsing is given up at the hundredth message. A second
 * document is a problem.
 */
export function boundedYaml(text: string, lines: LineCounter): BoundedYaml {
  const schema = /^%/m.test(text) ? 'core' : CORE;
  const composer = new Composer({ prettyErrors: false, version: '1.2', schema, uniqueKeys: false });
  const seen: YamlProblem[] = [];
  const note = (code: string, offset: number, message: string): void => {
    // The parser takes what is thrown in a collection for a fault of it, and reports that.
    if (seen.length < MESSAGES_MAX) seen.push({ code, offset, message });
    if (seen.length >= MESSAGES_MAX) throw new GivenUp();
  };
  // Private in the types, and the only place that every message of the composer goes through.
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
  return { problems, ...(document !== undefined && { document }) };
}

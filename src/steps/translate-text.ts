import { bytesInCall, roomInCall, type TranslateCalls } from '../client/calls/translate-calls.ts';
import type { TranslatedText, Translation, TranslationRequest } from '../model/account/translation.ts';
import { UsageError } from '../model/errors.ts';

/**
 * A part of a text: `lead`, the text to translate, `trail`. White space at the ends is kept here, because a translation
 * may not keep it.
 */
interface Piece {
  readonly lead: string;
  /** Empty if the piece is only white space. */
  readonly core: string;
  readonly trail: string;
}

/**
 * Where a text can be split, the best places first: after lines, after sentences, after white space, between
 * characters.
 */
const PLACES = [/(?<=\n)/u, /(?<=[.!?…]\s|[。！？])/u, /(?<=\s)/u, /(?:)/u];

/** Parts that are small enough, with as few cuts at bad places as possible. A single character is never cut. */
function parts(text: string, fits: (part: string) => boolean, level = 0): readonly string[] {
  const place = PLACES[level];
  if (place === undefined || fits(text)) return [text];
  return text.split(place).flatMap((part) => parts(part, fits, level + 1));
}

function pieceOf(text: string): Piece {
  const core = text.trim();
  const start = text.length - text.trimStart().length;
  return { lead: text.slice(0, start), core, trail: text.slice(start + core.length) };
}

/**
 * A text in as few pieces as possible, split at line ends wherever a line fits. All pieces joined are the text,
 * character for character. The size of two parts together must be the sum of their sizes. A single character that is
 * too large is still a piece.
 */
export function splitText(text: string, size: (part: string) => number, max: number): readonly Piece[] {
  const pieces: string[] = [];
  let piece = '';
  let used = 0;
  for (const part of parts(text, (each) => size(each) <= max)) {
    const more = size(part);
    if (used + more > max && piece !== '') {
      pieces.push(piece);
      [piece, used] = ['', 0];
    }
    piece += part;
    used += more;
  }
  return [...pieces, piece].map(pieceOf);
}

/**
 * Maximum number of texts in one call. Our choice: the service description names no limit, and the public service
 * accepts 50.
 */
const TEXTS_OF_A_CALL_MAX = 50;

/** Minimum space for texts next to the instructions of a call: with less, a page would become hundreds of calls. */
const ROOM_MIN_BYTES = 16 * 1024;

/** Bytes of each text in a call, in addition to its own characters. */
const FRAME_BYTES = bytesInCall('');

/** A piece of the text with this index. Texts and their pieces are in order. */
interface PlacedPiece extends Piece {
  readonly index: number;
  /** True for the last piece of its text. */
  readonly last: boolean;
}

/** Result of a piece. A piece of white space is not sent and has no `by`. */
export interface TranslatedPiece {
  readonly index: number;
  readonly last: boolean;
  /** Including the white space around it. */
  readonly text: string;
  readonly by?: Translation;
}

/** The pieces grouped into calls: as few calls as possible. White space is in the call of the pieces around it. */
function batches(pieces: readonly PlacedPiece[], room: number): readonly (readonly PlacedPiece[])[] {
  const groups: PlacedPiece[][] = [[]];
  let [used, count] = [0, 0];
  for (const piece of pieces) {
    const more = piece.core === '' ? 0 : bytesInCall(piece.core);
    if (more > 0 && (used + more > room || count === TEXTS_OF_A_CALL_MAX)) {
      groups.push([]);
      [used, count] = [0, 0];
    }
    groups.at(-1)?.push(piece);
    used += more;
    if (more > 0) count += 1;
  }
  return groups;
}

/**
 * The texts grouped into the calls that translate them. Throws `UsageError` if the instructions leave no room for
 * texts.
 */
function callsFor(
  texts: readonly string[],
  request: Omit<TranslationRequest, 'text'>,
): readonly (readonly PlacedPiece[])[] {
  const room = roomInCall(request);
  if (room < ROOM_MIN_BYTES) throw new UsageError('the instructions are too long; they leave no room for a text');
  const pieces = texts.flatMap((text, index) => {
    const parts = splitText(text, (part) => bytesInCall(part) - FRAME_BYTES, room - FRAME_BYTES);
    // A cut could separate a tag from its end.
    if (parts.length > 1 && request.tagHandling !== undefined)
      throw new UsageError(`text ${index + 1} has tags and does not fit into one call; split it between two elements`);
    return parts.map((piece, at) => ({ ...piece, index, last: at === parts.length - 1 }));
  });
  return batches(pieces, room);
}

/** Number of calls that `translateTexts` makes. */
export const translateCallCount = (texts: readonly string[], request: Omit<TranslationRequest, 'text'>): number =>
  callsFor(texts, request).filter((batch) => batch.some(({ core }) => core !== '')).length;

export interface TranslateTextsInput {
  readonly calls: TranslateCalls;
  readonly texts: readonly string[];
  readonly request: Omit<TranslationRequest, 'text'>;
  /** Aborted: no further call is made. */
  readonly signal: AbortSignal;
}

/**
 * Translates texts of any length, one call after the other, so that nothing is spent after a failed call; earlier
 * results have been yielded. Throws `UsageError` if the instructions leave no room for texts, or between two calls
 * after an interruption.
 */
export async function* translateTexts(input: TranslateTextsInput): AsyncGenerator<readonly TranslatedPiece[]> {
  const { calls, texts, request, signal } = input;
  const callBatches = callsFor(texts, request);
  for (const [done, batch] of callBatches.entries()) {
    if (signal.aborted)
      throw new UsageError(`interrupted after ${done} of ${callBatches.length} calls`, { code: 'interrupted' });
    const sent = batch.filter(({ core }) => core !== '');
    const answers = sent.length === 0 ? [] : await calls.translate({ ...request, text: sent.map(({ core }) => core) });
    const answerOf = new Map(sent.map((piece, at) => [piece, answers[at]]));
    yield batch.map((piece) => {
      const { index, last, lead, trail } = piece;
      const by = answerOf.get(piece);
      return { index, last, text: `${lead}${by?.text ?? ''}${trail}`, ...(by !== undefined && { by }) };
    });
  }
}

/** Joins the pieces of each text. A text without pieces is missing in the result. */
export function joinPieces(pieces: readonly TranslatedPiece[]): readonly TranslatedText[] {
  const texts: TranslatedText[] = [];
  for (const { index, text, by } of pieces) {
    const before: TranslatedText = texts[index] ?? { text: '' };
    const billed = by?.billedCharacters ?? before.billedCharacters;
    const sum = (before.billedCharacters ?? 0) + (by?.billedCharacters ?? 0);
    const { detectedSourceLanguage = by?.detectedSourceLanguage, modelTypeUsed = by?.modelTypeUsed } = before;
    texts[index] = {
      text: before.text + text,
      ...(detectedSourceLanguage !== undefined && { detectedSourceLanguage }),
      ...(billed !== undefined && { billedCharacters: sum }),
      ...(modelTypeUsed !== undefined && { modelTypeUsed }),
    };
  }
  return texts;
}

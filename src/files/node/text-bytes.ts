import type { SpillFile } from '../../packed/spilled-entries.ts';

/** Characters of a text that are encoded at once. */
const AT_ONCE = 1 << 16;

/** Joins short pieces, so that none has fewer characters than can be taken at once, but for the last. */
export function* largerPieces(pieces: Iterable<string>): Generator<string, void, undefined> {
  let waiting: string[] = [];
  let length = 0;
  for (const piece of pieces) {
    waiting.push(piece);
    length += piece.length;
    if (length < AT_ONCE) continue;
    yield waiting.join('');
    waiting = [];
    length = 0;
  }
  if (length > 0) yield waiting.join('');
}

/**
 * The bytes of a text that is made piece by piece, to be gone through more than once. They lie in a spill file: in
 * memory when there is none. A piece is no longer what it was when the next one is asked for.
 */
export function textBytes(pieces: Iterable<string>, open?: () => SpillFile): Iterable<Uint8Array> {
  const encoder = new TextEncoder();
  const kept: (Uint8Array | Aside)[] = [];
  let file: SpillFile | undefined;
  for (const piece of largerPieces(pieces)) {
    const bytes = encoder.encode(piece);
    // A text of one piece needs no file.
    if (kept.length === 1) file = opened(open);
    kept.push((file && putAside(file, bytes)) ?? bytes);
  }
  const most = Math.max(0, ...kept.map((each) => (each instanceof Uint8Array ? 0 : each.size)));
  return {
    *[Symbol.iterator]() {
      const room = new Uint8Array(most);
      for (const each of kept) {
        if (each instanceof Uint8Array) yield each;
        else {
          const bytes = room.subarray(0, each.size);
          each.file.read(each.at, bytes);
          yield bytes;
        }
      }
    },
  };
}

/** A piece that lies in a file. It is no function: one made beside the bytes of a piece would keep them in memory. */
interface Aside {
  readonly file: SpillFile;
  readonly at: number;
  readonly size: number;
}

/** `undefined`: a disk that is full, or cannot be written to. */
function attempted<Value>(make: () => Value): Value | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}

const opened = (open: (() => SpillFile) | undefined): SpillFile | undefined => open && attempted(open);

function putAside(file: SpillFile, bytes: Uint8Array): Aside | undefined {
  const at = attempted(() => file.append(bytes));
  return at === undefined ? undefined : { file, at, size: bytes.length };
}

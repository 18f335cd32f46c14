import { digestOfSum, newSum } from '../model/entries/entry-hash.ts';
import type { KnownEntries, LentIndex } from './delta-entries.ts';
import { BLOCK_BYTES, entriesOfParts, lastOfBlock, rowOf, sumOfRows, sumOnce, targetOf } from './packed-entries.ts';
import { type PackedRows, ROWS_AT_ONCE } from './packed-rows.ts';
import type { RowIndex } from './row-index.ts';

/** A file without a name: it is gone with whoever has it. It is synchronous, since entries are. */
export interface SpillFile {
  /** Adds bytes at the end, and says where they begin. Throws where there is no room for them. */
  readonly append: (bytes: Uint8Array) => number;
  /** Fills a buffer with the bytes from a place on. */
  readonly read: (at: number, into: Uint8Array) => void;
}

/** Where the entries of many files lie. */
export interface EntryStore {
  /** A buffer for so many bytes of a file. `hold` takes it back. */
  readonly bytes: (size: number) => Uint8Array;
  /** An array of zeros for the index of a file. `hold` takes it back. */
  readonly ints: (size: number) => Int32Array;
  /**
   * The same entries, which may lie in the spill file from now on: then nobody else may have `file`, or anything of the
   * given entries. `file`: the bytes that they were read from. Those of another buffer are left alone.
   */
  readonly hold: (entries: KnownEntries, file: Uint8Array) => KnownEntries;
}

/** Bytes of files and of their indexes that stay in memory: about 25,000 terms. Whatever the first file has stays. */
export const STORE_BYTES = 2 * 1024 * 1024;

/** A file that takes no more than this with its index, about 400 terms, is small: to write and read it takes long. */
const SMALL_BYTES = 32 * 1024;

/** Bytes of small files and of their indexes that stay in memory beside the others. */
const SMALL_STORE_BYTES = 8 * 1024 * 1024;

/** The most bytes that stay in memory. */
interface StoreLimits {
  /** Of small files. Default 8 MB. */
  readonly small?: number;
  /** Of the others. Default `STORE_BYTES`. */
  readonly large?: number;
}

/** Buffers that wait to be used again, of each sort. They stay as long as the run goes on. */
const SPARE_MAX = 8;

/** Takes the first one that is large enough, and not much too large, from a list. */
function takeSpare<Kind extends Uint8Array | Int32Array>(spare: Kind[], size: number): Kind | undefined {
  const at = spare.findIndex(({ length }) => length >= size && length <= 4 * size + 1024);
  return at < 0 ? undefined : spare.splice(at, 1)[0];
}

const LANES = ['places', 'hashes', 'seconds', 'table'] as const;

/** An index as it lies in the file: its arrays, then its text. */
interface Spilled {
  readonly at: number;
  readonly size: number;
  readonly lengths: readonly number[];
  readonly textBytes: number;
}

const laneBytes = ({ lengths }: Pick<Spilled, 'lengths'>): number =>
  lengths.reduce((sum, length) => sum + 4 * length, 0);

const sizeOf = (spilled: Omit<Spilled, 'at' | 'size'>): number => laneBytes(spilled) + spilled.textBytes;

function spill(file: SpillFile, index: RowIndex): Spilled {
  const lanes = LANES.map((lane) => (lane === 'places' ? index.places.subarray(0, index.size * 4) : index[lane]));
  const [at = 0] = lanes.map((lane) => file.append(new Uint8Array(lane.buffer, lane.byteOffset, lane.byteLength)));
  file.append(index.text);
  return { at, size: index.size, lengths: lanes.map(({ length }) => length), textBytes: index.text.byteLength };
}

/**
 * The rows of an index in the file, a block at a time: whoever goes through all of them needs no room for more, and
 * nothing but their places and their text is read.
 */
function* partsAt(file: SpillFile, spilled: Spilled): Generator<PackedRows, void, undefined> {
  const textAt = spilled.at + laneBytes(spilled);
  const places = new Int32Array(4 * ROWS_AT_ONCE);
  let text = new Uint8Array(0);
  let most = BLOCK_BYTES.first;
  for (let row = 0; row < spilled.size; most = Math.min(most * 2, BLOCK_BYTES.most)) {
    const ahead = Math.min(most >> 4, ROWS_AT_ONCE, spilled.size - row);
    file.read(spilled.at + 16 * row, new Uint8Array(places.buffer, 0, 16 * ahead));
    const size = lastOfBlock({ text, places, size: ahead }, 0, most) + 1;
    const from = places[0] as number;
    const bytes = (places[4 * size - 1] as number) - from;
    if (bytes > text.length) text = new Uint8Array(Math.max(bytes, most));
    file.read(textAt + from, text.subarray(0, bytes));
    for (let place = 0; place < 4 * size; place += 1) places[place] = (places[place] as number) - from;
    yield { text, places, size };
    row += size;
  }
}

/** A buffer, and the index in it. */
interface Room {
  readonly buffer: ArrayBuffer;
  readonly spilled: Spilled;
  readonly index: RowIndex;
  /** How many look at it: it must not be filled with another one. */
  users: number;
}

/** The index in a buffer that has been filled from the file. */
function indexIn(buffer: ArrayBuffer, { size, lengths, textBytes }: Spilled): RowIndex {
  let at = 0;
  const [places, hashes, seconds, table] = lengths.map((length) => {
    const lane = new Int32Array(buffer, at, length);
    at += 4 * length;
    return lane;
  }) as [Int32Array, Int32Array, Int32Array, Int32Array];
  const text = new Uint8Array(buffer, at, textBytes);
  return { text, places, size, view: new DataView(buffer, at, textBytes), hashes, seconds, table };
}

type Look = NonNullable<KnownEntries['look']>;

/** Entries that lie in a file. `own`: an index for whoever keeps it. */
function spilledEntries(
  size: number,
  look: Look,
  parts: () => Iterable<PackedRows>,
  own: () => RowIndex,
  lend: () => LentIndex,
): KnownEntries {
  const sum = sumOnce(() => look((index) => sumOfRows(index, newSum())));
  return {
    size,
    look,
    parts,
    lend,
    get rows() {
      return own();
    },
    get index() {
      return own();
    },
    sum,
    get digest() {
      return digestOfSum(sum(), size);
    },
    get: (source) =>
      look((index) => {
        const row = rowOf(index, source);
        return row < 0 ? undefined : targetOf(index, row);
      }),
    [Symbol.iterator]: () => entriesOfParts(parts()),
  };
}

/**
 * A store for the files of one reading. Files beyond its limits go into the spill file, and the memory that they took
 * is used for the next ones: V8 would let 32 MB of such memory come together before it frees any. `open`: makes the
 * file when it is needed. Where that fails, everything stays in memory. The function is longer than 60 lines because it
 * is a record of short functions over what lies in one file.
 */
export function entryStore(
  open: () => SpillFile,
  { small = SMALL_STORE_BYTES, large = STORE_BYTES }: StoreLimits = {},
): EntryStore {
  const [spareBytes, spareInts]: [Uint8Array[], Int32Array[]] = [[], []];
  const lent = new WeakSet<ArrayBufferLike>();
  const held = { small: 0, large: 0 };
  let file: SpillFile | undefined;
  let isFull = false;
  /** Buffers of indexes that were lent. */
  const spareRooms: Uint8Array<ArrayBuffer>[] = [];
  /** Buffers with an index that somebody looks at, and one more. */
  const rooms: Room[] = [];

  function fill(from: SpillFile, spilled: Spilled, buffer: ArrayBuffer): RowIndex {
    from.read(spilled.at, new Uint8Array(buffer, 0, sizeOf(spilled)));
    return indexIn(buffer, spilled);
  }
  function roomOf(from: SpillFile, spilled: Spilled): Room {
    const known = rooms.find((each) => each.spilled === spilled);
    if (known !== undefined) return known;
    const at = rooms.findIndex(({ users }) => users === 0);
    const [free] = at < 0 ? [] : rooms.splice(at, 1);
    const isEnough = free !== undefined && free.buffer.byteLength >= sizeOf(spilled);
    const buffer = isEnough ? free.buffer : new ArrayBuffer(sizeOf(spilled));
    const room = { buffer, spilled, index: fill(from, spilled, buffer), users: 0 };
    rooms.push(room);
    return room;
  }
  function lend(from: SpillFile, spilled: Spilled): LentIndex {
    const size = sizeOf(spilled);
    const bytes = takeSpare(spareRooms, size) ?? new Uint8Array(size);
    const back = (): void => {
      spareRooms.push(bytes);
      spareRooms.splice(0, spareRooms.length - SPARE_MAX);
    };
    return { index: fill(from, spilled, bytes.buffer), back };
  }
  function entriesAt(from: SpillFile, spilled: Spilled): KnownEntries {
    let owned: WeakRef<RowIndex> | undefined;
    const look: Look = (take) => {
      const room = roomOf(from, spilled);
      room.users += 1;
      try {
        return take(room.index);
      } finally {
        room.users -= 1;
      }
    };
    const own = (): RowIndex => {
      const index = owned?.deref() ?? fill(from, spilled, new ArrayBuffer(sizeOf(spilled)));
      owned = new WeakRef(index);
      return index;
    };
    const parts = (): Iterable<PackedRows> => partsAt(from, spilled);
    return spilledEntries(spilled.size, look, parts, own, () => lend(from, spilled));
  }
  function spilledOrNone(index: RowIndex): KnownEntries | undefined {
    try {
      file ??= open();
      return entriesAt(file, spill(file, index));
    } catch {
      // A disk that is full, or cannot be written to.
      isFull = true;
      return undefined;
    }
  }

  return {
    bytes(size) {
      const bytes = takeSpare(spareBytes, size)?.subarray(0, size) ?? new Uint8Array(size);
      lent.add(bytes.buffer);
      return bytes;
    },
    ints(size) {
      const spare = takeSpare(spareInts, size)?.subarray(0, size).fill(0);
      return spare ?? new Int32Array(size);
    },
    hold(entries, bytes) {
      const { index } = entries;
      const taken = sizeOf({ lengths: LANES.map((lane) => index[lane].length), textBytes: index.text.byteLength });
      const size = taken <= SMALL_BYTES ? 'small' : 'large';
      const isFirst = held.small + held.large === 0;
      const isKept = isFull || isFirst || held[size] + taken <= { small, large }[size];
      const spilled = isKept ? undefined : spilledOrNone(index);
      if (spilled === undefined) {
        held[size] += taken;
        return entries;
      }
      for (const lane of LANES) spareInts.push(new Int32Array(index[lane].buffer as ArrayBuffer));
      if (lent.has(bytes.buffer)) spareBytes.push(new Uint8Array(bytes.buffer as ArrayBuffer));
      spareInts.splice(0, spareInts.length - SPARE_MAX);
      spareBytes.splice(0, spareBytes.length - SPARE_MAX);
      return spilled;
    },
  };
}

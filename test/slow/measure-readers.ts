import { longGrowthAbove } from './growth.ts';
import { measureInTurn, say } from './said.ts';

/** A text of about so many characters. */
export type Shape = (characters: number) => string;

export const repeated =
  (piece: string, before = '', after = ''): Shape =>
  (characters) =>
    before + piece.repeat(Math.ceil(characters / piece.length)) + after;

/** Rows or items that differ by their number. */
export const numbered =
  (piece: (index: number) => string, before = '', after = ''): Shape =>
  (characters) => {
    let text = before;
    for (let index = 0; text.length < characters; index += 1) text += piece(index);
    return text + after;
  };

/** Something that reads texts of some shapes. */
export type Reader = readonly [
  name: string,
  shapes: Readonly<Record<string, Shape>>,
  read: (bytes: Uint8Array, text: string) => unknown,
];

export const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Some inputs are refused by an error. */
export function tried(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

/** Says which reader takes more than 13 times as long for ten times the input. */
export const measureReaders = (
  readers: readonly Reader[],
  { size, cpuMs }: { readonly size: number; readonly cpuMs?: number },
): Promise<void> =>
  measureInTurn(
    readers.flatMap(([reader, shapes, read]) =>
      Object.entries(shapes).map(([shape, textOf]) => async () => {
        const name = `${reader}: ${shape}`;
        say({ name });
        const workOf = (characters: number) => {
          const text = textOf(characters);
          const bytes = encode(text);
          return () => read(bytes, text);
        };
        const growth = await longGrowthAbove(13, { small: workOf(size), large: workOf(size * 10) });
        if (growth === undefined) return;
        // V8 keeps an object in another way from some hundred keys on: that is one step, and none at the next sizes.
        const more = await longGrowthAbove(13, { small: workOf(size * 10), large: workOf(size * 100) });
        if (more !== undefined) say({ name, growth, more });
      }),
    ),
    cpuMs,
  );

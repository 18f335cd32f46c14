/**
 * One example: its title, and its parts by name, in the order of the file. A part is text in the form of `partOfBytes`.
 * Examples of one title follow each other, and all but the first have `==` alone above them.
 */
export interface TextCase {
  readonly title: string;
  readonly parts: ReadonlyMap<string, string>;
}

/** A file of examples. The parts before the first title are those of every example that has no such part of its own. */
export interface CaseFile {
  readonly subject: string;
  readonly shared: ReadonlyMap<string, string>;
  readonly cases: readonly TextCase[];
}

const TITLE = /^==(?: (.+))?$/;
const PART = /^-- ([a-z]+) --$/;
const COLUMNS = /^(?:\| [a-z]+ *)+\|$/;
/** Lines that begin like those of this form begin with an escape. Of lines with a bar only a head of columns is such. */
const LIKE_FORM = /^(?:==(?= |$)|-- |\|(?=(?: [a-z]+ *\|)+$))/gm;
const WIDTH_MAX = 120;

/** What the lines of one place of a file are added to. */
interface Place {
  /** True: the parts are side by side, and each of their lines begins with a bar. */
  readonly isWide: boolean;
  readonly add: (line: string) => void;
}

const addTo = (parts: Map<string, string>, name: string, lines: readonly string[]): void => {
  parts.set(name, (parts.get(name) ?? '') + lines.map((line) => `${line}\n`).join(''));
};

function onePart(parts: Map<string, string>, name: string): Place {
  parts.set(name, '');
  return { isWide: false, add: (line) => addTo(parts, name, [line]) };
}

/** Parts side by side, below the names of the columns. A part has ended where its column is blank in all lines below. */
function severalParts(parts: Map<string, string>, head: string): Place {
  const bars = [...head.matchAll(/\|/g)].map(({ index }) => index);
  const names = head
    .slice(1, -1)
    .split('|')
    .map((name) => name.trim());
  const open = new Map<string, string[]>(names.map((name) => [name, []]));
  for (const name of names) parts.set(name, '');
  return {
    isWide: true,
    add(line) {
      for (const [column, name] of names.entries()) {
        const cell = line.slice((bars[column] ?? 0) + 2, (bars[column + 1] ?? 0) - 1).trimEnd();
        const blank = open.get(name) ?? [];
        blank.push(cell);
        if (cell !== '') addTo(parts, name, blank.splice(0));
      }
    },
  };
}

export function parseCases(text: string): CaseFile {
  const subject: string[] = [];
  const shared = new Map<string, string>();
  const cases: { readonly title: string; readonly parts: Map<string, string> }[] = [];
  // The blank line above a title belongs to no part.
  const lines = text
    .replaceAll(/\n\n(?===(?: |\n))/g, '\n')
    .split('\n')
    .slice(0, -1);
  let place: Place | undefined;
  for (const line of lines) {
    const [title, part] = [TITLE.exec(line), PART.exec(line)?.[1]];
    const parts = cases.at(-1)?.parts ?? shared;
    if (title !== null) {
      cases.push({ title: title[1] ?? cases.at(-1)?.title ?? '', parts: new Map() });
      place = undefined;
    } else if (part !== undefined) place = onePart(parts, part);
    else if (COLUMNS.test(line) && place?.isWide !== true) place = severalParts(parts, line);
    else if (place !== undefined) place.add(line);
    else if (cases.length === 0) subject.push(line);
    else throw new Error(`"${line}" is in no part`);
  }
  return { subject: subject.join('\n'), shared, cases };
}

/** The lines of parts side by side; `undefined`: they are too wide, or one ends with a blank line. */
function sideBySide(parts: readonly (readonly [name: string, text: string])[]): string | undefined {
  if (parts.some(([, text]) => /(?:^|\n)\n$/.test(text))) return undefined;
  const columns = parts.map(([name, text]) => [name, ...text.split('\n').slice(0, -1)]);
  const widths = columns.map((lines) => Math.max(...lines.map((line) => line.length)));
  const height = Math.max(...columns.map((lines) => lines.length));
  const rows = Array.from({ length: height }, (_, row) =>
    columns.map((lines, column) => ` ${(lines[row] ?? '').padEnd(widths[column] ?? 0)} |`).join(''),
  );
  const shown = rows.map((row) => `|${row}\n`).join('');
  return (rows[0]?.length ?? 0) + 1 <= WIDTH_MAX ? shown : undefined;
}

/** Parts of an example as they are written: the files side by side where they fit. `files`: the names of their parts. */
function shownParts(parts: ReadonlyMap<string, string>, files: readonly string[]): string {
  const isFile = ([name]: readonly [string, string]): boolean => files.includes(name);
  const besides = [...parts].filter(isFile);
  const columns = besides.length > 1 ? sideBySide(besides) : undefined;
  return [...parts]
    .map((part) => {
      if (columns !== undefined && isFile(part)) return part[0] === besides[0]?.[0] ? columns : '';
      return `-- ${part[0]} --\n${part[1]}`;
    })
    .join('');
}

export const caseFileText = ({ subject, shared, cases }: CaseFile, files: readonly string[]): string => {
  const shown = cases.map(({ title, parts }, index) => {
    const head = title === cases[index - 1]?.title ? '==' : `== ${title}`;
    return `${head}\n${shownParts(parts, files)}`;
  });
  const head = `${subject === '' ? '' : `${subject}\n`}${shownParts(shared, [])}`;
  return [...(head === '' ? [] : [head]), ...shown].join('\n');
};

export const caseText = (of: TextCase, files: readonly string[]): string =>
  caseFileText({ subject: '', shared: new Map(), cases: [of] }, files);

/** What a person does not see, and what editors change: control and format characters, and all spaces but one. */
const HIDDEN = /[^\P{Z} ]|[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu;

/**
 * Bytes as a part has them: lines that an editor and git keep as they are. A `\` begins an escape: `\r`, `\t`, `\\`,
 * `\u{feff}`, and `\xff` for a byte that is no UTF-8. A `\` at the end of a line joins it with the next one; at the end
 * of the part it means that there is no line end.
 */
export function partOfBytes(bytes: Uint8Array): string {
  const text = [...validPieces(bytes)].join('');
  const lines = text.replace(/ $/gm, '\\x20').replace(LIKE_FORM, (mark) => `\\x${hex(mark)}${mark.slice(1)}`);
  return lines === '' || lines.endsWith('\n') ? lines : `${lines}\\\n`;
}

const hex = (text: string): string => (text.codePointAt(0) ?? 0).toString(16).padStart(2, '0');

const escaped = (text: string): string =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll(HIDDEN, (found) =>
      found === '\n' ? found : found === '\r' ? '\\r' : found === '\t' ? '\\t' : `\\u{${hex(found)}}`,
    );

function* validPieces(bytes: Uint8Array): Iterable<string> {
  for (let at = 0; at < bytes.length; ) {
    const lead = bytes[at] ?? 0;
    const length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    try {
      yield escaped(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes.subarray(at, at + length)));
      at += length;
    } catch {
      yield `\\x${lead.toString(16)}`;
      at += 1;
    }
  }
}

export function bytesOfPart(part: string): Uint8Array {
  const form = /^\\(?:(?<plain>[\\rt])|x(?<byte>[0-9a-f]{2})|u\{(?<point>[0-9a-f]+)\}|(?<join>\n))$/;
  const pieces = part.split(/(\\(?:[\\rt]|x[0-9a-f]{2}|u\{[0-9a-f]+\}|\n))/).map((piece) => {
    const { plain, byte, point, join } = form.exec(piece)?.groups ?? {};
    if (join !== undefined) return Buffer.of();
    if (byte !== undefined) return Buffer.of(Number.parseInt(byte, 16));
    if (point !== undefined) return Buffer.from(String.fromCodePoint(Number.parseInt(point, 16)));
    return Buffer.from({ '\\': '\\', r: '\r', t: '\t' }[plain ?? ''] ?? piece);
  });
  return new Uint8Array(Buffer.concat(pieces));
}

export const partOfText = (text: string): string => partOfBytes(new TextEncoder().encode(text));

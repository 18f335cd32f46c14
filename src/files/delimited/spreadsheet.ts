/** The beginnings of files that spreadsheet programs save: a ZIP archive (XLSX, ODS, Numbers), and the older XLS. */
const SIGNATURES: readonly (readonly number[])[] = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1],
];

/** True for the content of a spreadsheet, regardless of the file's name. */
export const isSpreadsheet = (bytes: Uint8Array): boolean =>
  SIGNATURES.some((signature) => signature.every((byte, index) => bytes[index] === byte));

/** True for the name of a spreadsheet. False for the lock files that programs create next to an open one. */
export const isSpreadsheetName = (name: string): boolean =>
  /\.(?:xlsx?|xlsm|xlsb|ods|fods|numbers)$/i.test(name) && !/^(?:~\$|\.)/.test(name);

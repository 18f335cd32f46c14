// Small files of the program in one. Whatever two sets of modules share becomes a file of its own (`together.mjs`),
// and many of these hold a few lines: finding and reading such a file takes longer than parsing it.
import { basename } from 'node:path';

const SMALL_MAX = 9000;

/**
 * Files in CommonJS, of which those that are small and no entry point become one that runs each at its first
 * `require()`.
 *
 * @param files `{ path, text }` of each
 * @param isApart true of the path of a file that stays one of its own, however small
 * @param name of the file that is made
 */
export function withoutSmall(files, isApart, name) {
  const small = files.filter(({ path, text }) => text.length < SMALL_MAX && !isApart(path));
  if (small.length === 0) return files;
  const names = new Set(small.map(({ path }) => basename(path)));
  const pointed = (text) =>
    text.replace(/\brequire\("(\.\/(?:[\w-]+\/)?)([\w.-]+)"\)/g, (call, folder, file) =>
      names.has(file) ? `require("${folder}${name}")("${file}")` : call,
    );
  const parts = small.map(({ path, text }) => `"${basename(path)}":(module,exports)=>{${pointed(text)}}`);
  const text = `const parts={${parts.join(',\n')}},loaded={};
module.exports=(name)=>{
  if(loaded[name]===undefined)parts[name](loaded[name]={exports:{}},loaded[name].exports);
  return loaded[name].exports;
};
`;
  const rest = files.filter((file) => !small.includes(file)).map((file) => ({ ...file, text: pointed(file.text) }));
  return [...rest, { path: small[0].path.replace(basename(small[0].path), name), text }];
}

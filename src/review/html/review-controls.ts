import { type Markup, markup, tableHead } from './markup.ts';

/** The progress of the reader, and the button for the help. The script shows both. */
export const REVIEW_CONTROLS: Markup = markup`<p id="progress" role="status"></p>
<button type="button" id="open-help" aria-haspopup="dialog" hidden>Keys <kbd>?</kbd></button>`;

const KEYS: readonly (readonly [keys: readonly string[], words: string])[] = [
  [['j', 'k'], 'next and previous row'],
  [['x'], 'mark the row as reviewed, or remove the mark'],
  [['Enter'], 'show or hide the notes of a term'],
  [['↓', '↑', 'PageDown', 'PageUp', 'Home', 'End'], 'step through the terms'],
  [['/'], 'search'],
  [['?'], 'this help'],
];

/** The help with the keys, as a dialog that the script opens. */
export function helpDialog(): Markup {
  const rows = KEYS.map(
    ([keys, words]) =>
      markup`<tr><th scope="row">${keys.map((key) => markup`<kbd>${key}</kbd> `)}</th><td>${words}</td></tr>`,
  );
  return markup`<dialog id="help" aria-labelledby="help-title"><h2 id="help-title">Keys</h2>
<table>${tableHead('Key', 'Action')}<tbody>${rows}</tbody></table>
<p><label><input type="checkbox" id="single" checked> Use the keys that are single signs: j, k, x, / and ?</label></p>
<p>Marks are stored in this browser, for these changes only. Other people do not see them.</p>
<button type="button" id="close-help">Close</button></dialog>`;
}

/** The box that marks a row as reviewed. The script shows it. `name`: the label of the row. */
export const tickBox = (name: Markup): Markup =>
  markup`<label class="tick-label"><input type="checkbox" class="tick" hidden><span class="sr">Reviewed: ${name}</span></label>`;

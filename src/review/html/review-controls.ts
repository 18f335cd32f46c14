import { type Markup, markup, tableHead } from './markup.ts';

/** The progress of the reader and the button for the help. The script shows both. */
export const REVIEW_CONTROLS: Markup = markup`<p id="progress" role="status"></p>
<button type="button" id="open-help" aria-haspopup="dialog" hidden>Keys <kbd>?</kbd></button>`;

type KeyWords = readonly [keys: readonly string[], words: string];

const MARK_KEY: KeyWords = [['x'], 'mark the row as reviewed, or remove the mark'];

const keyWords = (isReviewed: boolean): readonly KeyWords[] => [
  [['j', 'k'], 'next and previous row'],
  ...(isReviewed ? [MARK_KEY] : []),
  [['Enter'], 'show or hide the notes of a term'],
  [['↓', '↑', 'PageDown', 'PageUp', 'Home', 'End'], 'step through the terms'],
  [['/'], 'search'],
  [['?'], 'this help'],
];

const STORED_MARKS = 'Marks are stored in this browser, for these changes only. Other people do not see them.';

/** Where the marks of the reader are, below the terms: a phone does not show the help. */
export const STORED_NOTE: Markup = markup`<p class="meta">${STORED_MARKS}</p>`;

/** The help with the keys, as a dialog that the script opens. `isReviewed`: a reader can mark rows as reviewed. */
export function helpDialog(isReviewed: boolean): Markup {
  const rows = keyWords(isReviewed).map(
    ([keys, words]) =>
      markup`<tr><th scope="row">${keys.map((key) => markup`<kbd>${key}</kbd> `)}</th><td>${words}</td></tr>`,
  );
  return markup`<dialog id="help" aria-labelledby="help-title"><h2 id="help-title">Keys</h2>
<table>${tableHead('Key', 'Action')}<tbody>${rows}</tbody></table>
<p><label><input type="checkbox" id="single" checked> Use the keys that are single signs</label></p>
${isReviewed && markup`<p>${STORED_MARKS}</p>`}
<button type="button" id="close-help">Close</button></dialog>`;
}

/** The box that marks all shown terms as reviewed. The script shows it. */
export const TICK_ALL: Markup = markup`<input type="checkbox" id="tick-shown" aria-label="Reviewed: all shown" hidden>`;

/** The box that marks a row as reviewed. The script shows and names it. */
export const TICK_BOX: Markup = markup`<input type="checkbox" class="tick" hidden>`;

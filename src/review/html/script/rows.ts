/**
 * Part of the page's script: the data, and the elements of one term. Data is inserted into the document only as text.
 */
export const ROWS_SCRIPT = String.raw`
const { kindOf, groupOf, groups, kinds, natures, files, links, pairs, blockTerms } = data;
/** The dictionary that a row has moved to, and what its sides differ in and in nothing else: of rows that have that. */
const [movedTo, natureOf] = [new Map(data.movedTo), new Map(data.natureOf)];
/** The other dictionaries that inherit the term of a row. */
const alsoIn = new Map(data.alsoIn);
/** The number of changed terms: a row counts once for each dictionary that inherits its term. */
const allTerms = data.alsoIn.reduce((count, [, others]) => count + others.length, kindOf.length);
/** The rows that overwrite a change on the service. */
const undoing = new Set(data.undoing);
/** The dictionaries of which a filter shows a row. */
const groupsOf = (index) =>
  [groupOf[index], ...(movedTo.has(index) ? [movedTo.get(index)] : []), ...(alsoIn.get(index) || [])];
const [table, search, pairSelect, groupSelect, orderSelect] = ['table', 'search', 'pair', 'group', 'order'].map(byId);
/** True for a dictionary that the filters show. */
const isChosen = (each, group = Number(groupSelect.value), pair = Number(pairSelect.value)) =>
  (group < 0 || each === group) && (pair < 0 || groups[each].pair === pair);
/** The dictionaries with the change of a row, one that the filters show first. */
function placesOf(index) {
  const places = [groupOf[index], ...(alsoIn.get(index) || [])];
  const chosen = places.find((each) => isChosen(each));
  return chosen === undefined ? places : [chosen, ...places.filter((each) => each !== chosen)];
}
const [top, bottom] = [byId('above'), byId('below')];
/** Text without a character that could be one with another is in NFC already. */
const folded = (text) => (/[\u0300-\uffff]/.test(text) ? text.normalize('NFC') : text).toLowerCase();

const blocks = [];
/** The texts of terms are read when they are needed. */
const blockOf = (block) => blocks[block] || (blocks[block] = JSON.parse(byId('terms-' + block).textContent));
const termOf = (index) => blockOf(Math.floor(index / blockTerms))[index % blockTerms];

function element(tag, style, ...inside) {
  const made = document.createElement(tag);
  if (style) made.className = style;
  made.append(...inside);
  return made;
}

const unseen = new RegExp(data.unseen.pattern, 'gu');
const [names, drawn] = [data.unseen.names, data.unseen.drawn].map((each) => new Map(Object.entries(each)));
const seen = new RegExp(data.unseen.seen, 'u');
const isSeen = (number) => number && seen.test(String.fromCodePoint(parseInt(number, 16)));
const unnamed = (number) => (isSeen(number) ? data.unseen.seenName : 'character that cannot be seen');

/** Text with a title on each stand-in for what cannot be seen. */
function titled(text) {
  const parts = [];
  let end = 0;
  for (const match of text.matchAll(unseen)) {
    const isSpace = !match[1] && match[0] > '\u009f' && match[0] <= '\u3000' && match[0].trim() === '';
    const number = isSpace ? match[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0') : match[1];
    const name = names.get(number || match[0]) || unnamed(number);
    const [style, shown] = drawn.get(match[0]) || ['', match[0]];
    const mark = element('span', isSpace ? 'wide' : ('unseen ' + style).trim(), shown);
    mark.title = number ? name + ', U+' + number : name;
    parts.push(text.slice(end, match.index), mark);
    end = match.index + match[0].length;
  }
  parts.push(text.slice(end));
  return parts;
}

/** A phrase apart from the direction of its surroundings; every second piece is marked. */
function phrase(text, pieces, mark, { dir = 'auto' }) {
  const made = element('bdi', '');
  made.dir = dir;
  const letters = (part, index) => (index % 2 ? [element('mark', '', ...titled(part))] : titled(part));
  const changed = (piece) =>
    typeof piece === 'string'
      ? element(mark, '', ...titled(piece))
      : element(mark, 'word', ...piece.flatMap(letters));
  for (const [index, piece] of (pieces || [text]).entries())
    made.append(...(index % 2 ? [changed(piece)] : titled(piece)));
  return made;
}

/** A path, which may go on in the next line behind each slash. */
function breakable(path) {
  const made = element('bdi', '');
  for (const part of path.split(/(?<=\/)/)) made.append(element('span', 'step', part));
  return made;
}

function cell(tag, role, style, ...inside) {
  const made = element(tag, style, ...inside);
  made.setAttribute('role', role);
  return made;
}

/** The language of a cell, where it is known, and its direction. */
function speaks(cell, { lang = '', dir = '' }) {
  if (lang !== '') cell.lang = lang;
  if (dir !== '') cell.dir = dir;
}

const isMany = groups.length > 1;
/** The languages of a dictionary, or its name where they are not known. */
const pairParts = ({ name, languages }) =>
  languages.length === 0
    ? [name]
    : languages.flatMap(({ words, own, ...language }, index) => {
        const made = element('span', 'language', words);
        if (own) {
          const named = element('bdi', '', own);
          speaks(named, language);
          made.append(' · ', named);
        }
        if (index === 0) made.append(' →');
        return [made, ' '];
      });
/** The same where there are no elements: the direction of a name does not affect what is around it. */
const pairWords = ({ name, languages }, isShort) =>
  languages.length === 0
    ? name
    : languages.map(({ words, own }) => words + (own && !isShort ? ' · \u2068' + own + '\u2069' : '')).join(' → ');

/** The lines below a term: each finding of the linter, then the fields that are shown on request. */
function aboutElements(position) {
  const [, , , , , , , , , , lint = [], notes = []] = termOf(items[position]);
  if (lint.length + notes.length === 0) return [];
  const inside = cell('td', 'cell', '');
  inside.colSpan = 6;
  for (const [level, message] of lint)
    inside.append(element('p', 'lint ' + level, 'lint ' + level + ': ', element('bdi', '', message)));
  if (notes.length > 0) {
    const summary = element('summary', '', notes.map(([noun]) => noun).join(', '));
    const list = element('dl', '');
    for (const [noun, text] of notes) {
      const shown = element('dd', '', text);
      shown.dir = 'auto';
      list.append(element('div', '', element('dt', '', noun), shown));
    }
    inside.append(element('details', '', summary, list));
  }
  const made = cell('tr', 'row', 'about');
  made.append(inside);
  return [made];
}

function rowElement(position) {
  const [oldSource, oldTarget, newSource, newTarget, file, line, there, nature, allPieces, said] =
    termOf(items[position]);
  const pieces = allPieces || [];
  const { id, words } = kinds[kindOf[items[position]]];
  const [group, ...others] = placesOf(items[position]).map((each) => groups[each]);
  const { languages: [from = {}, to = {}] } = pairs[group.pair];
  const made = cell('tr', 'row', id);
  made.setAttribute('aria-rowindex', position + 2);
  made.dataset.at = position;
  const undoes = undoing.has(items[position]);
  const what = cell('td', 'cell', 'kind', element('span', 'badge ' + (undoes ? 'undoes' : id), words));
  if (total > 0) {
    const box = element('input', 'tick');
    box.type = 'checkbox';
    box.checked = ticked.has(items[position]);
    box.setAttribute('aria-label', 'Reviewed: ' + (newSource === null ? oldSource : newSource));
    made.classList.toggle('ticked', box.checked);
    what.prepend(box);
  }
  if (nature !== null) what.append(element('span', 'other', natures[nature].words));
  if (undoes) what.append(element('span', 'other', data.undoes));
  if (there !== null) what.append(element('span', 'other', 'to ', breakable(groups[there].address)));
  const where = cell('td', 'cell', 'dictionary', element('span', 'pair', ...pairParts(pairs[group.pair])));
  if (isMany) where.append(element('bdi', 'of', group.name));
  if (others.length > 0) {
    const summary = element('summary', '', 'also in ' + grouped(others.length) + ' more');
    const names = others.flatMap(({ address }, index) => [index > 0 ? ', ' : '', breakable(address)]);
    where.append(' ', element('details', 'other', summary, ...names));
  }
  const source = cell('th', 'rowheader', 'source');
  source.scope = 'row';
  speaks(source, from);
  const was = () => phrase(oldSource, pieces[0], 'del', from);
  const now = () => phrase(newSource, pieces[2], 'ins', from);
  if (newSource === null) source.append(was());
  else if (oldSource === null || oldSource === newSource) source.append(now());
  else source.append(element('span', 'was', was()), element('span', 'now', now()));
  for (const line of said || []) source.append(element('bdi', 'said', line));
  const before = cell('td', 'cell', 'before');
  const after = cell('td', 'cell', 'after');
  speaks(before, to);
  speaks(after, to);
  if (oldTarget === newTarget) made.classList.add('same');
  if (oldTarget !== null) before.append(phrase(oldTarget, pieces[1], 'del', to));
  if (newTarget !== null) after.append(phrase(newTarget, pieces[3], 'ins', to));
  const place = cell('td', 'cell', 'place');
  const at = file >= 0 && breakable(files[file] + ':' + line);
  if (at && links[file]) {
    const link = element('a', '', at);
    link.href = links[file] + '#L' + line;
    place.append(link);
  } else if (at) place.append(at);
  made.append(what, where, source, before, after, place);
  return made;
}
`;

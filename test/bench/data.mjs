// Dictionaries as they are measured: about 240,000 entries in 10,000,000 bytes, some quoted, 1 % of them changed.

/** A small generator of pseudo-random numbers in [0, 1): the same seed, the same data. */
export function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const LATIN = ['ra', 'ten', 'mo', 'li', 'sur', 'ka', 'ver', 'no', 'pel', 'dis', 'ü', 'gra', 'é', 'ton', 'wi', 'zo'];

const KANA = ['あ', 'カ', 'さ', 'タ', 'な', 'ハ', 'ま', 'ヤ', '用', '語', '集', '翻', '訳', 'ー', 'ン', 'る'];

function phrase(next, words, syllables) {
  const parts = [];
  for (let word = 0; word < words; word += 1) {
    let text = '';
    for (let count = 1 + Math.floor(next() * 3); count > 0; count -= 1)
      text += syllables[Math.floor(next() * syllables.length)];
    parts.push(text);
  }
  return parts.join(' ');
}

const inQuotes = (text) => `"${text.replaceAll('"', '""')}"`;
const field = (text) => (/[",\n]/.test(text) ? inQuotes(text) : text);

/** Entries until their CSV has about `bytes` bytes; 7 % hold a comma. Of Latin syllables, or Japanese. */
export function entries(bytes, seed, japanese = false) {
  const script = japanese ? KANA : LATIN;
  const next = random(seed);
  const found = [];
  for (let size = 0, row = 0; size < bytes; row += 1) {
    const source = `${phrase(next, 2, script)} ${row.toString(36)}`;
    const target = `${phrase(next, 2, script)}${next() < 0.07 ? ', ' : ' '}${phrase(next, 1, script)}`;
    found.push([source, target]);
    size += Buffer.byteLength(source) + Buffer.byteLength(target) + 2;
  }
  return found;
}

/** Words of a product that people translate; a phrase has no word twice. */
const WORDS = [
  'account address button calendar capacity channel choice column contract currency customer damage delivery',
  'discount document drawing engine estimate exchange feature filter folder garden handle harbour hinge invoice',
  'journey kitchen label leather letter library licence margin market measure message mirror monitor motor',
  'network notice number offer order package paper payment picture pocket portrait price printer product profile',
  'quarter receipt record region release repair report request sample screen season section sensor server signal',
  'socket stock storage student supplier surface switch system table target ticket timber traffic upload value',
  'vehicle version volume voucher warehouse window workshop',
].flatMap((line) => line.split(' '));

function words(next, count) {
  const chosen = new Set();
  while (chosen.size < count) chosen.add(WORDS[Math.floor(next() * WORDS.length)]);
  return [...chosen].join(' ');
}

/** So many terms of about 46 bytes a row, of words. Japanese ones have a translation in its script. */
export function terms(count, seed, japanese = false) {
  const next = random(seed);
  return Array.from({ length: count }, (_, row) => [
    `${words(next, 2)} ${row.toString(36)}`,
    japanese ? `${phrase(next, 3, KANA)} ${row.toString(36)}` : `${words(next, 3)} x${row.toString(36)}`,
  ]);
}

/** The same entries with 1 % of the targets changed. */
export function edited(all, seed) {
  const next = random(seed);
  return all.map(([source, target]) => [source, next() < 0.01 ? `${target} x` : target]);
}

/** The same entries in another order. */
export function shuffled(all, seed) {
  const next = random(seed);
  const mixed = [...all];
  for (let last = mixed.length - 1; last > 0; last -= 1) {
    const other = Math.floor(next() * (last + 1));
    [mixed[last], mixed[other]] = [mixed[other], mixed[last]];
  }
  return mixed;
}

export const csv = (all) => all.map(([source, target]) => `${field(source)},${field(target)}\n`).join('');

/** The same with every cell in quotes. */
export const quotedCsv = (all) => all.map(([source, target]) => `${inQuotes(source)},${inQuotes(target)}\n`).join('');

const each = (key: string, form: (character: string, code: number) => string): string =>
  [...key].map((character) => form(character, character.charCodeAt(0))).join('');

const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0');

/** As a program breaks long lines. */
const inLines = (text: string, lineEnd: string): string => text.replace(/.{12}(?=.)/g, `$&${lineEnd}`);

/**
 * The forms in which somebody may repeat a key: name of the form → text. None of them needs anything but the key to be
 * read.
 */
export function keyForms(key: string): Readonly<Record<string, string>> {
  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  return {
    plain: key,
    upper: key.toUpperCase(),
    lower: key.toLowerCase(),
    header: `Service-Auth-Key ${key}`,
    url: encodeURIComponent(key),
    'url, every character': each(key, (_, code) => `%${hex(code, 2)}`),
    'url, upper case': each(key, (_, code) => `%${hex(code, 2).toUpperCase()}`),
    json: each(key, (_, code) => `\\u${hex(code, 4)}`),
    'json, some': each(key, (character, code) => (code % 2 === 0 ? character : `\\u${hex(code, 4)}`)),
    'json in json': JSON.stringify(each(key, (_, code) => `\\u${hex(code, 4)}`)).slice(1, -1),
    'json, slashes': key.replaceAll('/', '\\/'),
    javascript: each(key, (_, code) => `\\x${hex(code, 2)}`),
    html: each(key, (_, code) => `&#${code};`),
    'html, hexadecimal': each(key, (_, code) => `&#x${hex(code, 2)};`),
    hexadecimal: Buffer.from(key).toString('hex'),
    'hexadecimal, spaced': each(key, (_, code) => `${hex(code, 2)} `).trim(),
    base64: base64(key),
    'base64, one before': base64(`:${key}`),
    'base64, two before': base64(`u:${key}`),
    'base64 of the header': base64(`Service-Auth-Key ${key}`),
    'base64 of more': base64(`"${key}", and more`),
    base64url: Buffer.from(key).toString('base64url'),
    'base64 in a url': encodeURIComponent(base64(key)),
    'a url with a user': `https://user:${encodeURIComponent(key)}@service.test/`,
    'on several lines': inLines(key, '\n'),
    'on several lines, in json': inLines(key, '\\n'),
    'base64 on several lines': inLines(base64(`Service-Auth-Key ${key}`), '\r\n '),
  };
}

/** Pieces that no text of ours has, and that give most of a form away: its middle. */
const middleOf = (form: string): string => form.slice(Math.floor(form.length / 4), Math.ceil((form.length * 3) / 4));

/** A text without line ends and spaces, as they are and as a string of JSON has them. */
const squeezed = (text: string): string => text.replace(/\s|\\+[nrt]/g, '');

/** The forms of a key that a text holds, whole or most of them, also where white space divides them. */
export function formsIn(text: string, key: string): readonly string[] {
  const whole = squeezed(text);
  return Object.entries(keyForms(key)).flatMap(([name, form]) =>
    whole.includes(middleOf(squeezed(form))) ? [name] : [],
  );
}

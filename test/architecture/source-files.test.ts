// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the code that is scanned here holds templates.
import { describe, expect, test } from 'vitest';
import { importCycles, importsIn, maskCode, sourceFile } from './source-files.ts';

const codeOf = (text: string): string => maskCode(text).code;

describe('the scanner', () => {
  test.each([
    ['a string with slashes', "const url = 'https://x.test'; process.exit();"],
    ['a string with a quote', "const quote = '\\''; process.exit();"],
    ['double quotes', 'const it = "it\'s // here"; process.exit();'],
    ['a template', 'const url = `https://${host}/`; process.exit();'],
    ['a template in a template', 'const text = `a ${`// ${x}`} b`; process.exit();'],
    ['an object in a hole', 'const text = `${{ a: `}` }.a} //`; process.exit();'],
    ['a regular expression', 'const path = /[/\'"]\\/\\//; process.exit();'],
    ['a division', "const half = (a + b) / 2; const other = c / d; process.exit(); // '"],
  ])('%s hides nothing behind it', (_, text) => {
    expect(codeOf(text)).toContain('process.exit();');
  });

  test.each([
    ['a line', 'a(); // process.exit()\nb();'],
    ['a block', 'a(); /* process.exit() */ b();'],
    ['a string', "a('process.exit()'); b();"],
    ['a template', 'a(`process.exit()`); b();'],
    ['a regular expression', 'a(/process.exit()/); b();'],
  ])('%s is no code', (_, text) => {
    expect(codeOf(text)).not.toContain('process');
    expect(codeOf(text)).toContain('b();');
  });

  test('returns each comment on one line', () => {
    const text = "/** A `b`\n * c. */\na(); // d\n  // e\n  b('// f'); /* g */ c(/\\/\\//);\n\n// h\n";
    expect(maskCode(text).comments).toEqual(['A `b` c.', 'd e', 'g', 'h']);
  });

  test('a hole of a template is code', () => {
    expect(codeOf('`${process.exit()}`')).toContain('process.exit()');
  });

  test('finds every way to import', () => {
    const text = [
      "import { a } from './a.ts';",
      "import type { B } from './b.ts';",
      "import { type C, type D } from './c.ts';",
      "import { type E, f } from './e.ts';",
      "import * as g from './g.ts';",
      "export { h } from './h.ts';",
      "export type { I } from './i.ts';",
      "import './j.ts';",
      "const k = await import('./k.ts');",
      "type L = import('./l.ts').L;",
      "import {\n  m,\n  n,\n} from './m.ts';",
      "const text = \"import o from './o.ts'\"; // import p from './p.ts'",
    ].join('\n');
    expect(importsIn(text).map(({ specifier, kind }) => `${specifier.slice(2, 3)} ${kind}`)).toEqual([
      'a static',
      'b type',
      'c type',
      'e static',
      'g static',
      'h static',
      'i type',
      'j static',
      'k dynamic',
      'l dynamic',
      'm static',
    ]);
  });
});

describe('circles', () => {
  const cyclesOf = (texts: Readonly<Record<string, string>>) =>
    importCycles(Object.entries(texts).map(([path, text]) => sourceFile(path, text)));

  test('of types and of imports on demand are found', () => {
    expect(
      cyclesOf({
        'x/a.ts': "import type { B } from '../y/b.ts';",
        'y/b.ts': "const c = () => import('./c.ts');",
        'y/c.ts': "import { a } from '../x/a.ts';",
        'y/d.ts': "import { a } from '../x/a.ts';",
        'e.ts': "type E = import('./e.ts').E;",
      }),
    ).toEqual([['x/a.ts', 'y/b.ts', 'y/c.ts'], ['e.ts']]);
  });

  test('are not found where two ways lead to one file', () => {
    expect(
      cyclesOf({
        'a.ts': "import './b.ts'; import './c.ts';",
        'b.ts': "import './d.ts';",
        'c.ts': "import './d.ts';",
        'd.ts': '',
      }),
    ).toEqual([]);
  });
});

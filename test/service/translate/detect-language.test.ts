import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { detectLanguage } from '../../../src/service/translate/detect-language.ts';
import { runs } from '../../support/runs.ts';

describe('by script', () => {
  test.each([
    ['KO', '집은 매우 큽니다'],
    ['JA', '家はとても大きいです'],
    ['JA', 'コンピュータ'],
    ['JA', 'ｺﾝﾋﾟｭｰﾀ'],
    ['ZH', '房子很大'],
    ['RU', 'Дом очень большой'],
    ['UK', 'Будинок дуже великий і ґарний'],
    ['UK', 'ЇЖАК'],
    ['AR', 'البيت كبير جدا'],
    ['EL', 'Το σπίτι είναι μεγάλο'],
    ['HE', 'הבית גדול מאוד'],
    ['TH', 'บ้านใหญ่มาก'],
  ])('%s: %s', (code, text) => {
    expect(detectLanguage(text)).toBe(code);
  });

  test('the script with the most letters decides, and a foreign word does not', () => {
    expect(detectLanguage('The word for house is 家, said the teacher')).toBe('EN');
    expect(detectLanguage('Das Zeichen μ ist nicht selten')).toBe('DE');
    expect(detectLanguage('Прочитайте файл README')).toBe('RU');
    expect(detectLanguage('東京 is')).toBe('ZH'); // as many of both
  });
});

describe('Latin letters, by stop words and letters that few languages have', () => {
  test.each([
    ['EN', 'I need a house'],
    ['EN', 'The house is on the hill'],
    ['DE', 'Das Haus ist nicht groß'],
    ['DE', 'Übersetzung'],
    ['DE', 'Gru\u0308ße'],
    ['FR', 'La maison est dans la forêt'],
    ['FR', 'Ça va'],
    ['ES', 'El perro es muy grande y está en la casa'],
    ['ES', 'mañana'],
    ['IT', 'Il cane non è nella casa degli amici'],
    ['IT', 'però'],
    ['PT', 'O cão não está em casa'],
    ['PT', 'canções'],
    ['NL', 'Het huis is niet groot'],
    ['PL', 'Dom jest duży i nie jest mały'],
    ['PL', 'żółw'],
  ])('%s: %s', (code, text) => {
    expect(detectLanguage(text)).toBe(code);
  });

  test.each(['', ' \n', '12 + 3 = 15', '😀', '\uD83D', 'Lexform', 'in', 'constructor __proto__'])(
    '%j tells nothing, and is English',
    (text) => {
      expect(detectLanguage(text)).toBe('EN');
    },
  );
});

test('any text has one language of the list, always the same, whatever stands around it', () => {
  const known = new Set('KO JA ZH RU UK AR EL HE TH EN DE FR ES IT PT NL PL'.split(' '));
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 30 }), (text) => {
      const code = detectLanguage(text);
      expect(known.has(code)).toBe(true);
      expect(detectLanguage(`\t1 ${text} 2\n`)).toBe(code);
    }),
    { numRuns: runs(300) },
  );
});

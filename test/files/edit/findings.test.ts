import { describe, expect, test } from 'vitest';
import { editFaults } from '../../../src/files/edit/edit-yaml-file.ts';
import { checkWanted, notSafe, wantedEntries } from '../../../src/files/edit/entry-edit.ts';
import type { Finding } from '../../../src/model/finding.ts';
import { entryValues } from '../../support/file-values.ts';

const file = 'f';
const top = { file, line: 1, column: 1 };
const unsafe = (what: string) => ({ code: 'edit-not-safe', severity: 'error', at: top, details: { what } });

describe('what a reader finds in an edited file', () => {
  const finding = (code: string, severity: Finding['severity']): Finding => ({
    code,
    severity,
    at: { file: 'g', line: 7, column: 3 },
    details: { key: 'k' },
  });

  test('is named at its top; warnings are not', () => {
    expect(editFaults([finding('value-empty', 'error'), finding('text-blank', 'warning')], file)).toEqual([
      { code: 'value-empty', severity: 'error', at: top, details: { key: 'k' } },
    ]);
    expect(editFaults([finding('text-blank', 'warning'), finding('yaml-odd', 'warning')], file)).toEqual([]);
  });

  test('is one finding when the file is no YAML any more', () => {
    const findings = [finding('value-empty', 'error'), finding('yaml-syntax', 'error')];
    expect(editFaults(findings, file)).toEqual([unsafe('content')]);
    expect(editFaults([finding('no-yaml-', 'error')], file)).toEqual([{ ...finding('no-yaml-', 'error'), at: top }]);
  });
});

describe('edits of entries', () => {
  test('the last one of a phrase counts', () => {
    const wanted = wantedEntries(
      entryValues([
        { kind: 'set', source: 'a', target: 'x' },
        { kind: 'remove', source: 'b' },
        { kind: 'set', source: 'b', target: 'y' },
        { kind: 'remove', source: 'a' },
      ]),
    );
    expect([...wanted]).toEqual([
      ['a', undefined],
      ['b', 'y'],
    ]);
  });

  test('a phrase that is none is refused at the top of the file; one that goes may be anything', () => {
    expect(checkWanted(new Map([['', undefined]]), file)).toEqual([]);
    expect(
      checkWanted(
        new Map([
          ['', 'x'],
          ['b', ' y'],
        ]),
        file,
      ),
    ).toMatchObject([
      { code: 'phrase-empty', severity: 'error', at: top },
      { code: 'phrase-outer-space', severity: 'error', at: top },
    ]);
    expect(notSafe(file, 'rows')).toEqual(unsafe('rows'));
  });
});

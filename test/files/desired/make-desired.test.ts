import { describe, expect, test } from 'vitest';
import { makeDesired } from '../../../src/files/desired/make-desired.ts';
import type {
  DeveloperKeySource,
  DictionarySource,
  GlossarySource,
  StyleListSource,
} from '../../../src/files/workspace/sources.ts';
import { entriesOf } from '../../../src/model/entries/entries.ts';
import type { SourceRef } from '../../../src/model/source-ref.ts';
import { DEFAULT_SAFETY, type WorkspaceConfig } from '../../../src/model/workspace/workspace.ts';

const config: WorkspaceConfig = {
  targets: [],
  safety: DEFAULT_SAFETY,
  prune: [],
  ledger: { kind: 'none' },
  concurrency: 4,
};
const place = (file: string, line = 1): SourceRef => ({ file, line, column: 1 });

const dictionary = (source: string, target: string, file: string): DictionarySource => ({
  pair: { source, target },
  origin: place(file),
  declaredAt: place(file),
  entries: entriesOf([[file, 'x']]),
  locate: () => place(file, 2),
  stored: { kind: 'dictionary', listed: { pair: { source, target }, file, at: place(file), form: {} } },
});

const glossary = (addressName: string, more: Partial<GlossarySource> = {}): GlossarySource => ({
  addressName,
  file: `glossaries/${addressName}/glossary.yaml`,
  name: `Name of ${addressName}`,
  nameAt: place(`glossaries/${addressName}/glossary.yaml`, 2),
  mode: 'authoritative',
  protect: false,
  dictionaries: [dictionary('en', 'de', `${addressName}.csv`)],
  samples: [],
  ...more,
});

const styleList = (addressName: string, name: string, more: Partial<StyleListSource> = {}): StyleListSource => ({
  addressName,
  file: `style-rules/${addressName}.yaml`,
  nameAt: place(`style-rules/${addressName}.yaml`, 2),
  content: { name, language: 'de', rules: new Map(), instructions: [] },
  instructionOrigins: [],
  locateRule: () => undefined,
  protect: false,
  ...more,
});

const findings = (sources: { glossaries?: readonly GlossarySource[]; styleLists?: readonly StyleListSource[] }) =>
  makeDesired({ config, ...sources }).findings.map(({ code, at, related }) => [code, at.file, related?.[0]?.file]);

describe('makeDesired', () => {
  test('resources have their addresses and come in the order of them', () => {
    const { value } = makeDesired({
      config,
      glossaries: [
        glossary('b', { protect: true, mode: 'additive', pinnedId: 'id-1', pinnedIdAt: place('x') }),
        glossary('B2'),
      ],
      styleLists: [styleList('z', 'Z')],
    });
    expect(value?.glossaries?.map(({ address }) => address)).toEqual(['glossary.B2', 'glossary.b']);
    expect(value?.glossaries?.[1]).toMatchObject({
      pinnedId: 'id-1',
      protect: true,
      mode: 'additive',
      name: 'Name of b',
    });
    expect([...(value?.glossaries?.[1]?.dictionaries.keys() ?? [])]).toEqual(['en->de']);
    expect(value?.styleLists?.[0]?.address).toBe('style_rules.z');
  });

  test('a kind that is not managed stays absent, and an empty one stays empty', () => {
    expect(makeDesired({ config, glossaries: [] }).value).toEqual({ glossaries: [] });
  });

  test('a pair that is declared twice is an error that names both places', () => {
    const twice = glossary('a', {
      dictionaries: [dictionary('en', 'de', 'en-de.csv'), dictionary('en', 'de', 'terms.csv')],
    });
    expect(findings({ glossaries: [twice] })).toEqual([['pair-repeated', 'terms.csv', 'en-de.csv']]);
  });

  test('a display name that is used twice is an error, for each kind on its own', () => {
    const same = { name: 'Same' };
    expect(
      findings({ glossaries: [glossary('a', same), glossary('b', same)], styleLists: [styleList('a', 'Same')] }),
    ).toEqual([['name-repeated', 'glossaries/b/glossary.yaml', 'glossaries/a/glossary.yaml']]);
    expect(findings({ styleLists: [styleList('a', 'X'), styleList('b', 'X'), styleList('c', 'X')] }).length).toBe(2);
  });

  test('files that all pin their ids may share a display name, but not an id', () => {
    const pinned = (id: string) => ({ pinnedId: id, pinnedIdAt: place('p', 3) });
    expect(findings({ styleLists: [styleList('a', 'X', pinned('1')), styleList('b', 'X', pinned('2'))] })).toEqual([]);
    expect(findings({ styleLists: [styleList('a', 'X', pinned('1')), styleList('b', 'X')] }).length).toBe(1);
    expect(findings({ styleLists: [styleList('a', 'X', pinned('AB')), styleList('b', 'Y', pinned('ab'))] })).toEqual([
      ['id-repeated', 'p', 'p'],
    ]);
  });

  test('two files that give the same address are an error, whatever their case', () => {
    const other = glossary('a', { file: 'other/A/glossary.yaml', addressName: 'A', name: 'Other' });
    expect(findings({ glossaries: [glossary('a'), other] })).toEqual([
      ['address-repeated', 'other/A/glossary.yaml', 'glossaries/a/glossary.yaml'],
    ]);
  });
});

const developerKey = (
  addressName: string,
  line: number,
  more: Partial<DeveloperKeySource> = {},
): DeveloperKeySource => ({
  addressName,
  addressAt: place('developer-keys.yaml', line),
  file: 'developer-keys.yaml',
  name: addressName,
  nameAt: place('developer-keys.yaml', line),
  limits: {},
  deactivated: false,
  protect: false,
  locate: () => undefined,
  ...more,
});

describe('developer keys', () => {
  const codes = (...developerKeys: readonly DeveloperKeySource[]) =>
    makeDesired({ config, developerKeys }).findings.map(({ code, severity, at, related }) => [
      `${severity} ${code}`,
      at.line,
      related?.[0]?.line,
    ]);

  test('have their addresses and come in the order of them; absent is not the same as none', () => {
    const { value } = makeDesired({ config, developerKeys: [developerKey('b', 1), developerKey('a', 2)] });
    expect(value?.developerKeys?.map(({ address, label }) => [address, label])).toEqual([
      ['developer_key.a', 'a'],
      ['developer_key.b', 'b'],
    ]);
    expect(makeDesired({ config, developerKeys: [] }).value).toEqual({ developerKeys: [] });
    expect(makeDesired({ config }).value).toEqual({});
  });

  test('two that should be active and have one label need a pin each', () => {
    const one = developerKey('a', 1, { name: 'CI' });
    const two = developerKey('b', 2, { name: 'CI' });
    const pinned = (key: DeveloperKeySource, id: string) => ({ ...key, pinnedId: id });
    expect(codes(one, two)).toEqual([['error label-repeated', 2, 1]]);
    expect(codes(pinned(one, 'i'), two)).toEqual([['error label-repeated', 2, 1]]);
    expect(codes(pinned(one, 'i'), pinned(two, 'j'))).toEqual([]);
    expect(codes(pinned(one, 'i'), pinned(two, 'i'))).toEqual([['error id-repeated', 2, 1]]);
    expect(codes(developerKey('ci', 1), developerKey('CI', 2))).toEqual([['error address-repeated', 2, 1]]);
  });

  test('a deactivated one may share its label, and is told that it takes none of the active ones', () => {
    const old = developerKey('old', 1, { name: 'CI', deactivated: true });
    const older = developerKey('older', 2, { name: 'CI', deactivated: true });
    const now = developerKey('now', 3, { name: 'CI' });
    expect(codes(old, older)).toEqual([]);
    expect(codes(old, now)).toEqual([['warning label-shared', 1, 3]]);
    expect(codes({ ...old, pinnedId: 'i' }, now)).toEqual([]);
  });
});

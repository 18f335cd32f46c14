import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { baseCommit } from '../../../src/app/since/base-commit.ts';
import { changedResources } from '../../../src/app/since/changed-resources.ts';
import { comparedFiles } from '../../../src/app/since/compared-files.ts';
import { nodeFiles } from '../../../src/files/node/node-files.ts';
import type { FilePorts } from '../../../src/files/ports.ts';
import { readInside } from '../../../src/files/workspace/workspace-path.ts';
import { topOf } from '../../../src/model/finding.ts';
import { findingsText } from '../../../src/review/messages/finding-text.ts';
import { readDesired } from '../../../src/steps/workspace/read-desired.ts';
import { git, testGit } from '../../support/git-repository.ts';
import { tempWorkspace } from '../../support/temp-workspace.ts';
import { type Files, inConfig, type Row } from './row.ts';

const HEAD = 'version: 1\ntargets:\n  local: { service: embedded }\n';
const COMPANY = {
  'company/company/glossary.yaml': 'name: Company\npublish: false\n',
  'company/company/en-de.csv': 'cart,Warenkorb\n',
};

/** A workspace in the folder `w`, and files outside of it. `config`: the lines after the targets. */
const around = (config: string, more: Files): Files => ({
  'w/lexform.yaml': HEAD + config,
  'w/glossaries/g/glossary.yaml': 'name: G\n',
  'w/glossaries/g/en-de.csv': 'house,Haus\n',
  ...more,
});

const GLOSSARIES = 'glossaries: glossaries/*/glossary.yaml\n';
const BOTH = 'glossaries: [glossaries/*/glossary.yaml, ../company/*/glossary.yaml]\n';

const outside = (line: string, files: Files, ports: (root: string) => FilePorts = () => nodeFiles()): Row => ({
  line,
  async show() {
    const root = join(await tempWorkspace(files), 'w');
    return findingsText((await readDesired(ports(root), root)).findings);
  },
});

/** Layers outside the workspace folder. */
export const LAYER_ROWS: readonly Row[] = [
  inConfig(
    'lexform.yaml:4:10: error: "https://example.com/company.git" in layers: is not a path from the workspace folder; check the layers out next to it, as a git submodule or a second checkout, and write a path such as ../company-terms [layer-path-form]',
    'targets:\n  local: { service: embedded }\nlayers: ["https://example.com/company.git"]\nglossaries: []\n',
  ),
  inConfig(
    'lexform.yaml:4:10: error: "company" in layers: is inside the workspace folder, where files need no entry; remove the line [layer-path-inside]',
    'targets:\n  local: { service: embedded }\nlayers: [company]\nglossaries: []\n',
  ),
  outside(
    'lexform.yaml:5:10: error: ".." in layers: contains the workspace folder itself; name the folder of the layers, such as ../company [layer-path-contains]',
    around(`${GLOSSARIES}layers: [..]\n`, {}),
  ),
  outside(
    'lexform.yaml:5:10: error: there is no folder "../company", which layers: names; correct the path, or check the layers out there [layer-path-missing]',
    around(`${GLOSSARIES}layers: [../company]\n`, {}),
  ),
  outside(
    'lexform.yaml:5:10: error: "../link" in layers: leads through a link, so nothing is read there; write the path of the folder itself [layer-path-link]',
    around(`${GLOSSARIES}layers: [../link]\n`, COMPANY),
    (root) => {
      symlinkSync('company', join(root, '../link'));
      return nodeFiles();
    },
  ),
  outside(
    'lexform.yaml:5:10: error: "../.git/x" in layers: is in a folder that is never read, such as .git or .ssh; name another one [layer-path-private]',
    around(`${GLOSSARIES}layers: [../.git/x]\n`, { '.git/x/en-de.csv': '' }),
  ),
  outside(
    'lexform.yaml:5:10: error: "../company" in layers: is not in lexform.yaml of the base branch, so this untrusted run reads nothing there; a person with write access adds the line to the base branch first [layer-path-untrusted]',
    around(`${GLOSSARIES}layers: [../company]\n`, COMPANY),
    () => ({
      ...nodeFiles(),
      untrusted: { isTracked: async () => true, dotNames: async () => new Set(), layers: async () => [] },
    }),
  ),
  outside(
    'lexform.yaml:5:10: warning: no file is read from "../company", which layers: names; correct the patterns and "extends:", run "git submodule update --init" if it is an empty submodule, or remove the line [layer-path-unused]',
    around(`${GLOSSARIES}layers: [../company]\n`, COMPANY),
  ),
  outside(
    'lexform.yaml:4:42: error: "../company/*/glossary.yaml" is outside the workspace folder, and no usable entry of layers: in lexform.yaml contains it; add the folder of the layer to layers:, or move the file into the workspace [layer-unlisted]',
    around(BOTH, COMPANY),
  ),
  outside(
    '../company/company/glossary.yaml:1:7: error: glossary.company is outside the workspace folder, where only layers are read; write publish: false in it, without publish: true for a target [layer-published]',
    around(`${BOTH}layers: [../company]\n`, { ...COMPANY, 'company/company/glossary.yaml': 'name: Company\n' }),
  ),
  {
    line: '../company/en-de.csv:1:1: error: "../company/en-de.csv" is outside the workspace folder, where files are read and never written; change it there [layer-not-written]',
    async show() {
      const file = '../company/en-de.csv';
      return findingsText(
        (await readInside(nodeFiles(), { root: '/', file, role: 'edited', namedAt: topOf(file) })).findings,
      );
    },
  },
  {
    line: 'lexform.yaml:5:10: warning: --since cannot compare "../company": git has none of its files at the commit, because the folder is new or another repository, or because the commit of its submodule was not fetched; every resource over it counts as changed [layer-path-not-compared]',
    async show() {
      const root = join(await tempWorkspace(around(`${BOTH}layers: [../company]\n`, COMPANY)), 'w');
      git(root, 'init', '-q', '-b', 'main');
      git(root, 'add', '-A');
      git(root, 'commit', '-q', '-m', 'Begin');
      const ports = { files: nodeFiles(), git: testGit };
      const compared = comparedFiles(await baseCommit('main', root, ports), root, ports);
      return findingsText((await changedResources(await readDesired(compared.files, root), compared)).uncompared);
    },
  },
];

import type { Details, Wordings } from './finding-details.ts';

/** The two translations of a phrase, each with its layer. */
const bothLayers = (d: Details): string =>
  `${d.quoted('firstTarget')} in ${d.text('first')}, ${d.quoted('secondTarget')} in ${d.text('second')}`;

/** Findings about glossaries and style lists that extend others, and about variants. */
export const STACK_WORDING: Wordings = {
  'override-unknown': (d) =>
    `${d.has('found') ? d.quoted('found') : 'a word'} in the column "override" is unknown; allowed are yes (the row ` +
    'replaces inherited translations), remove (the term), remove: de (its German translation), or a blank cell',
  'override-language': (d) =>
    `the column "override" removes a translation into ${d.has('found') ? d.quoted('found') : 'a language'}, but the ` +
    `file translates into ${d.all('allowed')}; correct the language, or write remove`,
  'override-remove-filled': (d) =>
    `the column "override" removes the translation of ${d.quoted('source')}, but the file has one: ` +
    `${d.quoted('target')}; clear the translation, or the column "override"`,
  'layer-missing': (d) =>
    `the workspace has no ${d.text('address')}, which ${d.text('of')} extends` +
    (d.has('suggestion') ? `; did you mean ${d.text('suggestion')}?` : '; add it, or remove the line'),
  'layer-path-form':
    '"{path}" in layers: is not a path from the workspace folder; check the layers out next to it, as a git ' +
    'submodule or a second checkout, and write a path such as ../company-terms',
  'layer-path-inside': '"{path}" in layers: is inside the workspace folder, where files need no entry; remove the line',
  'layer-path-contains':
    '"{path}" in layers: contains the workspace folder itself; name the folder of the layers, such as {path}/company',
  'layer-path-missing':
    'there is no folder "{path}", which layers: names; correct the path, or check the layers out there',
  'layer-path-link':
    '"{path}" in layers: leads through a link, so nothing is read there; write the path of the folder itself',
  'layer-path-private': '"{path}" in layers: is in a folder that is never read, such as .git or .ssh; name another one',
  'layer-path-untrusted':
    '"{path}" in layers: is not in lexform.yaml of the base branch, so this untrusted run reads nothing there; a ' +
    'person with write access adds the line to the base branch first',
  'layer-path-unused':
    'no file is read from "{path}", which layers: names; correct the patterns and "extends:", run "git submodule ' +
    'update --init" if it is an empty submodule, or remove the line',
  'layer-path-not-compared':
    '--since cannot compare "{path}": git has none of its files at the commit, because the folder is new or another ' +
    'repository, or because the commit of its submodule was not fetched; every resource over it counts as changed',
  'layer-unlisted':
    '"{file}" is outside the workspace folder, and no usable entry of layers: in lexform.yaml contains it; add the ' +
    'folder of the layer to layers:, or move the file into the workspace',
  'layer-not-written':
    '"{file}" is outside the workspace folder, where files are read and never written; change it there',
  'layer-published':
    '{address} is outside the workspace folder, where only layers are read; write publish: false in it, without ' +
    'publish: true for a target',
  'layer-without-effect':
    '{address} and {of} share no language pair, so no term is inherited; add a file for a pair, or remove the line',
  'layer-circle': (d) =>
    `these glossaries extend each other in a circle: ${d.text('circle')}; remove one of them from "extends:"`,
  'layers-too-deep':
    'more than {max} glossaries extend each other in a row; extend the glossaries directly that have the terms',
  'layers-disagree': (d) =>
    `the layers translate ${d.quoted('source')} (${d.text('pair')}) differently: ${bothLayers(d)}; add a row with ` +
    'the right translation and yes in the column "override", or a row with remove',
  'override-undeclared': (d) =>
    `${d.quoted('source')} (${d.text('pair')}) is ${d.quoted('layerTarget')} in ${d.text('layer')} and ` +
    `${d.quoted('target')} here; write yes in the column "override" of this row, remove the row, or set ` +
    '"overrides: allow" in glossary.yaml',
  'override-without-effect': (d) =>
    `the row of ${d.quoted('source')} (${d.text('pair')}) is marked as an override, but ` +
    `${d.has('layerTarget') ? 'the inherited translation is the same' : 'no layer has the term'}; ` +
    'clear the column "override"',
  'removal-without-effect': (d) =>
    `the row removes ${d.quoted('source')} (${d.text('pair')}), but no layer has the term; delete the row`,
  'style-part-missing': (d) =>
    `the workspace has no ${d.quoted('path')}, which this file extends` +
    (d.suggestion() || '; add it, or remove the line'),
  'style-circle': (d) =>
    `these files extend each other in a circle: ${d.text('circle')}; remove one of them from "extends"`,
  'style-too-deep':
    'more than {max} files extend each other in a row; extend the files directly that have the rules and instructions',
  'style-part-unused':
    'the file has no name and no language, so it is a part, and no list extends it; add name and language, or extend ' +
    'the file',
  'style-languages-in-list':
    'the file is a list, which has one language; write "languages" only into parts, which have no name',
  'style-part-without-effect': (d) =>
    `no list in ${d.list('languages')} extends this part; correct the languages, or remove it`,
  'style-parts-disagree': (d) =>
    `the files that this one extends have different versions of ${d.quoted('name')}; add the right one to this file, ` +
    'or its name to "remove"',
  'style-override-without-effect': '"{name}" is the same as the inherited one; remove it here, so that it is inherited',
  'style-removal-without-effect': '"remove" names "{name}", and no extended file has it; remove the line',
  'variant-base': '{variant} is not a variant of "{over}"; write { over: {base} }, or correct the code',
  'variant-repeated': 'the variant {variant} is declared twice; remove one of them',
  'variant-pair': (d) =>
    `a dictionary has at most one variant, and not its own base language: ${d.text('pair')}; remove the file or the ` +
    'pair',
  'variant-without-base': (d) =>
    `the glossary has no ${d.text('base')}, on which ${d.text('pair')} builds; add a column or a file for it, which ` +
    'may be empty',
  'variant-without-files': (d) =>
    `no column and no file is for the variant ${d.text('variant')}; add a column ${d.text('variant')} to a table, or ` +
    `a file ${d.text('file')} next to glossary.yaml, which may be empty`,
  'variant-without-effect':
    'the variant {variant} has the same terms as {base}; add a term that differs, or remove the variant',
  'variant-not-offered':
    'the target has no glossaries for {all language}, which {address} needs; write "as: glossary" for the variant ' +
    'in glossary.yaml',
  'stack-too-large': (d) =>
    `the dictionary has ${d.text('bytes')} bytes with its layers, at most ${d.text('maxBytes')} are allowed: ` +
    `${d.text('shares')}; extend fewer glossaries, or remove terms`,
};

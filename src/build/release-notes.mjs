// The notes of a release: `node src/build/release-notes.mjs v1.2.3` prints the section of CHANGELOG.md about this
// version.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Why this tag cannot be released, or the section of its version. */
export function releaseNotes(tag, changelog, version) {
  if (tag !== `v${version}`) return { error: `the tag is ${tag}, and package.json has the version ${version}` };
  const [, ...sections] = changelog.split(/^## /m);
  const section = sections.find((each) => /^[\w.-]+/.exec(each)?.[0] === version);
  if (section === undefined) return { error: `CHANGELOG.md has no section for ${version}` };
  const [heading, ...lines] = section.split('\n');
  if (heading.includes('unreleased')) return { error: `CHANGELOG.md says that ${version} is unreleased` };
  const notes = lines.join('\n').trim();
  return notes === '' ? { error: `CHANGELOG.md says nothing of ${version}` } : { notes };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const { notes, error } = releaseNotes(process.argv[2], readFileSync('CHANGELOG.md', 'utf8'), version);
  if (error === undefined) console.log(notes);
  else {
    console.error(error);
    process.exitCode = 1;
  }
}

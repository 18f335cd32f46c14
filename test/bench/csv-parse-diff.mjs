// The same comparison the plain way: csv-parse on both sides, and a Map.
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';

const { files, urls, key } = JSON.parse(process.argv[2]);
const bodies = Promise.all(
  urls.map(async (url) => {
    const response = await fetch(url, { headers: { authorization: `Service-Auth-Key ${key}` } });
    return response.json();
  }),
);
const changes = [];
for (const [index, body] of (await bodies).entries()) {
  const desired = parse(readFileSync(files[index]), { bom: true, record_delimiter: ['\r\n', '\n'] });
  const live = new Map(parse(body.dictionaries[0].entries, { delimiter: '\t', quote: null }));
  const seen = new Set();
  for (const [source, to] of desired) {
    seen.add(source);
    const from = live.get(source);
    if (from !== to) changes.push({ source, from, to });
  }
  for (const [source, from] of live) if (!seen.has(source)) changes.push({ source, from });
}
process.stdout.write(`${JSON.stringify(changes).length}\n`);

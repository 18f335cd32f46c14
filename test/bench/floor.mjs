// The floor: read both sides (files, and the service's answers over one keep-alive connection) and decode them as
// UTF-8.
import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';

const { files, urls, key } = JSON.parse(process.argv[2]);
const agent = new Agent({ keepAlive: true });

const fetchBytes = (url) =>
  new Promise((resolve, reject) => {
    get(url, { agent, headers: { authorization: `Service-Auth-Key ${key}` } }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => resolve(Buffer.concat(chunks)));
      response.on('error', reject);
    }).on('error', reject);
  });

const decoder = new TextDecoder();
let characters = 0;
const bodies = Promise.all(urls.map(fetchBytes));
for (const file of files) characters += decoder.decode(readFileSync(file)).length;
for (const body of await bodies) characters += decoder.decode(body).length;
agent.destroy();
process.stdout.write(`${characters}\n`);

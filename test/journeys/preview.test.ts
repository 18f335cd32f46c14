import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { previewWorld } from '../steps/preview/world.ts';
import { schemaErrors } from '../support/schema-errors.ts';

describe('plan --preview', () => {
  test('changes neither a saved plan nor what may be done with it', async () => {
    const { run, cwd } = await previewWorld();
    await run({}, 'plan', '--out', 'plain.json');
    const { out } = await run({}, 'plan', '--preview', '--json', '--out', 'previewed.json');
    const [plain, previewed] = ['plain.json', 'previewed.json'].map((name) => readFileSync(join(cwd, name), 'utf8'));
    expect(previewed).toBe(plain);
    const { preview, verdict, refusals, ...plan } = JSON.parse(out);
    expect([verdict, refusals]).toEqual(['allowed', []]);
    expect(plan).toEqual(JSON.parse(plain ?? ''));
    expect(schemaErrors('preview', preview)).toEqual([]);
    // What was printed may be kept too.
    writeFileSync(join(cwd, 'printed.json'), out);
    expect((await run({}, 'apply', 'printed.json', '--auto-approve')).code).toBe(0);
    expect((await run({}, 'plan', '--detailed-exitcode')).code).toBe(0);
  });

  test('is in the reports of the same run', async () => {
    const { run, cwd } = await previewWorld();
    await run(
      {},
      'plan',
      '--preview',
      '--report',
      'markdown=a.md',
      '--report',
      'html=a.html',
      '--report',
      'junit=a.xml',
    );
    const read = (name: string): string => readFileSync(join(cwd, name), 'utf8');
    expect(read('a.md')).toContain('#### Preview: 2 terms in 4 samples: 2 applied');
    expect(read('a.html')).toContain('<h2 id="preview-title">Preview: 2 terms in 4 samples: 2 applied');
    expect(read('a.xml')).not.toContain('Preview');
  });

  test('never shows the key', async () => {
    const { run } = await previewWorld();
    const { out, err } = await run({}, 'plan', '--preview', '--json');
    expect(out + err).not.toContain('test-key');
  });
});

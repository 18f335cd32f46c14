import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { listen } from '../../../../src/service/http/listen.ts';
import { markerOf } from '../../../../src/shells/action/comment/comment-marker.ts';
import { git } from '../../../support/git-repository.ts';
import { testService } from '../../../support/in-process.ts';
import type { FakeGitHub } from '../fake-github.ts';
import { actionWorld, CSV, configOf, HEAD, MERGE, pullRequest } from '../world.ts';

describe('plan on a pull request', () => {
  test('writes one comment, a summary, annotations and outputs', async () => {
    const { onPullRequest, github } = await actionWorld();
    const { code, log, outputs, summary } = await onPullRequest();
    expect(log).toContain('+ house → Haus');
    expect(code).toBe(0);
    const [comment, ...others] = github.comments;
    expect(others).toEqual([]);
    expect(markerOf(comment?.body ?? '')).toMatchObject({ kind: 'plan', runId: '500', head: HEAD, state: 'open' });
    expect(comment?.body).toContain('### Plan for <code>prod</code>: 2 terms to add');
    expect(comment?.body).toContain(`https://github.test/o/r/blob/${HEAD}/terms/glossaries/product/en-de.csv#L1`);
    expect(summary).toContain('### Plan for <code>prod</code>: 2 terms to add');
    expect(log).toContain('::notice title=planned::Plan for prod: 2 terms to add');
    expect(Object.fromEntries(outputs)).toMatchObject({
      result: 'changes',
      changes: 'true',
      'exit-code': '0',
      'failure-reason': '',
      'to-add': '1',
      'to-change': '0',
      'to-delete': '0',
      'terms-added': '2',
      'terms-changed': '0',
      'terms-removed': '0',
      calls: '1',
      'comment-id': String(comment?.id),
    });
    expect(JSON.parse(readFileSync(outputs.get('plan-path') ?? '', 'utf8')).target.name).toBe('prod');
    expect(outputs.get('plan-hash')).toMatch(/^[0-9a-f]{64}$/);
  });

  test('masks the key, and shows it nowhere', async () => {
    const { onPullRequest, github } = await actionWorld();
    const { log, summary } = await onPullRequest({ 'api-key': 'test-key' }, { env: { KEY: '' } });
    expect(log).toContain('::add-mask::test-key\n');
    expect(log.replaceAll('::add-mask::test-key\n', '')).not.toContain('test-key');
    expect(summary + github.comments.map(({ body }) => body).join('')).not.toContain('test-key');
    expect(github.comments).toHaveLength(1);
  });

  test('finds its comment behind many others, and writes over it', async () => {
    const { onPullRequest, github } = await actionWorld({ pageSize: 10 });
    for (let count = 0; count < 35; count += 1) github.say('somebody', `comment ${count}`);
    await onPullRequest();
    expect(github.comments).toHaveLength(36);
    await onPullRequest({}, { env: { GITHUB_RUN_ID: '501' } });
    expect(github.comments).toHaveLength(36);
    expect(markerOf(github.comments[35]?.body ?? '')).toMatchObject({ runId: '501' });
  });

  test('leaves a comment of somebody else alone that bears the marker', async () => {
    const { onPullRequest, github } = await actionWorld();
    await onPullRequest();
    const [own] = github.comments.splice(0);
    const forged = github.say('somebody', own?.body ?? '');
    const bot = github.say('other[bot]', own?.body ?? '', 'Bot');
    const { code } = await onPullRequest({}, { env: { GITHUB_RUN_ID: '501' } });
    expect(code).toBe(0);
    expect(forged.body).toBe(own?.body);
    expect(bot.body).toBe(own?.body);
    expect(github.comments).toHaveLength(3);
  });

  test('says that nothing is to be changed any more, and makes no comment for that', async () => {
    const { onPullRequest, github, write, step } = await actionWorld();
    await onPullRequest();
    await step({ command: 'apply', approval: 'none', comment: 'never' });
    const { outputs } = await onPullRequest({}, { env: { GITHUB_RUN_ID: '501' } });
    expect(outputs.get('result')).toBe('no-changes');
    expect(github.comments).toHaveLength(1);
    expect(github.comments[0]?.body).toContain('✅ **Nothing to change.**');
    expect(github.comments[0]?.body).toContain('No changes. <code>prod</code> matches the files.');
    github.comments.splice(0);
    await onPullRequest();
    expect(github.comments).toEqual([]);
    write(CSV, 'house,Haus\ncat,Kater\n');
    await onPullRequest();
    expect(github.comments[0]?.body).toContain('1 term to change');
  });

  test('shows faults of the files at their lines, fails, and says so in the comment', async () => {
    const { onPullRequest, github, write } = await actionWorld();
    await onPullRequest();
    write(CSV, 'house,Haus\nhouse,Hütte\n');
    const { code, log, outputs, summary } = await onPullRequest({}, { env: { GITHUB_RUN_ID: '501' } });
    expect(code).toBe(1);
    expect(log).toMatch(/^::error file=terms\/glossaries\/product\/en-de.csv,line=2,/m);
    expect(Object.fromEntries(outputs)).toMatchObject({ result: 'invalid', 'exit-code': '4', errors: '1' });
    expect(outputs.get('failure-reason')).toBe('invalid-files');
    expect(summary).toContain('### Files checked');
    expect(markerOf(github.comments[0]?.body ?? '')?.state).toBe('failed');
    expect(github.comments).toHaveLength(1);
  });

  test('says why it failed when the service cannot be reached', async () => {
    const { onPullRequest, github, write } = await actionWorld();
    write(
      'terms/lexform.yaml',
      'version: 1\ntargets:\n  prod: { base_url: "http://127.0.0.1:9", key: env:KEY, }\nglossaries: glossaries/*/glossary.yaml\n',
    );
    const { code, outputs, summary } = await onPullRequest();
    expect(code).toBe(1);
    expect(Object.fromEntries(outputs)).toMatchObject({
      result: 'failed',
      'exit-code': '1',
      'failure-reason': 'failed',
    });
    expect(summary).toContain('got no answer');
    expect(github.comments[0]?.body).toContain('❌ **Failed** for `aaaaaaa` in [run #5]');
    expect(github.comments[0]?.body).toContain('got no answer');
  });

  test('fails by what fail-on asks for', async () => {
    const { onPullRequest, write } = await actionWorld();
    expect((await onPullRequest({ 'fail-on': 'changes' })).code).toBe(1);
    write(CSV, 'house,Haus\nhouse,Hütte\n');
    expect((await onPullRequest({ 'fail-on': 'never' })).code).toBe(0);
  });

  test('writes the reports that are asked for', async () => {
    const { onPullRequest, workspace } = await actionWorld();
    await onPullRequest({ reports: 'gitlab-terraform=widget.json\njunit=junit.xml' });
    expect(readFileSync(`${workspace}/widget.json`, 'utf8')).toBe('{"create":2,"update":0,"delete":0}\n');
    expect(readFileSync(`${workspace}/junit.xml`, 'utf8')).toContain('<testsuite');
  });

  test('a wrong input is told by its name', async () => {
    const { step } = await actionWorld();
    const { code, log, outputs } = await step({ 'fail-on': 'sometimes' });
    expect(code).toBe(1);
    expect(log).toContain('::error::input fail-on must be one of error, warning, changes, never');
    expect(outputs.get('result')).toBe('failed');
  });

  test('does not write when the branch has moved on', async () => {
    const { onPullRequest, github } = await actionWorld();
    github.pulls.set(7, pullRequest({ head: 'd'.repeat(40) }));
    expect((await onPullRequest()).code).toBe(0);
    expect(github.comments).toEqual([]);
  });
});

describe('a comment for each run', () => {
  const asked = { comment: 'always-new' };
  const hidden = (github: FakeGitHub) => github.comments.map(({ hidden: isHidden = false }) => isHidden);

  test('hides the earlier ones, says that there is nothing to do any more, and gives way to a newer run', async () => {
    const { onPullRequest, github, step, write } = await actionWorld();
    await onPullRequest(asked, { env: { GITHUB_RUN_ID: '500' } });
    write(CSV, 'house,Heim\n');
    await onPullRequest(asked, { env: { GITHUB_RUN_ID: '502' } });
    expect(hidden(github)).toEqual([true, false]);
    const late = await onPullRequest(asked, { env: { GITHUB_RUN_ID: '501' } });
    expect([late.outputs.get('comment-id'), github.comments.length]).toEqual([String(github.comments[1]?.id), 2]);
    await step({ command: 'apply', approval: 'none', comment: 'never' });
    await onPullRequest(asked, { env: { GITHUB_RUN_ID: '503' } });
    expect(hidden(github)).toEqual([true, true, false]);
    expect(markerOf(github.comments[2]?.body ?? '')?.state).toBe('no-changes');
  });

  test('says nothing where there is nothing to say, and a token that may not hide fails no step', async () => {
    const { onPullRequest, github, step, write } = await actionWorld();
    await step({ command: 'apply', approval: 'none', comment: 'never' });
    await onPullRequest(asked);
    expect(github.comments).toEqual([]);
    github.intercept = ({ body }) =>
      JSON.stringify(body ?? '').includes('minimizeComment') ? { status: 403, body: { message: 'no' } } : undefined;
    write(CSV, 'house,Heim\n');
    for (const id of ['501', '502']) expect((await onPullRequest(asked, { env: { GITHUB_RUN_ID: id } })).code).toBe(0);
    expect(hidden(github)).toEqual([false, false]);
  });
});

describe('a label of the pull request', () => {
  const asked = { 'allow-delete': 'label:terms-may-go' };
  const labelled = { payload: { pull_request: pullRequest({ labels: ['terms-may-go'] }) } };

  test('consents to just what the guard refuses; without it, or with another one, the refusal stands', async () => {
    const { onPullRequest, step, write, call, workspace, github } = await actionWorld();
    github.setLabel('terms-may-go');
    await call('POST', '/v3/glossaries', {
      name: 'Stranger',
      dictionaries: [{ source_lang: 'en', target_lang: 'fr', entries: 'a\tb', entries_format: 'tsv' }],
    });
    write('terms/glossaries/product/en-fr.csv', 'house,maison\n');
    await step({ command: 'apply', approval: 'none' });
    rmSync(join(workspace, 'terms/glossaries/product/en-fr.csv'));
    const other = { payload: { pull_request: pullRequest({ labels: ['other'] }) } };
    const verdict = (): string | undefined => github.comments.at(-1)?.body.split('\n')[1];
    for (const more of [{}, other]) {
      const refused = await onPullRequest(asked, more);
      expect(refused.summary).toContain('apply would refuse this plan');
      expect(refused.summary).toContain('set the label <code>terms&#45;may&#45;go</code> on the pull request');
      expect(refused.summary).not.toContain('--allow-delete');
      expect(refused.log).toContain('a label of the pull request consents');
      expect(verdict()).toBe(
        '🚫 **After the merge, nothing is applied** to <code>prod</code>: apply refuses this plan, for 1 reason below.',
      );
    }
    const { code, summary, outputs } = await onPullRequest(asked, labelled);
    expect(code).toBe(0);
    expect(summary).not.toContain('set the label');
    expect(verdict()).toBe(
      '✅ After the merge, apply makes 1 call on <code>prod</code>; deletions allowed by the label ' +
        '<code>terms&#45;may&#45;go</code>, which <code>maintainer</code> set at 2026-01-02 03:04 UTC.',
    );
    expect(summary).not.toContain('apply would refuse');
    expect(summary).not.toContain('Stranger');
    expect([outputs.get('to-change'), outputs.get('to-delete')]).toEqual(['1', '0']);
  });

  test('decides whether the step passes with the default of fail-on, when apply would refuse the plan', async () => {
    const { onPullRequest, step, write, workspace, github } = await actionWorld();
    github.setLabel('terms-may-go');
    write('terms/glossaries/product/en-fr.csv', 'house,maison\n');
    await step({ command: 'apply', approval: 'none' });
    rmSync(join(workspace, 'terms/glossaries/product/en-fr.csv'));
    const refused = await onPullRequest(asked);
    expect([refused.code, refused.outputs.get('refused'), refused.outputs.get('failure-reason')]).toEqual([
      1,
      'true',
      'refused',
    ]);
    const allowed = await onPullRequest(asked, labelled);
    expect([allowed.code, allowed.outputs.get('refused'), allowed.outputs.get('failure-reason')]).toEqual([
      0,
      'false',
      '',
    ]);
  });

  test('spends the characters of a preview once, and lets the apply after the merge delete what was approved', async () => {
    const world = await actionWorld();
    const { onPullRequest, step, write, call, workspace, service, github } = world;
    github.setLabel('terms-may-go');
    write('terms/glossaries/product/en-fr.csv', 'house,maison\n');
    write('terms/glossaries/product/glossary.yaml', 'name: Product\nsamples:\n  en: [A house.]\n');
    await step({ command: 'apply', approval: 'none' });
    rmSync(join(workspace, 'terms/glossaries/product/en-fr.csv'));
    write(CSV, 'house,Heim\ncat,Katze\n');
    const before = service.calls.filter(({ path }) => path.startsWith('/v2/translate')).length;
    const planned = await onPullRequest({ ...asked, preview: 'true' }, labelled);
    expect(planned.summary).toContain('2 terms in 2 samples: 1 removed, 1 applied; 32 characters spent');
    const spent = service.calls.filter(({ path }) => path.startsWith('/v2/translate')).length - before;
    const once = await onPullRequest({ preview: 'true' }, labelled);
    expect(once.summary).toContain('apply would refuse this plan');
    expect(service.calls.filter(({ path }) => path.startsWith('/v2/translate')).length - before).toBe(2 * spent);
    expect(spent).toBeGreaterThan(0);

    github.ofCommit.set(MERGE, [pullRequest({ labels: ['terms-may-go'] })]);
    const inputs = { command: 'apply', approval: 'file', 'approved-plan': planned.outputs.get('folder') ?? '' };
    const refused = await step(inputs);
    expect([refused.code, refused.outputs.get('result')]).toEqual([1, 'refused']);
    const applied = await step({ ...inputs, ...asked });
    expect([applied.code, applied.outputs.get('result')], applied.log).toEqual([0, 'applied']);
    const { glossaries } = (await call('GET', '/v3/glossaries')).body;
    expect(
      glossaries.map(({ dictionaries }: { readonly dictionaries: readonly unknown[] }) => dictionaries.length),
    ).toEqual([1]);
  });

  test('does not lift protection', async () => {
    const { onPullRequest, step, write, workspace, github } = await actionWorld();
    github.setLabel('terms-may-go');
    write('terms/glossaries/product/en-fr.csv', 'house,maison\n');
    write('terms/glossaries/product/glossary.yaml', 'name: Product\nprotect: true\n');
    await step({ command: 'apply', approval: 'none' });
    rmSync(join(workspace, 'terms/glossaries/product/en-fr.csv'));
    expect((await onPullRequest(asked, labelled)).summary).toContain('apply would refuse this plan');
  });

  describe('does not consent', () => {
    const event = (kind: 'labeled' | 'unlabeled', login: string, name = 'terms-may-go', on = 7) => ({
      ...{ event: kind, login, name, on },
    });

    test.each<[why: string, events: readonly ReturnType<typeof event>[], shown: string]>([
      ['that nobody set', [], 'it was removed'],
      [
        'that somebody set who may not write',
        [event('labeled', 'triager')],
        'triager may not write to this repository',
      ],
      ['that a program set', [event('labeled', 'labeler[bot]')], 'labeler[bot] may not write'],
      [
        'that was removed meanwhile',
        [event('labeled', 'maintainer'), event('unlabeled', 'maintainer')],
        'it was removed',
      ],
      [
        'that was removed and set again by a stranger',
        [event('labeled', 'maintainer'), event('unlabeled', 'maintainer'), event('labeled', 'triager')],
        'triager may not write',
      ],
      ['of another pull request', [event('labeled', 'maintainer', 'terms-may-go', 8)], 'it was removed'],
      ['of another name', [event('labeled', 'maintainer', 'terms-may-not-go')], 'it was removed'],
    ])('%s, in the plan and in the apply', async (_, events, shown) => {
      const { onPullRequest, step, write, call, workspace, github } = await actionWorld();
      write('terms/glossaries/product/en-fr.csv', 'house,maison\n');
      await step({ command: 'apply', approval: 'none' });
      rmSync(join(workspace, 'terms/glossaries/product/en-fr.csv'));
      github.labelEvents.push(...events);
      const planned = await onPullRequest(asked, labelled);
      expect([planned.code, planned.outputs.get('refused')]).toEqual([1, 'true']);
      expect(planned.log).toContain('::notice::the label "terms-may-go" of pull request 7 does not consent: ');
      expect(planned.log).toContain(shown);
      github.ofCommit.set(MERGE, [pullRequest({ labels: ['terms-may-go'] })]);
      const plan = planned.outputs.get('folder') ?? '';
      const applied = await step({ ...asked, command: 'apply', approval: 'file', 'approved-plan': plan });
      expect([applied.code, applied.outputs.get('result')]).toEqual([1, 'refused']);
      expect((await call('GET', '/v3/glossaries')).body.glossaries[0].dictionaries).toHaveLength(2);
    });

    test.each([
      ['its events', '/events'],
      ['the rights of who set it', '/permission'],
    ])('when GitHub does not say %s', async (_, end) => {
      const { onPullRequest, step, write, workspace, github } = await actionWorld();
      write('terms/glossaries/product/en-fr.csv', 'house,maison\n');
      await step({ command: 'apply', approval: 'none' });
      rmSync(join(workspace, 'terms/glossaries/product/en-fr.csv'));
      github.setLabel('terms-may-go');
      github.intercept = ({ path }) =>
        path.split('?')[0]?.endsWith(end) ? { status: 403, body: { message: 'Resource not accessible' } } : undefined;
      const planned = await onPullRequest(asked, labelled);
      expect(planned.outputs.get('refused')).toBe('true');
      expect(planned.log).toContain('does not consent: GitHub does not report who set it: ');
    });
  });
});

describe('a pull request with several targets', () => {
  /** `second`: where the other target is; default: a service of its own. */
  const twoTargets = async (second?: string) => {
    const world = await actionWorld();
    const other = await listen(testService());
    onTestFinished(other.close);
    const target = (name: string, url: string): string => `  ${name}: { base_url: "${url}", key: env:KEY }\n`;
    const { serviceUrl } = world;
    world.write(
      'terms/lexform.yaml',
      `version: 1\ntargets:\n${target('prod-eu', serviceUrl)}${target('prod-us', second ?? other.url)}glossaries: glossaries/*/glossary.yaml\n`,
    );
    return world;
  };

  test('has one comment, with equal plans shown once, that apply writes over', async () => {
    const { onPullRequest, github, step } = await twoTargets();
    const { outputs } = await onPullRequest();
    const [comment, ...others] = github.comments;
    expect(others).toEqual([]);
    expect(comment?.body).toContain('**<code>prod&#45;eu</code> and <code>prod&#45;us</code>: the same, shown once.**');
    expect(comment?.body.match(/^### Plan for .*$/gm)).toEqual([
      '### Plan for <code>prod&#45;eu&#44; prod&#45;us</code>: 2 terms to add; 1 glossary and 1 dictionary; 1 call.',
    ]);
    expect(outputs.get('comment-id')).toBe(String(comment?.id));
    await onPullRequest({ target: 'prod-us, prod-eu' }, { env: { GITHUB_RUN_ID: '501' } });
    expect(github.comments).toHaveLength(1);
    await step({ command: 'apply', approval: 'none' }, { env: { GITHUB_RUN_ID: '600' } });
    expect(github.comments).toHaveLength(1);
    expect(markerOf(github.comments[0]?.body ?? '')?.state).toBe('applied');
  });

  test('has both plans in the comment when they differ, and says which target failed', async () => {
    const { onPullRequest, github } = await twoTargets('http://127.0.0.1:9');
    const { code } = await onPullRequest();
    expect(code).toBe(1);
    const [comment, ...others] = github.comments;
    expect(others).toEqual([]);
    expect(markerOf(comment?.body ?? '')?.state).toBe('failed');
    expect(comment?.body).toMatch(/prod-us:\nerror: .*got no answer/);
    expect(comment?.body).toContain('### Plan for <code>prod&#45;eu</code>: 2 terms to add');
    expect(comment?.body).not.toContain('shown once');
  });
});

describe('the input since', () => {
  test('base plans what the pull request changes, and says in the comment what is left out', async () => {
    const { onPullRequest, github, write, workspace, step } = await actionWorld();
    mkdirSync(join(workspace, 'terms/glossaries/other'));
    write('terms/glossaries/other/glossary.yaml', 'name: Other\n');
    write('terms/glossaries/other/en-de.csv', 'tree,Baum\n');
    git(workspace, 'add', '-A');
    git(workspace, 'commit', '-q', '-m', 'Base');
    const base = git(workspace, 'rev-parse', 'HEAD').trim();
    write(CSV, 'house,Haus\n');
    const payload = { pull_request: { ...pullRequest(), base: { sha: base, repo: { full_name: 'o/r' } } } };
    const { code, outputs } = await onPullRequest({ since: 'base' }, { payload });
    expect(code).toBe(0);
    const plan = JSON.parse(readFileSync(outputs.get('plan-path') ?? '', 'utf8'));
    expect(plan.changes.map(({ address }: { readonly address: string }) => address)).toEqual(['glossary.product']);
    expect(plan.since).toEqual({ ref: base, base, leftOut: 1 });
    expect(github.comments[0]?.body).toContain('(only what changed since <code>');
    expect(github.comments[0]?.body).toContain('> [!NOTE]\n> Left out: 1 resource whose files did not change since');
    // A run without a pull request has no base, and is about everything.
    const whole = await step({ since: 'base' });
    expect(whole.outputs.get('to-add')).toBe('2');
    const checked = await onPullRequest({ command: 'validate', since: 'base' }, { payload });
    expect(checked.log).toContain('Not shown: 0 findings about 1 resource whose files did not change since');
  });

  test('names what the clone lacks', async () => {
    const { onPullRequest } = await actionWorld();
    const { code, log } = await onPullRequest({ since: 'base' });
    expect(code).toBe(1);
    expect(log).toContain('git knows no commit');
  });
});

describe('the input workspaces', () => {
  const several = async () => {
    const world = await actionWorld();
    const { workspace, write, serviceUrl } = world;
    for (const [name, csv] of [
      ['legal', 'contract,Vertrag\n'],
      ['broken', 'house,Haus\nhouse,Heim\n'],
    ] as const) {
      mkdirSync(join(workspace, `teams/${name}/glossaries/${name}`), { recursive: true });
      write(`teams/${name}/lexform.yaml`, configOf(serviceUrl, 'ledger: { dir: ledger }\n'));
      write(`teams/${name}/glossaries/${name}/glossary.yaml`, `name: ${name}\n`);
      write(`teams/${name}/glossaries/${name}/en-de.csv`, csv);
    }
    return world;
  };

  test('plans each, with a comment, annotations and files of its own, and the worst exit code', async () => {
    const { onPullRequest, github, workspace } = await several();
    const inputs = { 'working-directory': '.', workspaces: 'teams/*\nterms', reports: 'junit=out/lexform.xml' };
    const { code, outputs, log } = await onPullRequest(inputs);
    expect(code).toBe(1);
    expect([outputs.get('result'), outputs.get('exit-code'), outputs.get('to-add')]).toEqual(['invalid', '4', '2']);
    const folder = outputs.get('folder') ?? '';
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.json'));
    expect(files.sort()).toEqual(['teams-broken/findings.json', 'teams-legal/plan.prod.json', 'terms/plan.prod.json']);
    expect(readdirSync(join(workspace, 'out')).sort()).toEqual([
      'lexform.teams-broken.xml',
      'lexform.teams-legal.xml',
      'lexform.terms.xml',
    ]);
    expect(log).toMatch(/^::error file=teams\/broken\/glossaries\/broken\/en-de.csv,line=2,/m);
    expect(github.comments.map(({ body }) => markerOf(body)?.state)).toEqual(['failed', 'open', 'open']);
    expect(new Set(github.comments.map(({ body }) => markerOf(body)?.key)).size).toBe(3);
  });

  test('names workspaces that share a ledger', async () => {
    const { onPullRequest, write, serviceUrl } = await several();
    write('teams/legal/lexform.yaml', configOf(serviceUrl));
    for (const command of ['validate', 'plan']) {
      const inputs = { command, 'working-directory': '.', workspaces: '{teams/*,terms}' };
      const { log, summary } = await onPullRequest(inputs);
      const shared = 'teams/legal and terms share the ledger of target "prod"';
      expect(log).toContain(`::warning::${shared}`);
      expect(summary).toContain(shared);
    }
    const one = await onPullRequest({ command: 'validate', 'working-directory': '.', workspaces: 'terms' });
    expect(one.log).not.toContain('::warning::');
  });

  test('is refused where it would apply, and where a pattern matches nothing', async () => {
    const { step } = await several();
    const apply = await step({ command: 'apply', 'working-directory': '.', workspaces: 'teams/*' });
    expect(apply.log).toContain('input workspaces is for plan, validate, drift');
    const none = await step({ 'working-directory': '.', workspaces: 'team/*' });
    expect([apply.code, none.code]).toEqual([1, 1]);
    expect(none.log).toContain('matches no folder with a lexform.yaml');
  });

  test('goes on when one workspace cannot be planned', async () => {
    const { onPullRequest } = await several();
    const { code, log, outputs, summary } = await onPullRequest({
      'working-directory': '.',
      workspaces: 'teams/legal\nterms',
      target: 'prod',
      since: 'nowhere',
    });
    expect([code, outputs.get('result')]).toEqual([1, 'failed']);
    expect(log.match(/git knows no commit/g)?.length).toBeGreaterThan(1);
    expect(log).toMatch(/^::error::teams\/legal: .*git knows no commit/m);
    expect(summary).toMatch(/^### ❌ It could not be done: <code>teams&#47;legal<\/code>$/m);
  });
});

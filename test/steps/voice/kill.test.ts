import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import type { VoicePorts } from '../../../src/steps/voice/task.ts';
import { kinds, voiceBench } from './voice-bench.ts';

/** A run dies before or after one of its effects, counted from 0, and none of the later ones happens. */
interface Death {
  readonly at: number;
  readonly when: 'before' | 'after';
}

/** The ports of a process that dies, and the effects that it got to. */
function mortal(ports: VoicePorts, death: Death) {
  const done: string[] = [];
  const discards: (() => Promise<void>)[] = [];
  let isDead = false;
  const effect = async <Value>(name: string, act: () => Promise<Value>): Promise<Value> => {
    const isLast = done.length === death.at;
    if (isDead || (isLast && death.when === 'before')) {
      isDead = true;
      throw new Error('killed');
    }
    const value = await act();
    done.push(name);
    if (isLast) {
      isDead = true;
      throw new Error('killed');
    }
    return value;
  };
  const { voice, files } = ports;
  const wrapped: VoicePorts = {
    ...ports,
    voice: {
      create: (...args) => effect('create', () => voice.create(...args)),
      read: (...args) => effect('read', () => voice.read(...args)),
      upload: (...args) => effect('upload', () => voice.upload(...args)),
      download: (job, index, ...rest) => effect(`download ${index}`, () => voice.download(job, index, ...rest)),
    },
    files: {
      ...files,
      openWriter: async (path, options) => {
        const writer = await effect(`open ${basename(path)}`, async () => {
          const opened = await files.openWriter(path, options);
          discards.push(opened.discard);
          return opened;
        });
        return {
          ...writer,
          commit: () => effect(`commit ${basename(path)}`, writer.commit),
          // Nobody tidies up after a kill.
          discard: async () => {
            if (!isDead) await writer.discard();
          },
        };
      },
    },
  };
  /** What the system does with the files that a dead process had open, and a test with the rest. */
  const bury = async (): Promise<void> => {
    for (const discard of discards) await discard();
  };
  return { ports: wrapped, done, bury, isDead: () => isDead };
}

/** True when the process died with a result in its hands that the service had counted as downloaded. */
function mayLose(done: readonly string[], file: string, index: number): boolean {
  return done.includes(`download ${index}`) && !done.includes(`commit ${file}`);
}

test.each(['before', 'after'] as const)(
  'a run that is killed %s any of its steps is gone on with: the same end, and no second job where the first one can be used',
  async (when) => {
    let at = 0;
    const seen = new Set<string>();
    for (; ; at += 1) {
      const bench = await voiceBench();
      const death: { run?: ReturnType<typeof mortal> } = {};
      const first = bench.translate({
        ports: (ports) => {
          death.run = mortal(ports, { at, when });
          return death.run.ports;
        },
      });
      const ended = await first.then(
        () => 'ended',
        (error: Error) => error.message,
      );
      const { done = [], isDead = () => false } = death.run ?? {};
      if (!isDead()) {
        expect(ended).toBe('ended');
        break;
      }
      expect(ended).toBe('killed');
      seen.add(done.at(-1) ?? 'nothing');
      const where = `${when} ${at}: ${done.join(', ')}`;

      const second = await bench.translate();
      const lost = [mayLose(done, 'talk.de.txt', 0), mayLose(done, 'talk.fr.srt', 1)];
      expect([where, ...kinds(second)]).toEqual([where, ...lost.map((isLost) => (isLost ? 'lost' : 'here'))]);
      for (const [index, file] of ['talk.de.txt', 'talk.fr.srt'].entries()) {
        expect([where, bench.names().includes(file)]).toEqual([where, !lost[index]]);
        if (!lost[index]) expect(bench.read(file).length).toBeGreaterThan(10);
      }
      // The first job can be used as soon as it has its recording.
      const jobs = done.includes('create') && !done.includes('upload') ? 2 : 1;
      expect([where, bench.calls('POST')]).toEqual([where, jobs]);

      const before = bench.service.calls.length;
      expect(kinds(await bench.translate())).toEqual(kinds(second));
      expect(bench.service.calls.length).toBe(before);
      await death.run?.bury();
    }
    expect(at).toBeGreaterThan(20);
    for (const step of ['create', 'upload', 'read', 'download 0', 'commit talk.de.txt', 'commit talk.voice.json'])
      expect(seen).toContain(step);
  },
);

test('with --force, a killed download is told from the file that stood there before', async () => {
  const bench = await voiceBench();
  await bench.translate();
  const whole = bench.read('talk.de.txt');
  writeFileSync(bench.path('talk.de.txt'), 'an old file');
  for (const [step, kind, content] of [
    ['open talk.de.txt', 'here', whole],
    ['commit talk.de.txt', 'here', whole],
  ] as const) {
    const dead = new AbortController();
    await bench
      .translate({
        force: true,
        ports: (ports) => ({
          ...ports,
          files: {
            ...ports.files,
            openWriter: async (path, options) => {
              if (dead.signal.aborted) throw new Error('killed');
              const writer = await ports.files.openWriter(path, options);
              const die = async (): Promise<never> => {
                dead.abort();
                await writer.discard();
                throw new Error('killed');
              };
              if (step === `open ${basename(path)}`) return die();
              return {
                ...writer,
                commit: async () => {
                  await writer.commit();
                  return step === `commit ${basename(path)}` ? die() : true;
                },
              };
            },
          },
        }),
      })
      .catch((error: Error) => expect(error.message).toBe('killed'));
    expect(dead.signal.aborted).toBe(true);
    expect(kinds(await bench.translate({ force: true }))).toEqual([kind, 'here']);
    expect(bench.read('talk.de.txt')).toBe(content);
    writeFileSync(bench.path('talk.de.txt'), 'an old file');
  }
});

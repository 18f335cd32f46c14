import { targetHeading } from '../../review/plan/target-heading.ts';
import type { TerminalPorts } from '../ports.ts';
import { makeStatusBoard } from '../progress.ts';
import { ONLY_YES } from '../run/approve.ts';

/** The terminal of one of several targets. */
export interface Lane {
  readonly terminal: TerminalPorts;
  /** Marks the target as ended: it prints nothing more. */
  readonly end: () => void;
  /** Returns and removes the document that the target printed with `--json`. */
  readonly document: () => string;
}

interface Output {
  readonly stream: 'out' | 'err';
  readonly text: string;
}

/** A question that waits until every target has a question or has ended. */
interface Question {
  readonly text: string;
  readonly answer: (text: string) => void;
  readonly fail: (reason: unknown) => void;
}

interface LaneState {
  readonly name: string;
  waiting: Output[];
  document: string;
  question: Question | undefined;
  ended: boolean;
  /** Streams that have had the heading of this target since the last question. */
  readonly headed: Set<'out' | 'err'>;
}

/** One question for all waiting targets: a line for each, and the answer that counts as yes. */
function oneQuestion(waiting: readonly { readonly name: string; readonly question: Question }[]): string {
  const lines = waiting.map(({ name, question }) => `${name}: ${question.text.replace(ONLY_YES, '')}\n`);
  const forAll = waiting.length > 1 ? ONLY_YES.replace(/: $/, `, for all ${waiting.length} targets: `) : ONLY_YES;
  return `\n${lines.join('')}${forAll.trimStart()}`;
}

/**
 * Gives each of several concurrent targets its own terminal. The queue prints the output in the given order, under a
 * heading for each target. The first target prints immediately; the others print when those before them have ended.
 * When all running targets wait with a question, the queue prints the output, asks the user once, and gives all of them
 * the answer. With `--json`, it prints no document, and all other output is written to standard error. The function is
 * longer than 60 lines because its short functions share the state of all targets.
 */
export function makeOutputQueue(
  names: readonly string[],
  terminal: TerminalPorts,
  { json }: { readonly json: boolean },
): ReadonlyMap<string, Lane> {
  const states = names.map(
    (name): LaneState => ({ name, waiting: [], document: '', question: undefined, ended: false, headed: new Set() }),
  );
  const board = makeStatusBoard(terminal);
  let shownIndex = 0;
  const used = new Set<'out' | 'err'>();

  const heading = ({ name, headed }: LaneState, stream: 'out' | 'err'): void => {
    // A screen shows both streams together; standard error may be redirected.
    const to = terminal.screen && !json ? 'out' : stream;
    if (headed.has(to)) return;
    headed.add(to);
    const color = terminal.color && to === 'out';
    terminal[to](`${used.has(to) ? '\n' : ''}${targetHeading(name, { color })}`);
    used.add(to);
  };

  const show = (state: LaneState): void => {
    const { waiting } = state;
    if (waiting.length === 0) return;
    state.waiting = [];
    board.print(() => {
      for (const { stream, text } of waiting) {
        heading(state, stream);
        terminal[stream](text);
      }
    });
  };

  const ask = (): void => {
    const waiting = states.flatMap(({ name, question }) => (question === undefined ? [] : [{ name, question }]));
    if (waiting.length === 0 || terminal.ask === undefined) return;
    const settle = (end: (question: Question) => void): void => {
      shownIndex = 0;
      for (const state of states) {
        state.question = undefined;
        state.headed.clear();
      }
      for (const { question } of waiting) end(question);
    };
    terminal.ask(oneQuestion(waiting)).then(
      (answer) => settle((question) => question.answer(answer)),
      (reason: unknown) => settle((question) => question.fail(reason)),
    );
  };

  const go = (): void => {
    for (let state = states[shownIndex]; state !== undefined; state = states[shownIndex]) {
      show(state);
      if (!state.ended && state.question === undefined) return;
      shownIndex += 1;
      if (shownIndex === states.length) ask();
    }
  };

  const laneOf = (state: LaneState): Lane => {
    const say = (stream: 'out' | 'err') => (text: string) => {
      if (json && stream === 'out') state.document += text;
      else state.waiting.push({ stream, text });
      go();
    };
    const askInTurn = (text: string): Promise<string> =>
      new Promise((answer, fail) => {
        state.question = { text, answer, fail };
        go();
      });
    return {
      // Another target would overwrite a line of progress.
      terminal: {
        ...terminal,
        live: false,
        status: board.line(state.name),
        out: say('out'),
        err: say('err'),
        ...(terminal.ask !== undefined && { ask: askInTurn }),
      },
      end: () => {
        state.ended = true;
        go();
      },
      document: () => {
        const { document } = state;
        state.document = '';
        return document;
      },
    };
  };
  return new Map(states.map((state) => [state.name, laneOf(state)]));
}

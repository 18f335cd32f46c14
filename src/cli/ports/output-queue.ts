import { targetHeading } from '../../review/plan/target-heading.ts';
import type { TerminalPorts } from '../ports.ts';
import { ONLY_YES } from '../run/approve.ts';

/** What one of several targets sees of the terminal. */
export interface Lane {
  readonly terminal: TerminalPorts;
  /** Nothing more comes. */
  readonly end: () => void;
  /** What it printed as its document, with `--json`. */
  readonly document: () => string;
}

interface Said {
  readonly stream: 'out' | 'err';
  readonly text: string;
}

/** A question that waits until every target has asked or ended. */
interface Question {
  readonly text: string;
  readonly answer: (text: string) => void;
  readonly fail: (reason: unknown) => void;
}

interface LaneState {
  readonly name: string;
  said: Said[];
  document: string;
  question: Question | undefined;
  ended: boolean;
  /** The streams that have its heading, in this round. */
  readonly headed: Set<'out' | 'err'>;
}

/** One question for all that wait: a line for each, and what counts as yes. */
function oneQuestion(waiting: readonly { readonly name: string; readonly question: Question }[]): string {
  const lines = waiting.map(({ name, question }) => `${name}: ${question.text.replace(ONLY_YES, '')}\n`);
  const forAll = waiting.length > 1 ? ONLY_YES.replace(/: $/, `, for all ${waiting.length} targets: `) : ONLY_YES;
  return `\n${lines.join('')}${forAll.trimStart()}`;
}

/**
 * Gives targets that run at the same time a terminal each. What they print comes out in the given order, whole for each
 * target, under a heading: the first one prints as it goes, the others when those before them are done. Questions wait
 * for one another; then everything that was said is shown, one question is asked for all of them, and its answer is
 * everybody's. With `--json` no document is printed here, and everything else goes to standard error.
 */
export function makeOutputQueue(
  names: readonly string[],
  terminal: TerminalPorts,
  { json }: { readonly json: boolean },
): ReadonlyMap<string, Lane> {
  const states = names.map(
    (name): LaneState => ({ name, said: [], document: '', question: undefined, ended: false, headed: new Set() }),
  );
  let turn = 0;
  const begun = new Set<'out' | 'err'>();

  const heading = ({ name, headed }: LaneState, stream: 'out' | 'err'): void => {
    // On a screen both streams are seen as one, and standard error may be sent elsewhere.
    const to = terminal.screen && !json ? 'out' : stream;
    if (headed.has(to)) return;
    headed.add(to);
    const color = terminal.color && to === 'out';
    terminal[to](`${begun.has(to) ? '\n' : ''}${targetHeading(name, { color })}`);
    begun.add(to);
  };

  const show = (state: LaneState): void => {
    const said = state.said;
    state.said = [];
    for (const { stream, text } of said) {
      heading(state, stream);
      terminal[stream](text);
    }
  };

  const ask = (): void => {
    const waiting = states.flatMap(({ name, question }) => (question === undefined ? [] : [{ name, question }]));
    if (waiting.length === 0 || terminal.ask === undefined) return;
    const settle = (tell: (question: Question) => void): void => {
      turn = 0;
      for (const state of states) {
        state.question = undefined;
        state.headed.clear();
      }
      for (const { question } of waiting) tell(question);
    };
    terminal.ask(oneQuestion(waiting)).then(
      (answer) => settle((question) => question.answer(answer)),
      (reason: unknown) => settle((question) => question.fail(reason)),
    );
  };

  const go = (): void => {
    for (let state = states[turn]; state !== undefined; state = states[turn]) {
      show(state);
      if (!state.ended && state.question === undefined) return;
      turn += 1;
      if (turn === states.length) ask();
    }
  };

  const laneOf = (state: LaneState): Lane => {
    const say = (stream: 'out' | 'err') => (text: string) => {
      if (json && stream === 'out') state.document += text;
      else state.said.push({ stream, text });
      go();
    };
    const asked = (text: string): Promise<string> =>
      new Promise((answer, fail) => {
        state.question = { text, answer, fail };
        go();
      });
    return {
      // Lines that are written over would be written over by other targets.
      terminal: {
        ...terminal,
        live: false,
        out: say('out'),
        err: say('err'),
        ...(terminal.ask !== undefined && { ask: asked }),
      },
      end: () => {
        state.ended = true;
        go();
      },
      document: () => state.document,
    };
  };
  return new Map(states.map((state) => [state.name, laneOf(state)]));
}

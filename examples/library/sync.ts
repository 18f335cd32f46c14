// Brings a target in line with the files of a workspace: node out/sync.js FOLDER [TARGET]
import { FindingsError, openWorkspace, RefusedError } from 'lexform';

const [folder = '.', target] = process.argv.slice(2);

// The first Ctrl-C lets the calls in flight finish. The ledger then says what was done.
const stop = new AbortController();
process.once('SIGINT', () => stop.abort());

async function sync(): Promise<void> {
  try {
    const workspace = await openWorkspace(folder, { signal: stop.signal, onMessage: console.error });
    const plan = await workspace.plan(target);
    console.log(await plan.render('text'));

    if (plan.isEmpty) {
      console.log('Nothing to do.');
    } else if (plan.verdict.kind === 'refused') {
      // Somebody has to look at this: nothing is deleted or overwritten without consent.
      console.error(plan.verdict.reason);
      process.exitCode = 3;
    } else {
      const applied = await plan.apply({ onEvent: ({ kind }) => console.error(`A call has ${kind}.`) });
      console.log(await applied.render('text'));
      const after = await applied.check();
      console.log(after.isEmpty ? 'The service has what the files ask for.' : await after.render('text'));
      if (applied.verdict !== 'done') process.exitCode = 1;
    }
  } catch (error) {
    if (error instanceof FindingsError) console.error(error.message);
    else if (error instanceof RefusedError && error.code === 'locked')
      console.error(`Try again later: ${error.message}`);
    else throw error;
    process.exitCode = 1;
  }
}

void sync();

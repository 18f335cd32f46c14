import { resolve } from 'node:path';
import { wayInside } from '../../files/workspace/workspace-path.ts';
import { parseSamplesFile } from '../../kinds/glossary/files/check-samples.ts';
import { managedKinds } from '../../kinds/registry.ts';
import type { Checked } from '../../model/finding.ts';
import type { Sample } from '../../model/workspace/sample.ts';
import { DEFAULT_PREVIEW } from '../../model/workspace/workspace.ts';
import type { Planning } from '../../plan/make-plan.ts';
import { costLine } from '../../review/translate/preview-text.ts';
import type { Preview } from '../../steps/preview/preview.ts';
import { runPreview } from '../../steps/preview/run-preview.ts';
import { readSamples } from '../../steps/read-samples.ts';
import type { PlanOptions } from '../options.ts';
import type { Ports } from '../ports.ts';
import type { TargetSession } from '../session/connect.ts';
import { readNamedFile } from '../session/read-named-file.ts';

/**
 * The samples in the file of `--preview-samples`, or its findings; empty without the option. Throws a `UsageError` if
 * the file does not exist.
 */
export async function readSamplesFile(
  { previewSamples: path }: PlanOptions,
  { root, ports }: { readonly root: string; readonly ports: Ports },
): Promise<Checked<readonly Sample[]>> {
  if (path === undefined) return { value: [], findings: [] };
  const bytes = await readNamedFile(path, ports);
  // A file of the workspace is named relative to its root, like other workspace files.
  return parseSamplesFile({ bytes, file: wayInside(root, resolve(ports.cwd, path)) ?? path });
}

/**
 * The effect of a plan on samples. This is the only part of `plan` that creates resources on the service, and it
 * removes them again.
 */
export async function previewPlan(
  { workspace: { root, config, desired }, connection, options, ports }: TargetSession<PlanOptions>,
  { plan, live }: Pick<Planning, 'plan' | 'live'>,
  more: readonly Sample[],
): Promise<Preview> {
  const { budget, variants } = config.preview ?? DEFAULT_PREVIEW;
  const { samples, examples } = await readSamples({ files: ports.files, root, desired, plan });
  return runPreview(
    {
      plan,
      live,
      styleLists: desired.styleLists ?? [],
      samples: [...samples, ...more],
      examples,
      variants,
      budget: options.previewBudget ?? budget,
      kinds: managedKinds(desired).map(({ kind }) => kind),
    },
    {
      client: connection.client,
      now: ports.now,
      id: ports.id,
      interrupted: ports.interrupted,
      counted: (cost) => {
        if (cost.samples + cost.leftOut > 0) ports.terminal.err(costLine(connection.target, cost));
      },
    },
  );
}

import type { Ports } from '../ports.ts';

/** Variables that CI systems set. Most set `CI`; Azure, TeamCity and Jenkins have their own. */
const NAMES: readonly string[] = ['CI', 'GITHUB_ACTIONS', 'GITLAB_CI', 'TF_BUILD', 'TEAMCITY_VERSION', 'JENKINS_URL'];

/** True when the output is probably the log of a CI system, which runs commands in it. */
export const isCi = (env: Ports['env']): boolean =>
  NAMES.some((name) => !['', '0', 'false'].includes((env(name) ?? '').toLowerCase()));

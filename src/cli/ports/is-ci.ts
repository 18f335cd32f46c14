import type { CliPorts } from '../ports.ts';

/**
 * Variables by which systems that run pipelines are known. Most set `CI`; Azure, TeamCity and Jenkins have names of
 * their own.
 */
const NAMES: readonly string[] = ['CI', 'GITHUB_ACTIONS', 'GITLAB_CI', 'TF_BUILD', 'TEAMCITY_VERSION', 'JENKINS_URL'];

/** True where the output is likely to become the log of a CI system, which obeys commands in it. */
export const isCi = (env: CliPorts['env']): boolean =>
  NAMES.some((name) => !['', '0', 'false'].includes((env(name) ?? '').toLowerCase()));

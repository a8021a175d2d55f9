import { inPublic } from '../kernel/scope.ts';
import { query } from '../kernel/use-case.ts';

/** Version and build of the running software. */
export interface Build {
  readonly version: string;
  readonly build: string;
}

/** Gets the version and build of the instance. */
export const getApiInformation = (build: Build) =>
  query<{}>()({
    name: 'getApiInformation',
    requires: 'nothing',
    scope: inPublic,
    run: async () => build,
  });

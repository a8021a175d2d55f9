import type { Id } from '../../domain/kernel/id.ts';
import type { RepositoryFiles } from '../../ports/repository-format.ts';
import type { Work } from '../../ports/unit-of-work.ts';
import type { Services } from '../kernel/services.ts';

/** Where the documentation of Quire itself lies, in the same format as a Git repository's. */
export type WelcomeSource = RepositoryFiles;

export interface WelcomeInto {
  readonly organizationId: Id;
  readonly userId: Id;
  readonly at: string;
  readonly source: WelcomeSource;
}

/** Lays out the welcome space and publishes it as a site, so that a newcomer sees content at once. */
export async function layOutWelcome(_work: Work, _services: Services, _into: WelcomeInto): Promise<void> {}

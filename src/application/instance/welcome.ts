import type { Id } from '../../domain/kernel/id.ts';
import { SiteStructure } from '../../domain/sites/structure/site-structure.ts';
import { Site } from '../../domain/sites/site.ts';
import { Space } from '../../domain/spaces/space.ts';
import type { PlannedFile, RepositoryFiles } from '../../ports/git/repository-format.ts';
import type { Work } from '../../ports/kernel/unit-of-work.ts';
import { read } from '../content/reading.ts';
import { NO_CONTENT } from '../git-sync/import/previous-content.ts';
import { plannedContent } from '../git-sync/import/seed-content.ts';
import { contentFiles, storeFiles } from '../git-sync/import/store-files.ts';
import type { Services } from '../kernel/services.ts';
import { projectionsOf } from '../projections/projections-of.ts';
import { saveStructure } from '../sites/structure/load-structure.ts';

/** Where the documentation of Quire itself lies, in the same format as a Git repository's. */
export type WelcomeSource = RepositoryFiles;

export interface WelcomeInto {
  readonly organizationId: Id;
  readonly userId: Id;
  readonly at: string;
  readonly source: WelcomeSource;
}

const TITLE = 'Quire';
const BASENAME = 'quire';

/** Lays out the welcome space and publishes it as a site, so that a newcomer sees content at once. */
export async function layOutWelcome(
  work: Work,
  services: Services,
  { organizationId, userId, at, source }: WelcomeInto,
): Promise<void> {
  const { ids } = services;
  const newId = () => ids.next();
  const plan = await services.gitFormat.read(source);
  const stored = await storeFiles(services, plan.files, (files) => blobsOf(source, files));
  const files = contentFiles(plan.files, stored, [], newId);
  const { contentHash, objects } = await read(
    services.content,
    plannedContent(plan, { newId, now: at, files, previous: NO_CONTENT }),
  );

  const space = Space.create({ id: ids.next(), organizationId, parentId: null, title: TITLE, at });
  await work.spaces.save(space);
  const revision = {
    id: ids.next(),
    spaceId: space.id,
    parents: [],
    content: contentHash,
    type: 'edits' as const,
    createdAt: at,
    createdBy: userId,
  };
  await work.branches.create({
    primary: projectionsOf(services, { before: null, after: contentHash, objects }),
    revision,
    objects,
  });

  const site = Site.create({
    id: ids.next(),
    organizationId,
    type: 'basic',
    title: TITLE,
    visibility: 'public',
    basename: BASENAME,
    createdAt: at,
  });
  site.publish();
  await work.sites.save(site);
  const structure = new SiteStructure({ id: site.id, organizationId });
  structure.addSpace({ id: ids.next(), spaceId: space.id, slug: BASENAME });
  await saveStructure(work, structure);
}

async function* blobsOf(
  source: WelcomeSource,
  files: readonly PlannedFile[],
): AsyncIterable<{ oid: string; bytes: Uint8Array }> {
  const found = await source.read(files.map(({ path }) => path));
  for (const { path, oid } of files) {
    const bytes = found.get(path);
    if (bytes !== undefined) yield { oid, bytes };
  }
}

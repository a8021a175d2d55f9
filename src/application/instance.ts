import { Member } from '../domain/members.ts';
import { Organization } from '../domain/organizations/organization.ts';
import { ApiToken, CONFIGURATION_ORIGIN } from '../domain/sessions/api-token.ts';
import { User } from '../domain/users.ts';
import type { EventContext } from '../ports/kernel/events.ts';
import type { UnitOfWork, Work } from '../ports/kernel/unit-of-work.ts';
import type { Reads, Services } from './kernel/services.ts';
import type { OrganizationId, UserId } from '../domain/kernel/id.ts';
import { SiteStructure } from '../domain/sites/structure/site-structure.ts';
import { Site } from '../domain/sites/site.ts';
import { Space } from '../domain/spaces.ts';
import type { PlannedFile, RepositoryFiles } from '../ports/git/repository-format.ts';
import { read } from './content/reading.ts';
import { NO_CONTENT } from './git/import/previous-content.ts';
import { buildPlannedContent } from './git/import/seed-content.ts';
import { contentFiles, storeFiles } from './git/import/store-files.ts';
import { buildProjections } from './content/projections/build-projections.ts';
import { saveStructure } from './sites/structure/load-structure.ts';

const OPERATOR = { email: 'operator@localhost.localdomain', displayName: 'Operator' };
const ORGANIZATION = 'My organization';

export interface BootstrapOptions {
  readonly unitOfWork: UnitOfWork;
  readonly reads: Reads;
  readonly services: Services;
  /** API token of the operator, from the configuration or from the file in the data directory. */
  readonly adminToken: string;
  /**
   * Makes the token the operator's in place of an earlier one. Must be false for a generated token where other nodes
   * may have generated theirs.
   */
  readonly replacesToken: boolean;
  /** Content of the first site: the documentation of Quire. */
  readonly welcome: WelcomeSource | undefined;
}

/** Result of a bootstrap: the instance was empty, or the token is the operator's, or it is not. */
export type BootstrapResult = 'first-start' | 'known-token' | 'foreign-token';

/**
 * Sets up an empty instance: the operator with the given token, an organization, and a welcome space published as a
 * site. On an instance that has users, only makes the given token the operator's. Idempotent; several processes may do
 * it at the same time.
 */
export async function bootstrap({
  unitOfWork,
  reads,
  services,
  adminToken,
  replacesToken,
  welcome,
}: BootstrapOptions): Promise<BootstrapResult> {
  const { clock, ids, tokens } = services;
  const at = clock.now();
  const hash = tokens.hash(adminToken);
  const known = await reads.users.find({ operator: true });
  const token = (userId: string) =>
    ApiToken.issue({ id: ids.next(), userId, name: 'Operator (bootstrap)', hash, via: CONFIGURATION_ORIGIN, at });
  const system: EventContext = {
    organizationId: null,
    spaceId: null,
    actorId: null,
    tokenId: null,
    requestId: null,
    at,
  };

  const registerToken = async (operatorId: UserId): Promise<BootstrapResult> => {
    const mine = await reads.apiTokens.list(
      { userId: operatorId, kind: 'api', name: 'Operator (bootstrap)' },
      { limit: 100 },
    );
    const [only] = mine.items.length === 1 ? [mine.items[0]!.snapshot()] : [];
    if (only?.hash === hash && only.via === CONFIGURATION_ORIGIN) return 'known-token';
    if (!replacesToken && mine.items.length > 0) return 'foreign-token';
    await unitOfWork.run(system, async (work) => {
      // A replaced token must no longer be valid.
      for (const { id } of mine.items) await work.apiTokens.delete(await work.apiTokens.get({ id }));
      await work.apiTokens.save(token(operatorId));
    });
    return 'known-token';
  };

  if (known !== undefined) return registerToken(known.id);
  const first = await unitOfWork.run(system, async (work) => {
    // Several processes may start on one empty database.
    await work.lockNames('bootstrap');
    if ((await work.users.find({ operator: true })) !== undefined) return false;
    const operator = User.create({ id: ids.next(), ...OPERATOR, operator: true, at });
    await work.users.save(operator);
    await work.apiTokens.save(token(operator.id));
    const organization = Organization.create({ id: ids.next(), title: ORGANIZATION, at });
    await work.organizations.save(organization);
    await work.members.save(
      Member.join({ id: ids.next(), organizationId: organization.id, userId: operator.id, role: 'admin', at }),
    );
    if (welcome !== undefined)
      await createWelcomeSite(work, services, {
        organizationId: organization.id,
        userId: operator.id,
        at,
        source: welcome,
      });
    return true;
  });
  if (first) return 'first-start';
  return registerToken((await reads.users.find({ operator: true }))!.id);
}

/** Documentation of Quire, in the format of a Git repository. */
export type WelcomeSource = RepositoryFiles;

interface WelcomeTarget {
  readonly organizationId: OrganizationId;
  readonly userId: UserId;
  readonly at: string;
  readonly source: WelcomeSource;
}

const TITLE = 'Quire';
const BASENAME = 'quire';

/** Creates the welcome space and publishes it as a site, so that a new user finds content. */
async function createWelcomeSite(
  work: Work,
  services: Services,
  { organizationId, userId, at, source }: WelcomeTarget,
): Promise<void> {
  const { ids } = services;
  const newId = () => ids.next();
  const plan = await services.gitFormat.read(source);
  const stored = await storeFiles(services, plan.files, (files) => blobsOf(source, files));
  await services.organizationStorage.record(
    organizationId,
    [...stored.values()].map(({ blob, size }) => ({ hash: blob, size })),
  );
  const files = contentFiles(plan.files, stored, [], newId);
  const { contentHash, objects } = await read(
    services.content,
    buildPlannedContent(plan, { newId, now: at, files, previous: NO_CONTENT }),
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
    primary: buildProjections(services, { before: null, after: contentHash, objects }),
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

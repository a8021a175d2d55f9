import { digestOf } from '../../domain/content/objects/hash.ts';
import type { Id, ChangeRequestId, OrganizationId, RevisionId, SpaceId, UserId } from '../../domain/kernel/id.ts';
import type { PdfBook } from '../../ports/pdf.ts';
import type { ResourceConsumer } from '../../ports/kernel/request-limits.ts';
import type { TextSigner } from '../../ports/kernel/secret-box.ts';
import { hourlyExpiry, openLink, sealLink } from '../kernel/sealed-links.ts';
import type { Reads, Services } from '../kernel/services.ts';
import type { BookOperations } from './book-operations.ts';
import { computedDigest, buildSpaceBook, type BookDependencies, type BookInput } from './space-book.ts';

/** Content of a PDF file and the user for whom a link is made. */
export interface PdfLinkInput {
  readonly organizationId: OrganizationId;
  readonly spaceId: SpaceId;
  /** User whose access decides: the link works for anybody who has it, for as long as this user may see the space. */
  readonly userId: UserId;
  /**
   * Origin of the credential with which the link was requested. Enforced SSO is checked against it when the link is
   * opened.
   */
  readonly via: string | null;
  readonly revisionId: RevisionId;
  readonly changeRequestId?: ChangeRequestId;
  readonly page?: BookInput['page'];
}

/** A PDF file that may not be rendered yet. */
export interface LinkedPdf {
  /** Digest of everything that the file shows. */
  readonly key: string;
  /** File name for saving. */
  readonly name: string;
  readonly book: () => Promise<PdfBook>;
  /** Account that the rendering is charged to. */
  readonly holder: ResourceConsumer;
}

const PURPOSE = 'pdf-link';
/** Version of the rendering; incremented when the same content renders differently. */
const EDITION = 3;

/**
 * Builds the path, relative to the public URL, from which a client gets the file without a token.
 * @param now ISO 8601
 */
export function createPdfLink(
  sealer: TextSigner,
  { organizationId, spaceId, userId, via, revisionId, changeRequestId, page }: PdfLinkInput,
  now: string,
): string {
  return `/pdf/${sealLink(sealer, PURPOSE, hourlyExpiry(now), [organizationId, spaceId, userId, via, revisionId, changeRequestId ?? null, page?.id ?? null, page?.alone ?? false])}`;
}

type Dependencies = BookDependencies &
  Pick<Services, 'sealer'> & {
    readonly operations: Pick<BookOperations, 'of'>;
    readonly read: Pick<Reads, 'spacesOf' | 'members' | 'organizations' | 'revisions' | 'changeRequestsOf'>;
  };

/**
 * Opens a file by the last segment of a link; undefined when the link was altered or has expired, or its user cannot
 * see the space.
 */
export async function openPdfLink(
  dependencies: Dependencies,
  sealed: string,
  now: string,
): Promise<LinkedPdf | undefined> {
  const { sealer, read } = dependencies;
  const payload = openLink<[Id, Id, Id, string | null, Id, Id | null, Id | null, boolean]>(
    sealer,
    PURPOSE,
    sealed,
    now,
  );
  if (payload === undefined) return undefined;
  const [organizationId, spaceId, userId, via, revisionId, changeRequestId, pageId, alone] = payload;
  const {
    items: [seen],
  } = await read.spacesOf.listSpaces({ organizationId, userId, via }, { ids: [spaceId] }, { limit: 1 });
  const [organization, member, revision, changeRequest] = await Promise.all([
    read.organizations.find({ id: organizationId }),
    read.members.find({ organizationId, userId }),
    read.revisions.find(spaceId, revisionId),
    changeRequestId === null ? undefined : read.changeRequestsOf.find(spaceId, changeRequestId),
  ]);
  if (
    seen === undefined ||
    organization === undefined ||
    revision === undefined ||
    (changeRequestId !== null && changeRequest === undefined)
  )
    return undefined;
  const of: BookInput = {
    organizationId,
    spaceId,
    role: member?.snapshot().role,
    content: revision.content,
    title: seen.space.state.title,
    organization: organization.snapshot().title,
    ...(changeRequest !== undefined && { subtitle: changeRequest.state.subject }),
    date: revision.createdAt,
    ...(pageId !== null && { page: { id: pageId, alone } }),
  };
  const [computed, specs] = await Promise.all([
    computedDigest(dependencies, of),
    dependencies.operations.of(dependencies, of),
  ]);
  const named = [...specs].map(([slug, { key }]) => [slug, key]);
  const key = digestOf(
    JSON.stringify([
      EDITION,
      spaceId,
      of.content,
      of.title,
      of.organization,
      of.subtitle ?? null,
      of.date,
      pageId,
      alone,
      computed,
      ...(named.length > 0 ? [named] : []),
    ]),
  );
  return {
    key,
    name: `${of.title}.pdf`,
    book: () => buildSpaceBook(dependencies, of, specs),
    holder: { organizationId, user: userId },
  };
}

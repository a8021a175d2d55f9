import { digestOf } from '../../domain/content/objects/hash.ts';
import type { Id } from '../../domain/kernel/id.ts';
import type { PdfBook } from '../../ports/pdf.ts';
import type { ResourceConsumer } from '../../ports/kernel/request-limits.ts';
import type { TextSigner } from '../../ports/kernel/secret-box.ts';
import { hourlyExpiry, openLink, sealLink } from '../kernel/sealed-links.ts';
import type { Reads, Services } from '../kernel/services.ts';
import type { BookOperations } from './book-operations.ts';
import { computedDigest, buildSpaceBook, type BookDependencies, type BookInput } from './space-book.ts';

/** What a link to a PDF file shows, and for whom. */
export interface PdfLinkInput {
  readonly organizationId: Id;
  readonly spaceId: Id;
  /** The link works for what this user may see, whoever holds it, and no longer than the user may see it. */
  readonly userId: Id;
  /** Origin of the credential that the link was given to; opening it asks for enforced SSO again. */
  readonly via: string | null;
  readonly revisionId: Id;
  readonly changeRequestId?: Id;
  readonly page?: BookInput['page'];
}

/** A PDF file, made or yet to be made. */
export interface LinkedPdf {
  /** Names its bytes: what is shown alike has the same key. */
  readonly key: string;
  /** What it is called when it is saved. */
  readonly name: string;
  readonly book: () => Promise<PdfBook>;
  /** Account that making the file is charged to. */
  readonly holder: ResourceConsumer;
}

const PURPOSE = 'pdf-link';
/** Raised when the same content is printed otherwise. */
const EDITION = 2;

/** The path, below the public URL, under which the file is had without a token. @param now ISO 8601 */
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
    readonly read: Pick<Reads, 'library' | 'members' | 'organizations' | 'revisions' | 'changeRequestsOf'>;
  };

/** The file behind the last segment of a link; undefined when it was altered, has expired, or its user lost sight of the space. */
export async function openPdfLink(means: Dependencies, sealed: string, now: string): Promise<LinkedPdf | undefined> {
  const { sealer, read } = means;
  const carried = openLink<[Id, Id, Id, string | null, Id, Id | null, Id | null, boolean]>(
    sealer,
    PURPOSE,
    sealed,
    now,
  );
  if (carried === undefined) return undefined;
  const [organizationId, spaceId, userId, via, revisionId, changeRequestId, pageId, alone] = carried;
  const {
    items: [seen],
  } = await read.library.listSpaces({ organizationId, userId, via }, { ids: [spaceId] }, { limit: 1 });
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
  const [computed, specs] = await Promise.all([computedDigest(means, of), means.operations.of(means, of)]);
  const named = [...specs].map(([slug, { reference }]) => [slug, reference]);
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
    book: () => buildSpaceBook(means, of, specs),
    holder: { organizationId, user: userId },
  };
}

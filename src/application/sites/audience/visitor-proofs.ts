import type { SiteState } from '../../../domain/sites/site.ts';
import type { VisitorProof } from '../../../domain/sites/audience/visitor-proof.ts';
import type { Reads } from '../../kernel/services.ts';
import { isPermitted } from '../../permissions/is-permitted.ts';
import { getPublishingAuth } from './publishing-auth.ts';

export type ProofReads = Pick<Reads, 'spacesOf' | 'sitePublishingAuths' | 'siteShareLinks'>;

/**
 * Tells whether what admitted a visitor to a site still does: the site is published, and open, or the share link is
 * active, the signing key valid, or the user a member.
 * @param now ISO 8601
 */
export async function holdsProof(
  read: ProofReads,
  { id, organizationId, published, visibility }: SiteState,
  proof: VisitorProof,
  now: string,
): Promise<boolean> {
  if (!published) return false;
  if (visibility === 'public' || visibility === 'unlisted') return true;
  switch (proof.kind) {
    case 'open':
      return false;
    case 'share-link':
      return (
        visibility === 'share-link' &&
        (await read.siteShareLinks.find({ id: proof.shareLinkId, siteId: id, active: true })) !== undefined
      );
    case 'signing-key':
      return (
        visibility === 'visitor-auth' &&
        (await getPublishingAuth(read, id, organizationId)).validKeyNumbers(now).includes(proof.keyNumber)
      );
    case 'member':
      return isPermitted(read, 'sites:view', { organizationId, userId: proof.userId, via: proof.via });
  }
}

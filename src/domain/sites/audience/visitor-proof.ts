import type { ShareLinkId, UserId } from '../../kernel/id.ts';

/**
 * Reason for which a visitor was admitted to a published site, to be checked again later: the site is open; a share
 * link; a token signed with the site's key of this number; or the membership of a user.
 */
export type VisitorProof =
  | { readonly kind: 'open' }
  | { readonly kind: 'share-link'; readonly shareLinkId: ShareLinkId }
  | { readonly kind: 'signing-key'; readonly keyNumber: number }
  | { readonly kind: 'member'; readonly userId: UserId; readonly via: string | null };

/** Parses a proof that was serialized; undefined for anything else. */
export function parseVisitorProof(value: unknown): VisitorProof | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { kind, shareLinkId, keyNumber, userId, via } = value as Readonly<Record<string, unknown>>;
  if (kind === 'open') return { kind };
  if (kind === 'share-link' && typeof shareLinkId === 'string') return { kind, shareLinkId };
  if (kind === 'signing-key' && typeof keyNumber === 'number') return { kind, keyNumber };
  if (kind === 'member' && typeof userId === 'string' && (via === null || typeof via === 'string'))
    return { kind, userId, via };
  return undefined;
}

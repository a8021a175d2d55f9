/**
 * Id: 20 characters of [0-9A-Za-z], time-ordered, compared bytewise (design: ids). New ids begin with a letter, because
 * clients use them in CSS selectors; ids of earlier versions begin with `0`.
 */
export type Id = string;

declare const KIND: unique symbol;
/**
 * Id of one kind of record. An id of another kind is not assignable to it; text of unknown kind is, because parsers and
 * drivers yield text.
 */
export type IdOf<Kind extends string> = Id & { readonly [KIND]?: Kind };

export type ApiTokenId = IdOf<'api-token'>;
export type ChangeRequestId = IdOf<'change-request'>;
export type CollectionId = IdOf<'collection'>;
export type CommentId = IdOf<'comment'>;
export type CommentReplyId = IdOf<'comment-reply'>;
export type CustomFontId = IdOf<'custom-font'>;
export type EmailDomainId = IdOf<'email-domain'>;
export type FileId = IdOf<'file'>;
export type GlossaryEntryId = IdOf<'glossary-entry'>;
export type ImportRunId = IdOf<'import-run'>;
export type InviteId = IdOf<'invite'>;
export type JobId = IdOf<'job'>;
export type OpenAPISpecId = IdOf<'open-apispec'>;
export type OrganizationId = IdOf<'organization'>;
export type OrganizationImageId = IdOf<'organization-image'>;
export type PageId = IdOf<'page'>;
export type ReusableContentId = IdOf<'reusable-content'>;
export type ReviewId = IdOf<'review'>;
export type RevisionId = IdOf<'revision'>;
export type SamlProviderId = IdOf<'saml-provider'>;
export type ShareLinkId = IdOf<'share-link'>;
export type SiteExternalLinkId = IdOf<'site-external-link'>;
export type SiteId = IdOf<'site'>;
export type SiteMcpServerId = IdOf<'site-mcp-server'>;
export type SiteRedirectId = IdOf<'site-redirect'>;
export type SiteSectionGroupId = IdOf<'site-section-group'>;
export type SiteSectionId = IdOf<'site-section'>;
export type SiteSpaceId = IdOf<'site-space'>;
export type SpaceId = IdOf<'space'>;
export type TeamId = IdOf<'team'>;
export type TranslationId = IdOf<'translation'>;
export type UploadId = IdOf<'upload'>;
export type UserId = IdOf<'user'>;
export type WebhookDeliveryId = IdOf<'webhook-delivery'>;
export type WebhookId = IdOf<'webhook'>;

export const ID_LENGTH = 20;
/** Digits of ids in bytewise order. */
export const ID_ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Index of the first letter among the digits of ids. */
export const FIRST_LETTER = ID_ALPHABET.indexOf('A');
const ID_PATTERN = /^[0-9A-Za-z]{20}$/;

/** Tells whether `text` has the format of an id; says nothing about existence. */
export const isId = (text: string): text is Id => ID_PATTERN.test(text);

/** Replaces a first digit by a letter: `0` by `A` to `9` by `J`. Ids that begin with a letter stay as they are. */
export const withFirstLetter = (id: Id): Id =>
  /^[0-9]/.test(id) ? ID_ALPHABET[FIRST_LETTER + Number(id[0])] + id.slice(1) : id;

/** Derives an id from a hexadecimal digest of at least 120 bits: equal digests have equal ids. */
export function idFromDigest(digest: string): Id {
  const base = BigInt(ID_ALPHABET.length);
  let left = BigInt(`0x${digest}`);
  let id = '';
  for (; id.length < ID_LENGTH; left /= base) id += ID_ALPHABET[Number(left % base)];
  return withFirstLetter(id);
}

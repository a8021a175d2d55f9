/** Tokens and secrets of links, as Quire generates them. */
const SECRETS = /q[a-z]_[\w-]{20,}/g;
/** Pages whose paths contain the secret of an invite link, which has no prefix. */
const INVITE_LINK = /^\/join\/.+/s;

/**
 * Replaces secrets in a path that is logged. A link that somebody copied with a character too many leads nowhere, and
 * still contains its secret.
 */
export const maskedPath = (path: string): string => path.replace(SECRETS, '…').replace(INVITE_LINK, '/join/…');

import { Aggregate, type State } from '../../kernel/aggregate.ts';
import { Invalid } from '../../kernel/errors.ts';
import type { OrganizationId, SiteId } from '../../kernel/id.ts';
import { addMilliseconds, HOUR_MS } from '../../kernel/time.ts';

/** Time for which tokens signed with the previous key are accepted after a rotation, in milliseconds. */
export const OLD_KEY_GRACE_MS = HOUR_MS;
/** Maximum length of a fallback URL. */
export const MAX_FALLBACK_URL_LENGTH = 2048;

/** State of a site's visitor authentication; its id is the site's. */
export interface PublishingAuthState extends State {
  readonly organizationId: OrganizationId;
  /** URL to which visitors without a token are redirected; null for none. */
  readonly fallbackURL: string | null;
  /** Number of the present signing key; keys are derived from it and the instance's secret key. */
  readonly keyNumber: number;
  /** End of the previous key's validity; null if there is none. */
  readonly oldKeyUntil: string | null;
}

/** Authentication of a site's visitors. A site without a stored state has the first key and no fallback. */
export class PublishingAuth extends Aggregate<PublishingAuthState> {
  static readonly kind = 'publishing auth';
  static restore = (state: PublishingAuthState) => new PublishingAuth(state);

  static create(siteId: SiteId, organizationId: OrganizationId): PublishingAuth {
    return new PublishingAuth({ id: siteId, organizationId, fallbackURL: null, keyNumber: 1, oldKeyUntil: null });
  }

  /**
   * Changes the fallback URL.
   * @throws Invalid unless it is an http or https URL without credentials
   */
  changeFallbackUrl(fallbackURL: string | null): void {
    if (fallbackURL !== null) requireWebAddress(fallbackURL);
    if (fallbackURL !== this.state.fallbackURL) this.apply({ fallbackURL }, 'site.fallback-changed', { fallbackURL });
  }

  /** Rotates the key; the previous one stays valid for a while, older ones do not. */
  rotateKey(now: string): void {
    const oldKeyUntil = addMilliseconds(now, OLD_KEY_GRACE_MS);
    this.apply({ keyNumber: this.state.keyNumber + 1, oldKeyUntil }, 'site.signing-key-regenerated');
  }

  /** Returns the numbers of the valid keys, the present one first. */
  validKeyNumbers(now: string): readonly number[] {
    const { keyNumber, oldKeyUntil } = this.state;
    return oldKeyUntil !== null && now < oldKeyUntil ? [keyNumber, keyNumber - 1] : [keyNumber];
  }
}

function requireWebAddress(text: string): void {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isWeb =
    url !== undefined &&
    (url.protocol === 'https:' || url.protocol === 'http:') &&
    url.username === '' &&
    url.password === '';
  if (!isWeb || /[\s\\\u0000-\u001f\u007f]/.test(text))
    throw Invalid.field('fallbackURL', 'must be an http or https URL without credentials');
  if (text.length > MAX_FALLBACK_URL_LENGTH)
    throw Invalid.field('fallbackURL', `must have at most ${MAX_FALLBACK_URL_LENGTH} characters`);
}

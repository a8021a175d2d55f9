import { Aggregate, type State } from '../../kernel/aggregate.ts';
import { Invalid } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/id.ts';

/** So long what the key before signed is still believed after a new one was made, in milliseconds. */
export const OLD_KEY_GRACE_MS = 60 * 60 * 1000;
/** Longest fallback URL. */
export const MAX_FALLBACK_URL_LENGTH = 2048;

/** Its id is the site's. */
export interface PublishingAuthState extends State {
  readonly organizationId: Id;
  /** Where visitors are sent who bring no token; null: nowhere. */
  readonly fallbackURL: string | null;
  /** Which of the site's keys visitors' tokens are signed with: each has a number, and is made from it and the instance's secret key. */
  readonly keyNumber: number;
  /** Until when the key before is believed too; null where there is none. */
  readonly oldKeyUntil: string | null;
}

/** How visitors of a site prove that they may read it. A site of which nothing is stored has the first key and no fallback. */
export class PublishingAuth extends Aggregate<PublishingAuthState> {
  static readonly kind = 'publishing auth';
  static restore = (state: PublishingAuthState) => new PublishingAuth(state);

  static create(siteId: Id, organizationId: Id): PublishingAuth {
    return new PublishingAuth({ id: siteId, organizationId, fallbackURL: null, keyNumber: 1, oldKeyUntil: null });
  }

  /** @throws Invalid for what is no http or https URL, or carries a user's name */
  changeFallbackUrl(fallbackURL: string | null): void {
    if (fallbackURL !== null) requireWebAddress(fallbackURL);
    if (fallbackURL !== this.state.fallbackURL) this.apply({ fallbackURL }, 'site.fallback-changed', { fallbackURL });
  }

  /** From now on tokens are signed with another key; the one before is believed a while longer, the one before that is not. */
  rotateKey(now: string): void {
    const oldKeyUntil = new Date(Date.parse(now) + OLD_KEY_GRACE_MS).toISOString();
    this.apply({ keyNumber: this.state.keyNumber + 1, oldKeyUntil }, 'site.signing-key-regenerated');
  }

  /** The numbers of the keys that are believed, the present one first. */
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

import { Invalid } from '../../domain/kernel/errors.ts';
import { FetchBlocked } from '../../ports/kernel/guarded-fetch.ts';
import type { Services } from './services.ts';

/**
 * Refuses a URL of a private network in the field `url`; does nothing without one. A host that cannot be resolved now is
 * accepted: each connection checks the address again.
 * @throws Invalid
 */
export async function requirePublicUrl({ web }: Pick<Services, 'web'>, url: string | undefined): Promise<void> {
  if (url === undefined) return;
  try {
    await web.assertAllowed(url);
  } catch (error) {
    if (error instanceof FetchBlocked) throw Invalid.field('url', error.message);
  }
}

import type Koa from 'koa';
import { DomainError } from '../../../../domain/kernel/errors.ts';
import type { UserId } from '../../../../domain/kernel/id.ts';
import { APP_HEADER } from './own-origin.ts';

/** Header with which the app names the user whose content a tab shows, and the answer the user who has sent the request. */
const USER_HEADER = 'Quire-User';

/** The tab of one user sends a request with the session of another one, who has signed in in the same browser since. */
class AnotherUser extends DomainError {
  readonly category = 'conflict';
  constructor() {
    super('another user has signed in in this browser');
  }
}

/**
 * Names the user in the answer to a request of the app.
 * @throws AnotherUser if the request names another one
 */
export function requireAppUser(ctx: Koa.Context, userId: UserId): void {
  if (ctx.get(APP_HEADER) === '') return;
  ctx.set(USER_HEADER, userId);
  const shown = ctx.get(USER_HEADER);
  if (shown !== '' && shown !== userId) throw new AnotherUser();
}

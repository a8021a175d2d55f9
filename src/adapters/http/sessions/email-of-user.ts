import type { Application } from '../../../application/kernel/application.ts';
import { getAuthenticatedUser } from '../../../application/users.ts';
import { Unauthenticated } from '../../../domain/kernel/errors.ts';
import type { Visit } from '../kernel/web/web-pages.ts';

/** Returns the e-mail address of the user who is signed in, or undefined without a valid session. */
export async function emailOfUser(application: Application, origin: Visit['origin']): Promise<string | undefined> {
  if (origin.secret === undefined) return undefined;
  try {
    return (await application.execute(getAuthenticatedUser, origin, {})).email;
  } catch (error) {
    if (error instanceof Unauthenticated) return undefined;
    throw error;
  }
}

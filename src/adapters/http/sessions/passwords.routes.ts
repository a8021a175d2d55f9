import * as z from 'zod';
import { createPasswordLink, type PasswordLink } from '../../../application/sessions/passwords.ts';
import { instant, uri } from '../kernel/fields.ts';
import { created, resource } from '../kernel/reply.ts';
import { route, tagged } from '../kernel/route.ts';

const PasswordLinkResource = resource(
  'PasswordLink',
  z.object({
    url: uri.meta({ description: 'URL for setting the password, valid once and shown once.' }),
    expiresAt: instant,
  }),
  ({ url, expiresAt }: PasswordLink) => ({ url, expiresAt }),
);

export const passwordRoutes = tagged('Instance', [
  route('POST /v1/instance/users/:userId/password-link', createPasswordLink, {
    summary: 'Create a password link for a user',
    returns: created(PasswordLinkResource),
  }),
]);

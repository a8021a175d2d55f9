import { NotFound } from '../../domain/kernel/errors.ts';
import type { Id, OrganizationId } from '../../domain/kernel/id.ts';
import { OrganizationKey } from '../../domain/organizations/organization-key.ts';
import { command, query, type CommandContext } from '../kernel/use-case.ts';
import { inOrganization, type InOrganization, inPublic, type InOrganizationScope } from '../kernel/scope.ts';

/** Lifetime of the signed claims about a member, in seconds. */
const CLAIMS_LIFETIME_S = 3600;

/** Purpose for which the private key of an organization is sealed. */
export const organizationKeyPurpose = (keyId: Id): string => `organization key ${keyId}`;

/**
 * Loads the signing key of the organization; creates a key on first use, and after a change of the instance's secret
 * key, which encrypts it.
 */
async function signingKey(
  { work, ids, now, secretBox, claims }: CommandContext<InOrganizationScope, 'ids' | 'secretBox' | 'claims'>,
  organizationId: OrganizationId,
): Promise<{ readonly id: Id; readonly privateKey: string }> {
  const opened = (key: OrganizationKey | undefined) => {
    const privateKey = key && secretBox.open(key.snapshot().privateKey, organizationKeyPurpose(key.id));
    return privateKey === undefined ? undefined : { id: key!.id, privateKey };
  };
  const known = opened(await work.organizationKeys.find({ organizationId }));
  if (known !== undefined) return known;
  await work.lock('organizations', organizationId);
  const key = await work.organizationKeys.find({ organizationId });
  const meanwhile = opened(key);
  if (meanwhile !== undefined) return meanwhile;
  if (key !== undefined) await work.organizationKeys.delete(key);
  const { publicKey, privateKey } = await claims.generateKeyPair();
  const id = ids.next();
  await work.organizationKeys.save(
    OrganizationKey.create({
      id,
      organizationId,
      publicKey,
      privateKey: secretBox.seal(privateKey, organizationKeyPurpose(id)),
      createdAt: now,
    }),
  );
  return { id, privateKey };
}

/**
 * Records that the caller is active in the organization, to the minute.
 *
 * The response contains a signed token (JWT, valid for an hour) that states who the caller is; third parties verify it
 * with the keys of `getOrganizationKeys`.
 */
export const updateOrganizationMemberLastSeenAt = command<InOrganization>()({
  name: 'updateOrganizationMemberLastSeenAt',
  requires: 'organization:view',
  scope: inOrganization,
  needs: ['publicUrl', 'claims', 'ids', 'secretBox'],
  async run(context, { organizationId }): Promise<{ readonly token: string }> {
    const { work, scope, now, publicUrl, claims } = context;
    const { userId, via } = scope.caller;
    const member = await work.members.find({ organizationId, userId });
    if (member === undefined) throw new NotFound('organization');
    if (member.recordActivity(now)) await work.members.save(member);
    const { displayName, email } = (await work.users.get({ id: userId })).snapshot();
    const seconds = Math.floor(Date.parse(now) / 1000);
    const said = {
      iss: publicUrl,
      aud: organizationId,
      sub: userId,
      iat: seconds,
      exp: seconds + CLAIMS_LIFETIME_S,
      name: displayName,
      email,
      role: member.snapshot().role,
      via,
    };
    return { token: await claims.sign(said, await signingKey(context, organizationId)) };
  },
});

/**
 * Gets the public keys that verify the tokens of `updateOrganizationMemberLastSeenAt`, as a JSON Web Key Set. The set
 * is empty until the organization has signed a token, and for organizations that do not exist.
 */
export const getOrganizationKeys = query<InOrganization>()({
  name: 'getOrganizationKeys',
  requires: 'nothing',
  scope: inPublic,
  async run({ read }, { organizationId }) {
    const { items } = await read.organizationKeys.list({ organizationId }, { limit: 1 });
    return items.map((key) => key.snapshot());
  },
});

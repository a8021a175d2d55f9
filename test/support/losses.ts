import type { PauseReason } from '../../src/domain/permissions/pause.ts';
import { selfSigned } from './servers/self-signed.ts';
import { must, type Person, type World } from './world.ts';

/** Way in which a member with the role `create` loses the right to continue an operation. */
export interface Loss {
  /** Completes the title `the follower …`. */
  readonly title: string;
  readonly reason: PauseReason;
  /** @returns restores the access of administrators */
  readonly lose: (world: World, person: Person) => Promise<() => Promise<void>>;
}

const nothing = async (): Promise<void> => {};
const inInstance = ({ organizationId }: World): string => `/v1/instance/orgs/${organizationId}`;

export const LOSSES: readonly Loss[] = [
  {
    title: 'is removed from the organization',
    reason: 'permission-lost',
    async lose(world, { userId }) {
      must(await world.admin.api.delete(`/v1/orgs/${world.organizationId}/members/${userId}`), 205);
      return nothing;
    },
  },
  {
    title: 'is disabled',
    reason: 'user-disabled',
    async lose(world, { userId }) {
      must(await world.operator.patch(`/v1/instance/users/${userId}`, { disabled: true }), 200);
      return nothing;
    },
  },
  {
    title: 'is demoted',
    reason: 'permission-lost',
    async lose(world, { userId }) {
      must(await world.admin.api.patch(`/v1/orgs/${world.organizationId}/members/${userId}`, { role: 'review' }), 200);
      return nothing;
    },
  },
  {
    title: 'ordered it without the single sign-on that is enforced since',
    reason: 'sso-required',
    async lose(world) {
      const provider = {
        label: 'IdP',
        entityID: 'urn:idp',
        ssoURL: 'https://idp.example/sso',
        certificate: selfSigned().certificate,
      };
      must(await world.admin.api.post(`/v1/orgs/${world.organizationId}/saml`, provider), 201);
      must(await world.operator.patch(inInstance(world), { sso: true }), 200);
      return async () => void must(await world.operator.patch(inInstance(world), { sso: false }), 200);
    },
  },
];

export const losingIn = (world: World, { lose }: Loss, person: Person): Promise<() => Promise<void>> =>
  lose(world, person);

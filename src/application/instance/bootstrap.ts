import { Member } from '../../domain/organizations/member.ts';
import { Organization } from '../../domain/organizations/organization.ts';
import { ApiToken, CONFIGURATION_ORIGIN } from '../../domain/users/api-token.ts';
import { User } from '../../domain/users/user.ts';
import type { EventContext } from '../../ports/kernel/events.ts';
import type { UnitOfWork } from '../../ports/kernel/unit-of-work.ts';
import { layOutWelcome, type WelcomeSource } from './welcome.ts';
import type { Reads, Services } from '../kernel/services.ts';

const OPERATOR = { email: 'operator@localhost.localdomain', displayName: 'Operator' };
const ORGANIZATION = 'My organization';

export interface Bootstrap {
  readonly unitOfWork: UnitOfWork;
  readonly reads: Reads;
  readonly services: Services;
  /** The operator's token, as the configuration or the file of the data directory has it. */
  readonly adminToken: string;
  /** What the first site documents: Quire itself. */
  readonly welcome: WelcomeSource | undefined;
}

/**
 * Makes an empty instance usable: the operator with the given token, an organization, and a welcome space published as a
 * site. On an instance that has users it only sees to it that the operator's token is the given one. Idempotent.
 * @returns whether this was the first start
 */
export async function bootstrap({ unitOfWork, reads, services, adminToken, welcome }: Bootstrap): Promise<boolean> {
  const { clock, ids, tokens } = services;
  const at = clock.now();
  const hash = tokens.hash(adminToken);
  const known = await reads.users.find({ operator: true });
  const token = (userId: string) =>
    ApiToken.issue({ id: ids.next(), userId, name: 'Operator (bootstrap)', hash, via: CONFIGURATION_ORIGIN, at });
  const system: EventContext = {
    organizationId: null,
    spaceId: null,
    actorId: null,
    tokenId: null,
    requestId: null,
    at,
  };

  if (known !== undefined) {
    const mine = await reads.apiTokens.list(
      { userId: known.id, kind: 'api', name: 'Operator (bootstrap)' },
      { limit: 100 },
    );
    const [only] = mine.items.length === 1 ? [mine.items[0]!.snapshot()] : [];
    if (only?.hash === hash && only.via === CONFIGURATION_ORIGIN) return false;
    await unitOfWork.run(system, async (work) => {
      // A token that was replaced must not go on working.
      for (const { id } of mine.items) await work.apiTokens.delete(await work.apiTokens.get({ id }));
      await work.apiTokens.save(token(known.id));
    });
    return false;
  }

  await unitOfWork.run(system, async (work) => {
    const operator = User.create({ id: ids.next(), ...OPERATOR, operator: true, at });
    await work.users.save(operator);
    await work.apiTokens.save(token(operator.id));
    const organization = Organization.create({ id: ids.next(), title: ORGANIZATION, at });
    await work.organizations.save(organization);
    await work.members.save(
      Member.join({ id: ids.next(), organizationId: organization.id, userId: operator.id, role: 'admin', at }),
    );
    if (welcome !== undefined)
      await layOutWelcome(work, services, {
        organizationId: organization.id,
        userId: operator.id,
        at,
        source: welcome,
      });
  });
  return true;
}

import { expect } from 'chai';
import fc from 'fast-check';
import {
  Grant,
  collectionScope,
  spaceScope,
  teamGrantee,
  userGrantee,
} from '../../../../src/domain/permissions/grant.ts';
import {
  DEFAULT_LEVELS,
  LEVELS,
  type DefaultLevel,
  type Level,
  type Role,
} from '../../../../src/domain/permissions/level.ts';
import { effectiveLevelFrom, explainLevel } from '../../../../src/domain/permissions/access-reasons.ts';
import { effectiveLevel } from '../../../../src/domain/permissions/access-facts.ts';
import { EMPTY_CONTENT, encodeContent } from '../../../../src/domain/content/content.ts';
import { Collection } from '../../../../src/domain/collections.ts';
import type { Id } from '../../../../src/domain/kernel/id.ts';
import { Member } from '../../../../src/domain/members.ts';
import { Organization } from '../../../../src/domain/organizations/organization.ts';
import { SamlProvider, providerOrigin } from '../../../../src/domain/sso/saml-provider.ts';
import { Space } from '../../../../src/domain/spaces.ts';
import { TeamMember } from '../../../../src/domain/teams/team-member.ts';
import { Team } from '../../../../src/domain/teams/team.ts';
import { ApiToken } from '../../../../src/domain/sessions/api-token.ts';
import { User } from '../../../../src/domain/users.ts';
import { ANY_ORIGIN } from '../../../../src/ports/kernel/viewer.ts';
import type { SpaceRow } from '../../../../src/ports/permissions.ts';
import { backends } from '../../../support/backends.ts';
import { emptyProjection } from '../../../support/persistence/nothing-follows.ts';
import { openPersistence, type Persistence } from '../../../support/persistence/persistence.ts';
import { checkProperty } from '../../../support/properties.ts';

const AT = '2030-01-01T00:00:00.000Z';
const NO_DETAILS = {
  label: 'IdP',
  entityID: null,
  ssoURL: null,
  certificate: null,
  defaultTeam: null,
  defaultRole: null,
  idpInitiated: false,
};
const RUNS = 12;

/** Origin of a person's credential: an identity provider of the organization or of another one, or something else. */
type Origin = 'own provider' | 'other provider' | 'unknown provider' | 'password' | null;
const ORIGINS: readonly Origin[] = ['own provider', 'other provider', 'unknown provider', 'password', null];

/** An organization by numbers: whom and what a number means is counted from zero, modulo how many there are. */
interface Plan {
  readonly sso: boolean;
  readonly people: readonly {
    readonly role: Role | 'stranger';
    readonly disabled: boolean;
    readonly sso: boolean;
    readonly origin: Origin;
  }[];
  readonly collections: readonly { readonly parent: number | null; readonly level: DefaultLevel }[];
  readonly spaces: readonly {
    readonly parent: number | null;
    readonly level: DefaultLevel;
    readonly deleted: boolean;
  }[];
  readonly teams: readonly (readonly number[])[];
  readonly grants: readonly {
    readonly onSpace: boolean;
    readonly place: number;
    readonly toTeam: boolean;
    readonly holder: number;
    readonly level: Level;
  }[];
}

const aLevel = fc.constantFrom(...LEVELS);
const aDefault = fc.oneof(
  { weight: 3, arbitrary: fc.constant('inherit' as const) },
  { weight: 2, arbitrary: fc.constantFrom<DefaultLevel>(...DEFAULT_LEVELS, null) },
);
const aNumber = fc.nat(30);
const aParent = fc.option(aNumber, { freq: 4 });
const aPerson = fc.record({
  role: fc.constantFrom<Role | 'stranger'>(...LEVELS, null, null, 'stranger'),
  disabled: fc.boolean(),
  sso: fc.boolean(),
  origin: fc.constantFrom(...ORIGINS),
});
const aPlan: fc.Arbitrary<Plan> = fc.record({
  sso: fc.integer({ min: 0, max: 1 }).map((n) => n === 0),
  people: fc.array(
    fc
      .record({ who: aPerson, out: fc.nat(5) })
      .map(({ who, out }) => ({ ...who, disabled: who.disabled && out === 0 })),
    { minLength: 2, maxLength: 6 },
  ),
  collections: fc.array(fc.record({ parent: aParent, level: aDefault }), { maxLength: 6 }),
  spaces: fc.array(fc.record({ parent: aParent, level: aDefault, deleted: fc.nat(7).map((n) => n === 0) }), {
    minLength: 1,
    maxLength: 6,
  }),
  teams: fc.array(fc.array(aNumber, { maxLength: 4 }), { maxLength: 3 }),
  grants: fc.array(
    fc.record({ onSpace: fc.boolean(), place: aNumber, toTeam: fc.boolean(), holder: aNumber, level: aLevel }),
    { maxLength: 10 },
  ),
});

/** The plan with ids, stored. Collections lie in earlier ones only. */
async function make({ next, run }: Persistence, plan: Plan) {
  const organizationId = next();
  const ids = <T>(all: readonly T[]): Id[] => all.map(() => next());
  const made = {
    organizationId,
    people: ids(plan.people),
    collections: ids(plan.collections),
    spaces: ids(plan.spaces),
    teams: ids(plan.teams),
    tokens: ids(plan.people),
    otherOrganizationId: next(),
    ownProvider: next(),
    otherProvider: next(),
  };
  const via = (person: number): string | null => {
    const { origin } = plan.people[person]!;
    const provider = {
      'own provider': made.ownProvider,
      'other provider': made.otherProvider,
      'unknown provider': made.organizationId,
    };
    return origin === null || origin === 'password' ? origin : providerOrigin(provider[origin]);
  };
  const parentOf = (parent: number | null, before: number): Id | null =>
    parent === null || before === 0 ? null : made.collections[parent % before]!;
  const memberships = plan.teams.flatMap((of, team) =>
    [...new Set(of.map((n) => n % plan.people.length))].map((person) => ({ team, person })),
  );
  const grants = new Map<string, { place: Id; onSpace: boolean; holder: Id; toTeam: boolean; level: Level }>();
  for (const { onSpace: isSpace, place, toTeam: isTeam, holder, level } of plan.grants) {
    const [places, holders] = [isSpace ? made.spaces : made.collections, isTeam ? made.teams : made.people];
    if (places.length === 0 || holders.length === 0) continue;
    const one = {
      place: places[place % places.length]!,
      onSpace: isSpace,
      holder: holders[holder % holders.length]!,
      toTeam: isTeam,
      level,
    };
    grants.set(`${one.place}/${one.holder}`, one);
  }
  await run(async (work) => {
    await work.organizations.save(
      Organization.restore({
        ...Organization.create({ id: organizationId, title: 'O', at: AT }).snapshot(),
        sso: plan.sso,
      }),
    );
    await work.organizations.save(Organization.create({ id: made.otherOrganizationId, title: 'Other', at: AT }));
    for (const [id, of] of [
      [made.ownProvider, organizationId],
      [made.otherProvider, made.otherOrganizationId],
    ] as const)
      await work.samlProviders.save(SamlProvider.add({ ...NO_DETAILS, id, organizationId: of, at: AT }));
    for (const [i, { role, disabled, sso }] of plan.people.entries()) {
      const id = made.people[i]!;
      await work.users.save(
        User.restore({
          ...User.create({ id, email: `${id}@example.com`, displayName: id, at: AT }).snapshot(),
          disabled,
        }),
      );
      await work.apiTokens.save(
        ApiToken.issue({ id: made.tokens[i]!, userId: id, via: via(i), name: '', hash: made.tokens[i]!, at: AT }),
      );
      if (role !== 'stranger')
        await work.members.save(
          Member.restore({ ...Member.join({ id: next(), organizationId, userId: id, role, at: AT }).snapshot(), sso }),
        );
    }
    for (const [i, { parent, level }] of plan.collections.entries())
      await work.collections.save(
        Collection.restore({
          ...Collection.create({
            id: made.collections[i]!,
            organizationId,
            parentId: parentOf(parent, i),
            title: 'C',
            at: AT,
          }).snapshot(),
          defaultLevel: level,
        }),
      );
    const empty = encodeContent(EMPTY_CONTENT);
    for (const [i, { parent, level, deleted }] of plan.spaces.entries()) {
      const id = made.spaces[i]!;
      const state = Space.create({
        id,
        organizationId,
        parentId: parentOf(parent, plan.collections.length),
        title: 'S',
        at: AT,
      }).snapshot();
      await work.spaces.save(Space.restore({ ...state, defaultLevel: level, deletedAt: deleted ? AT : null }));
      const revision = {
        id: next(),
        spaceId: id,
        parents: [],
        content: empty.hash,
        type: 'edits' as const,
        createdAt: AT,
        createdBy: null,
      };
      await work.branches.create({ primary: emptyProjection(revision), revision, objects: [empty] });
    }
    for (const id of made.teams) await work.teams.save(Team.create({ id, organizationId, title: 'T', createdAt: AT }));
    for (const { team, person } of memberships)
      await work.teamMembers.save(
        TeamMember.join({
          id: next(),
          organizationId,
          teamId: made.teams[team]!,
          userId: made.people[person]!,
          role: 'member',
          joinedAt: AT,
        }),
      );
    for (const { place, onSpace: isSpace, holder, toTeam: isTeam, level } of grants.values())
      await work.grants.save(
        Grant.create({
          id: next(),
          organizationId,
          scope: isSpace ? spaceScope(place) : collectionScope(place),
          grantee: isTeam ? teamGrantee(holder) : userGrantee(holder),
          level,
        }),
      );
  });

  /** The rules once more, as plainly as they can be said: what a person may do on a place with these collections around it, innermost first. */
  const chainFrom = (parent: Id | null): Id[] => {
    if (parent === null) return [];
    const i = made.collections.indexOf(parent);
    return [parent, ...chainFrom(parentOf(plan.collections[i]!.parent, i))];
  };
  const expected = (person: number, place: Id, level: DefaultLevel, around: readonly Id[]): Level | undefined => {
    const { role, disabled } = plan.people[person]!;
    if (role === 'stranger' || disabled) return undefined;
    if (role === 'admin') return 'admin';
    const holders = [
      made.people[person]!,
      ...memberships.filter((one) => one.person === person).map(({ team }) => made.teams[team]!),
    ];
    const levels: (Level | null)[] = [...grants.values()]
      .filter((grant) => holders.includes(grant.holder) && [place, ...around].includes(grant.place))
      .map((grant) => grant.level);
    const defaults = [level, ...around.map((id) => plan.collections[made.collections.indexOf(id)]!.level)];
    const stated = defaults.find((one) => one !== 'inherit');
    if (role !== null) levels.push(stated === undefined ? role : (stated as Level | null));
    return LEVELS.findLast((one) => levels.includes(one));
  };
  /** Access of a user to a place and its level; none on what is deleted. */
  const levels = (grantedLevel: (person: number) => Level | undefined, deleted: boolean) => ({
    grantedLevel,
    level: (person: number) => (deleted ? undefined : grantedLevel(person)),
  });
  const places = [
    ...plan.spaces.map(({ parent, level, deleted }, i) => ({
      kind: 'space' as const,
      id: made.spaces[i]!,
      deleted,
      ...levels(
        (person) => expected(person, made.spaces[i]!, level, chainFrom(parentOf(parent, plan.collections.length))),
        deleted,
      ),
    })),
    ...plan.collections.map(({ parent, level }, i) => ({
      kind: 'collection' as const,
      id: made.collections[i]!,
      deleted: false,
      ...levels((person) => expected(person, made.collections[i]!, level, chainFrom(parentOf(parent, i))), false),
    })),
  ];
  return {
    ...made,
    via,
    places,
    locked: (person: number) => plan.sso && plan.people[person]!.origin !== 'own provider',
  };
}

for (const backend of backends)
  describe(`levels (${backend.name})`, function () {
    let persistence: Persistence;
    before(async () => {
      persistence = await openPersistence(backend);
    });
    after(() => persistence.close());

    it('equal those of a naive model, for single resources, lists and all people with access, in any organization', () =>
      checkProperty(
        fc.asyncProperty(aPlan, async (plan) => {
          const { reads, access } = persistence;
          const made = await make(persistence, plan);
          for (const [person, userId] of made.people.entries()) {
            const { role, disabled } = plan.people[person]!;
            for (const { kind, id, grantedLevel, deleted } of made.places) {
              const resolved = await (kind === 'space'
                ? access.inSpace(made.tokens[person]!, id, AT)
                : access.inCollection(made.tokens[person]!, id, AT));
              expect(resolved === undefined, 'who is disabled is nobody').to.equal(disabled);
              if (kind === 'space')
                expect(
                  await access.inChangeRequest(made.tokens[person]!, id, '1', AT),
                  'a space that has no such change request',
                ).to.deep.equal(resolved);
              if (resolved === undefined) continue;
              // Where a deleted space stands is known: whoever could restore it is still told of it.
              if (kind === 'space')
                expect((resolved.scope as { readonly space?: SpaceRow }).space!.state.deletedAt).to.equal(
                  deleted ? AT : null,
                );
              expect(effectiveLevel(resolved.scope!.access), `person ${person} on the ${kind} ${id}`).to.equal(
                grantedLevel(person),
              );
              expect(resolved.scope!.ssoRequired).to.equal(made.locked(person));
            }
            const organization = await access.inOrganization(made.tokens[person]!, made.organizationId, AT);
            expect(organization?.scope?.access.role, 'the role').to.equal(
              disabled || role === 'stranger' ? undefined : role,
            );
            const viewer = { organizationId: made.organizationId, userId, via: made.via(person) };
            expect((await reads.spacesOf.organizationAccess(viewer))?.ssoRequired, 'the root').to.equal(
              made.locked(person),
            );
            const known = await reads.spacesOf.listSpaces({ ...viewer, via: ANY_ORIGIN }, {}, { limit: 0 });
            expect(known.count, 'whatever the origin').to.equal(
              made.places.filter(({ kind, level }) => kind === 'space' && level(person) !== undefined).length,
            );
            const seen = (of: 'space' | 'collection') =>
              made.places.filter(
                ({ kind, level }) => kind === of && level(person) !== undefined && !made.locked(person),
              );
            const spaces = await reads.spacesOf.listSpaces(viewer, {}, { limit: 100 });
            expect(spaces.items.map(({ space, access }) => [space.state.id, effectiveLevel(access)])).to.deep.equal(
              seen('space').map(({ id, level }) => [id, level(person)]),
            );
            expect(spaces.count).to.equal(seen('space').length);
            const backwards = await reads.spacesOf.listSpaces(viewer, {}, { limit: 2, order: 'desc' });
            expect(backwards.items.map(({ space }) => space.state.id)).to.deep.equal(
              seen('space')
                .map(({ id }) => id)
                .reverse()
                .slice(0, 2),
            );
            const collections = await reads.spacesOf.listCollections(viewer, { nested: true }, { limit: 100 });
            expect(
              collections.items.map(({ collection, access }) => [collection.id, effectiveLevel(access)]),
            ).to.deep.equal(seen('collection').map(({ id, level }) => [id, level(person)]));
            expect(collections.count).to.equal(seen('collection').length);
            for (const { kind, id, level } of made.places)
              if (kind === 'collection')
                expect(effectiveLevel((await reads.spacesOf.findCollection(viewer, id))!.access)).to.equal(
                  level(person),
                );
          }
          for (const { kind, id, level, deleted } of made.places) {
            if (deleted) continue;
            const people = made.people.flatMap((userId, person) =>
              level(person) === undefined ? [] : [[userId, level(person)!] as const],
            );
            const place = kind === 'space' ? spaceScope(id) : collectionScope(id);
            const found = await reads.grantsOf.listEffectiveUsers(made.organizationId, place, undefined, {
              limit: 100,
            });
            expect(found.items.map(({ user, sources }) => [user.id, effectiveLevelFrom(sources)])).to.deep.equal(
              people,
            );
            expect(found.count).to.equal(people.length);
            for (const { sources } of found.items)
              expect(explainLevel(sources)[0]!.level, 'the first reason gives the level').to.equal(
                effectiveLevelFrom(sources),
              );
            for (const requestedLevel of LEVELS)
              expect(
                (
                  await reads.grantsOf.listEffectiveUsers(made.organizationId, place, [requestedLevel], { limit: 100 })
                ).items.map(({ user }) => user.id),
              ).to.deep.equal(people.filter(([, own]) => own === requestedLevel).map(([userId]) => userId));
            if (kind === 'space')
              expect(
                new Map(
                  (await reads.reviewsOf.accessFacts(id, made.people))
                    .map(({ user, access }) => [user.id, effectiveLevel(access)] as const)
                    .filter(([, own]) => own !== undefined),
                ),
              ).to.deep.equal(new Map(people));
          }
        }),
        { numRuns: RUNS, endOnFailure: process.env['CI'] !== undefined },
      ));
  });

import { expect } from 'chai';
import { Collection } from '../../../src/domain/collections.ts';
import type { Id, OrganizationId } from '../../../src/domain/kernel/id.ts';
import { Organization } from '../../../src/domain/organizations/organization.ts';
import type { Work } from '../../../src/ports/kernel/unit-of-work.ts';
import type { Persistence } from './persistence.ts';

export const AT = '2030-01-01T00:00:00.000Z';
export const failure = async (promise: Promise<unknown>): Promise<Error> =>
  promise.then(
    () => expect.fail('it did not fail'),
    (error: Error) => error,
  );
export const increment = (before: string): string => String(Number(before) + 1);

/** Promise that the test resolves. */
export function createGate(): { readonly passed: Promise<void>; readonly open: () => void } {
  let open = (): void => {};
  const passed = new Promise<void>((resolve) => (open = resolve));
  return { passed, open };
}

/** Creates collections in a new organization for each test of a `describe`. */
export function collectionsScene(openPersistence: () => Promise<Persistence>) {
  let persistence: Persistence;
  let organizationId: OrganizationId;
  before(async () => {
    persistence = await openPersistence();
  });
  beforeEach(async () => {
    organizationId = await newOrganization();
  });
  const newOrganization = async (): Promise<Id> => {
    const organization = Organization.create({ id: persistence.next(), title: 'O', at: AT });
    await persistence.run((work) => work.organizations.save(organization));
    return organization.id;
  };
  const newCollection = (title = '0') =>
    Collection.create({ id: persistence.next(), organizationId, parentId: null, title, at: AT });
  return {
    get persistence() {
      return persistence;
    },
    get organizationId() {
      return organizationId;
    },
    newOrganization,
    newCollection,
    async kept(title = '0'): Promise<Id> {
      const collection = newCollection(title);
      await persistence.run((work) => work.collections.save(collection));
      return collection.id;
    },
    titleOf: async (id: Id): Promise<string | undefined> =>
      (await persistence.reads.collections.find({ id }))?.snapshot().title,
    async retitle(work: Work, id: Id, title: (before: string) => string): Promise<void> {
      const collection = await work.collections.get({ id });
      collection.change({ title: title(collection.snapshot().title) }, AT);
      await work.collections.save(collection);
    },
  };
}

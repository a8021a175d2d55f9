import { backends } from '../../../support/backends.ts';
import { branchesContract, contentStoreContract } from '../../../support/branches.contract.ts';
import { openPersistence, type Persistence } from '../../../support/persistence.ts';
import { repositoryContract } from '../../../support/repository.contract.ts';
import { unitOfWorkContract } from '../../../support/unit-of-work.contract.ts';

for (const backend of backends) {
  let opened: Promise<Persistence> | undefined;
  const open = (): Promise<Persistence> => (opened ??= openPersistence(backend));
  describe(`aggregates (${backend.name})`, () => repositoryContract(open));
  describe(`a unit of work (${backend.name})`, () => unitOfWorkContract(open));
  describe(`heads of content (${backend.name})`, () => branchesContract(open));
  describe(`content objects (${backend.name})`, () => contentStoreContract(open));
}

import { backends } from '../../../support/backends.ts';
import { branchesContract, contentStoreContract } from '../../../support/contracts/branches.contract.ts';
import { changeRequestsContract } from '../../../support/contracts/change-requests.contract.ts';
import { commentsContract } from '../../../support/contracts/comments.contract.ts';
import { eventsContract } from '../../../support/contracts/events.contract.ts';
import { gitSyncMonitorContract } from '../../../support/contracts/git-sync-monitor.contract.ts';
import { guardsContract } from '../../../support/contracts/guards.contract.ts';
import { idempotentAnswersContract } from '../../../support/contracts/idempotent-answers.contract.ts';
import { openPersistence, type Persistence } from '../../../support/persistence/persistence.ts';
import { insightsContract } from '../../../support/contracts/insights.contract.ts';
import { projectionsContract } from '../../../support/contracts/projections.contract.ts';
import { repositoryContract } from '../../../support/contracts/repository.contract.ts';
import { searchContract } from '../../../support/contracts/search.contract.ts';
import { unitOfWorkContract } from '../../../support/contracts/unit-of-work.contract.ts';
import { webhooksContract } from '../../../support/contracts/webhooks.contract.ts';

for (const backend of backends)
  describe(`persistence (${backend.name})`, () => {
    let opened: Promise<Persistence> | undefined;
    const open = (): Promise<Persistence> => (opened ??= openPersistence(backend));
    after(async () => (await opened)?.close());
    describe('aggregates', () => repositoryContract(open));
    describe('a unit of work', () => unitOfWorkContract(open));
    describe('a guard', () => guardsContract(open));
    describe('events', () => eventsContract(open));
    describe('events of visitors', () => insightsContract(open));
    describe('figures about Git synchronization', () => gitSyncMonitorContract(backend));
    describe('deliveries of webhooks', () => webhooksContract(open));
    describe('answers of idempotent requests', () => idempotentAnswersContract(open));
    describe('heads of content', () => branchesContract(open));
    describe('a change request', () => changeRequestsContract(open));
    describe('comments', () => commentsContract(open));
    describe('the index of pages', () => searchContract(open));
    describe('projections', () => projectionsContract(open));
    describe('content objects', () => contentStoreContract(open));
  });

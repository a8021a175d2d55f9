import { JOB_TYPES } from '../system/job-types.ts';
import { Conflict, NotFound } from '../../domain/kernel/errors.ts';
import type { DnsFinding } from '../../domain/kernel/dns-claim.ts';
import { nextCheck } from '../../domain/kernel/dns-claim.ts';
import type { Id, OrganizationId } from '../../domain/kernel/id.ts';
import { EmailDomain } from '../../domain/organizations/email-domain.ts';
import type { PageRequest } from '../../ports/kernel/repository.ts';
import type { Finders, Work } from '../../ports/kernel/unit-of-work.ts';
import { findRecord } from '../kernel/find-record.ts';
import { job } from '../kernel/job.ts';
import type { Services } from '../kernel/services.ts';
import { command, query } from '../kernel/use-case.ts';
import { inOrganization, type InOrganization, inInstance } from '../kernel/scope.ts';
import { requireAttempts } from '../sessions/rate-limits.ts';

type OfDomain = InOrganization & { readonly emailDomain: string };

/** Attempts of a check job, spread over days. */
const MAX_ATTEMPTS = 25;
/** Page that holds all claims: an organization has at most 100. */
const ALL_CLAIMS = { limit: 1000 };

/**
 * Lists the e-mail domains that an organization claims, each with the DNS record that proves it and the result of the
 * last check.
 */
export const listEmailDomains = query<InOrganization & { page: PageRequest }>()({
  name: 'listEmailDomains',
  requires: 'organization:admin',
  scope: inOrganization,
  run: ({ read }, { organizationId, page }) => read.emailDomains.list({ organizationId }, page),
});

interface CheckResult {
  readonly claimId: Id;
  readonly finding: DnsFinding;
}

/**
 * Checks now whether the DNS record that proves an e-mail domain exists. Fails with `Conflict` when another organization
 * has proven the domain, and with `TooManyAttempts` when checks follow each other too fast.
 */
export const checkEmailDomain = command<OfDomain>()({
  name: 'checkEmailDomain',
  requires: 'organization:admin',
  scope: inOrganization,
  needs: ['dns', 'attempts'],
  async prepare({ read, dns, attempts, now }, of): Promise<CheckResult> {
    const claimed = await getDomain(read, of);
    await requireAttempts(attempts, [['emailDomain', of.organizationId]], now);
    return { claimId: claimed.snapshot().claim.id, finding: await findRecord(dns, claimed.dnsRecord) };
  },
  async run({ work, now }, of, { claimId, finding }): Promise<EmailDomain> {
    const claimed = await getDomain(work, of);
    if (finding === 'found') await requireFree(work, claimed);
    await recordCheck(work, claimed, claimId, finding, now);
    return claimed;
  },
});

/**
 * Marks an e-mail domain of an organization as proven, without DNS. Claims the domain first if the organization does not
 * claim it. Fails with `Conflict` when another organization has proven the domain.
 */
export const setEmailDomainProof = command<OfDomain>()({
  name: 'setEmailDomainProof',
  requires: 'instance:operate',
  scope: inInstance,
  needs: ['ids'],
  async run({ work, ids, now }, { organizationId, emailDomain }): Promise<EmailDomain> {
    const domain = emailDomain.toLowerCase();
    await work.lock('organizations', organizationId);
    const organization = await work.organizations.get({ id: organizationId });
    organization.change({ emailDomains: [...organization.snapshot().emailDomains, domain] });
    await work.organizations.save(organization);
    const known = await work.emailDomains.find({ organizationId, domain });
    const claimed =
      known ?? EmailDomain.claim({ id: ids.next(), organizationId, domain, claimId: ids.random(), at: now });
    await requireFree(work, claimed);
    claimed.proveByOperator(now);
    await work.emailDomains.save(claimed);
    return claimed;
  },
});

/**
 * Withdraws the proof that an operator gave for an e-mail domain. The domain stays claimed, and DNS checks start again.
 */
export const deleteEmailDomainProof = command<OfDomain>()({
  name: 'deleteEmailDomainProof',
  requires: 'instance:operate',
  scope: inInstance,
  async run({ work, now }, { organizationId, emailDomain }): Promise<boolean> {
    await work.lock('organizations', organizationId);
    const claimed = await work.emailDomains.find({ organizationId, domain: emailDomain.toLowerCase() });
    if (claimed?.withdrawProof(now) !== true) return false;
    await work.emailDomains.save(claimed);
    await scheduleCheck(work, claimed, now);
    return true;
  },
});

async function getDomain(
  { emailDomains }: Pick<Finders, 'emailDomains'>,
  { organizationId, emailDomain }: OfDomain,
): Promise<EmailDomain> {
  const claimed = await emailDomains.find({ organizationId, domain: emailDomain.toLowerCase() });
  if (claimed === undefined) throw new NotFound('e-mail domain');
  return claimed;
}

const ownerOf = ({ emailDomains }: Pick<Finders, 'emailDomains'>, domain: string): Promise<EmailDomain | undefined> =>
  emailDomains.find({ provenDomain: domain });

async function isFree(from: Pick<Finders, 'emailDomains'>, claimed: EmailDomain): Promise<boolean> {
  const owner = await ownerOf(from, claimed.snapshot().domain);
  return owner === undefined || owner.id === claimed.id;
}

/** Requires that no other organization has proven the domain. @throws Conflict */
async function requireFree(from: Pick<Finders, 'emailDomains'>, claimed: EmailDomain): Promise<void> {
  if (!(await isFree(from, claimed))) throw new Conflict('the e-mail domain is proven by another organization');
}

/** Stores the result of a check and schedules the next one. */
async function recordCheck(
  work: Work,
  claimed: EmailDomain,
  claimId: Id,
  finding: DnsFinding,
  now: string,
): Promise<void> {
  claimed.recordCheck(claimId, finding, now);
  await work.emailDomains.save(claimed);
  await scheduleCheck(work, claimed, now);
}

async function scheduleCheck(work: Work, claimed: EmailDomain, now: string): Promise<void> {
  const { id, organizationId, claim, provenDomain, provenBy } = claimed.snapshot();
  const notBefore = provenBy === 'operator' ? undefined : nextCheck(claim, provenDomain !== null, now);
  if (notBefore === undefined) return;
  const payload = { organizationId, emailDomainId: id, claimId: claim.id };
  const key = `email domain ${claim.id}`;
  await work.jobs.enqueue(JOB_TYPES.checkEmailDomain.request(payload, { key, notBefore, maxAttempts: MAX_ATTEMPTS }));
}

interface ClaimContext extends Pick<Services, 'ids'> {
  readonly work: Work;
  readonly now: string;
}

/** Replaces the claims of an organization by its `emailDomains`: new ones await proof, others are released. */
export async function claimEmailDomains(
  { work, ids, now }: ClaimContext,
  organizationId: OrganizationId,
  domains: readonly string[],
): Promise<void> {
  const { items } = await work.emailDomains.list({ organizationId }, ALL_CLAIMS);
  const claimed = new Set(items.map((each) => each.snapshot().domain));
  for (const each of items) {
    if (domains.includes(each.snapshot().domain)) continue;
    each.release();
    await work.emailDomains.delete(each);
  }
  for (const domain of domains) {
    if (claimed.has(domain)) continue;
    const added = EmailDomain.claim({ id: ids.next(), organizationId, domain, claimId: ids.random(), at: now });
    await work.emailDomains.save(added);
    await scheduleCheck(work, added, now);
  }
}

/** Lists the proven domains of the organization. */
export async function listProvenDomains(
  { emailDomains }: Pick<Finders, 'emailDomains'>,
  organizationId: OrganizationId,
): Promise<readonly string[]> {
  const { items } = await emailDomains.list({ organizationId, provenBy: ['dns', 'operator'] }, ALL_CLAIMS);
  return items.map((each) => each.snapshot().domain);
}

/** Checks a claim and schedules the next check as long as the claim exists and DNS decides about it. */
export const checkEmailDomainJob = job(JOB_TYPES.checkEmailDomain)({
  needs: ['dns', 'clock'],
  async run({ read, dns, transact, clock }, { organizationId, emailDomainId: id, claimId }) {
    const claimed = await read.emailDomains.find({ id, organizationId });
    if (claimed === undefined || claimed.snapshot().claim.id !== claimId) return;
    const found = await findRecord(dns, claimed.dnsRecord);
    await transact({ organizationId, spaceId: null }, async (work) => {
      const present = await work.emailDomains.find({ id, organizationId });
      if (present === undefined) return;
      const finding = found === 'found' && !(await isFree(work, present)) ? 'taken' : found;
      await recordCheck(work, present, claimId, finding, clock.now());
    });
  },
});

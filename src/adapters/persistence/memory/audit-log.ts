import { digestOf } from '../../../domain/content/objects/hash.ts';
import type { AuditEntry, AuditFilter, AuditLog } from '../../../ports/audit-log.ts';
import type { Page, PageRequest } from '../../../ports/kernel/repository.ts';
import { eventId, type EventRow } from '../events.ts';
import { instantKey } from '../list-keys.ts';
import { paged } from './kernel/pages.ts';
import type { MemoryStore } from './store.ts';

/** Reads of the audit log over the list of events. */
export class MemoryAuditLog implements AuditLog {
  constructor(private readonly store: MemoryStore) {}

  async list(
    organizationId: string,
    { type, actor, target, from, to }: AuditFilter,
    page: PageRequest,
  ): Promise<Page<AuditEntry>> {
    const matching = this.#of(organizationId)
      .filter(
        (entry) => type === undefined || (type.includes('.') ? entry.type === type : entry.type.startsWith(`${type}.`)),
      )
      .filter((entry) => actor === undefined || entry.actorId === actor)
      .filter(
        ({ type: of, subject, spaceId, data }) =>
          target === undefined ||
          [subject, spaceId, data?.['userId']].includes(target) ||
          (of.startsWith('invite.') && digestOf(subject) === target),
      )
      .filter(
        ({ at }) =>
          (from === undefined || Date.parse(at) >= Date.parse(from)) &&
          (to === undefined || Date.parse(at) <= Date.parse(to)),
      );
    return paged(matching, ({ at, id }) => instantKey(at, id), { ...page, order: 'desc' });
  }

  async find(organizationId: string, id: string): Promise<AuditEntry | undefined> {
    return structuredClone(this.#of(organizationId).find((entry) => entry.id === id));
  }

  #of(organizationId: string): AuditEntry[] {
    return this.store.events.flatMap((row, index) =>
      row.organizationId === organizationId ? this.#entry(row, index + 1) : [],
    );
  }

  #entry(
    { type, subject, spaceId, actorId, tokenId, requestId, address = null, at, data }: EventRow,
    place: number,
  ): AuditEntry {
    return {
      id: eventId(place),
      type,
      subject,
      spaceId,
      actorId,
      tokenId,
      requestId,
      address,
      at,
      data,
      actor: this.store.state('users', actorId) ?? null,
    };
  }
}

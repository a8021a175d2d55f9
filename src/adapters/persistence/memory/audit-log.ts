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
        ({ row }) => type === undefined || (type.includes('.') ? row.type === type : row.type.startsWith(`${type}.`)),
      )
      .filter(({ row }) => actor === undefined || row.actorId === actor)
      .filter(
        ({ row: { type: of, subject, spaceId, data } }) =>
          target === undefined ||
          [subject, spaceId, data?.['userId']].includes(target) ||
          (of.startsWith('invite.') && digestOf(subject) === target),
      )
      .filter(
        ({ row: { at } }) =>
          (from === undefined || Date.parse(at) >= Date.parse(from)) &&
          (to === undefined || Date.parse(at) <= Date.parse(to)),
      )
      .map(({ row, place }) => this.#entry(row, place));
    return paged(matching, ({ at, id }) => instantKey(at, id), { ...page, order: 'desc' });
  }

  async find(organizationId: string, id: string): Promise<AuditEntry | undefined> {
    const found = this.#of(organizationId).find(({ place }) => eventId(place) === id);
    return found && structuredClone(this.#entry(found.row, found.place));
  }

  /** Events of an organization with their places in the list of all events, counted from 1. */
  #of(organizationId: string): { readonly row: EventRow; readonly place: number }[] {
    return this.store.events.flatMap((row, index) =>
      row.organizationId === organizationId ? [{ row, place: index + 1 }] : [],
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

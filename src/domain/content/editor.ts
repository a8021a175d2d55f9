import { Invalid } from '../kernel/errors.ts';
import type { Id } from '../kernel/id.ts';
import type { Edit, EditContext, InsertedFile, Touched } from './changes.ts';
import { conflictKey, type Conflict, type Subject } from './conflict.ts';
import type { Content } from './content.ts';
import { Draft } from './draft.ts';
import type { Reading } from './reading.ts';

/** One edit in progress: the draft, and what is told about it. */
export class Editor {
  readonly draft: Draft;
  readonly insertedFiles: InsertedFile[] = [];
  readonly #touched = new Map<Id, Touched>();
  readonly #refs = new Set<string>();
  #step = 0;

  constructor(content: Content, readonly context: EditContext) {
    this.draft = new Draft(content);
  }

  /** Says which change is being applied, for errors. */
  begin(step: number): void {
    this.#step = step;
  }

  /** @throws Invalid naming a field of the present change. */
  refuse(field: string, message: string): never {
    throw Invalid.field(`changes.${this.#step}.${field}`, message);
  }

  /** Takes a name that the batch has not used yet. */
  claimRef(ref: string, field = 'ref'): void {
    if (ref === '') this.refuse(field, 'must not be empty');
    if (this.#refs.has(ref)) this.refuse(field, 'is used by another change of the batch');
    this.#refs.add(ref);
  }

  touch(page: Id, kind: Touched['kind'], ref?: string): void {
    const before = this.#touched.get(page)?.kind;
    if (before === undefined) this.#touched.set(page, ref === undefined ? { kind, page } : { kind, page, ref });
    else if (kind === 'deleted' && before === 'created') this.#touched.delete(page);
    else if (kind === 'deleted') this.#touched.set(page, { kind, page });
    else if (before === 'deleted') this.#touched.set(page, { kind: 'updated', page });
  }

  /** Closes those conflicts of a subject that the change settles. */
  *resolve(subject: Subject, settles: (conflict: Conflict) => boolean = () => true): Reading<void> {
    const key = conflictKey(subject);
    const open = yield* this.draft.conflicts.get(key);
    const left = open?.filter((conflict) => !settles(conflict));
    if (left?.length !== open?.length) this.draft.conflicts.set(key, left?.length ? left : undefined);
  }

  *finish(): Reading<Edit> {
    const written = yield* this.draft.finish();
    return { ...written, touched: [...this.#touched.values()], insertedFiles: this.insertedFiles };
  }
}

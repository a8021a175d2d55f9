import { Invalid } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/id.ts';
import type {
  EditResult,
  EditContext,
  InsertedFile,
  AffectedPage,
  AffectedFile,
  AffectedReusableContent,
} from './changes.ts';
import { conflictKey, type Conflict, type ConflictSubject } from '../conflicts/conflict.ts';
import type { Content } from '../content.ts';
import { Draft } from './draft.ts';
import type { ObjectQuery } from '../objects/object-query.ts';
import { EditEffects } from './edit-effects.ts';

/**
 * Maximum number of characters of documents that one edit compares block by block, because that is its most expensive
 * part.
 */
export const MAX_BLOCK_TEXT_LENGTH = 1_000_000;

/** State of one edit: the draft and the collected effects. */
export class Editor {
  readonly draft: Draft;
  readonly files = new EditEffects();
  readonly reusableContents = new EditEffects();
  readonly #pages = new EditEffects();
  readonly #refs = new Set<string>();
  #blockText = MAX_BLOCK_TEXT_LENGTH;
  #step = 0;

  constructor(
    content: Content,
    readonly context: EditContext,
  ) {
    this.draft = new Draft(content);
  }

  /** Sets the index of the current change, for errors. */
  startStep(step: number): void {
    this.#step = step;
  }

  /**
   * Throws an error about the current change.
   * @throws Invalid naming the field
   */
  reject(field: string, message: string): never {
    throw Invalid.field(`changes.${this.#step}.${field}`, message);
  }

  /** Reserves a name within the batch. */
  claimRef(ref: string, field = 'ref'): void {
    if (ref === '') this.reject(field, 'must not be empty');
    if (this.#refs.has(ref)) this.reject(field, 'is used by another change of the batch');
    this.#refs.add(ref);
  }

  /** Takes characters from the budget for block comparison; false if it is exceeded. */
  consumeBlockText(length: number): boolean {
    this.#blockText -= length;
    return this.#blockText >= 0;
  }

  recordEffect(page: Id, kind: AffectedPage['kind'], ref?: string): void {
    this.#pages.record(page, kind, ref);
  }

  /** Removes the conflicts of a subject that the change resolves. */
  *resolveConflicts(
    subject: ConflictSubject,
    settles: (conflict: Conflict) => boolean = () => true,
  ): ObjectQuery<void> {
    const key = conflictKey(subject);
    const open = yield* this.draft.conflicts.get(key);
    const left = open?.filter((conflict) => !settles(conflict));
    if (left?.length !== open?.length) this.draft.conflicts.set(key, left?.length ? left : undefined);
  }

  *finish(): ObjectQuery<EditResult> {
    const written = yield* this.draft.finish();
    const { files, reusableContents, variables } = this.draft;
    return {
      ...written,
      affectedPages: this.#pages.all().map(({ id, ...touch }) => ({ page: id, ...touch })),
      insertedFiles: this.files
        .all()
        .flatMap(({ id, kind, ref }): InsertedFile[] =>
          kind === 'created' ? [{ file: files.changes.get(id)!, ...(ref !== undefined && { ref }) }] : [],
        ),
      affectedFiles: this.files.all().flatMap(({ id, kind }): AffectedFile[] => {
        if (kind === 'created') return [];
        return [kind === 'deleted' ? { kind, file: id } : { kind, file: files.changes.get(id)! }];
      }),
      affectedReusableContents: this.reusableContents
        .all()
        .map(({ id, kind, ref }): AffectedReusableContent =>
          kind === 'deleted'
            ? { kind, reusableContent: id }
            : { kind, reusableContent: reusableContents.changes.get(id)!, ...(ref !== undefined && { ref }) },
        ),
      affectedVariables: Object.fromEntries([...variables.changes].map(([name, value]) => [name, value ?? null])),
    };
  }
}

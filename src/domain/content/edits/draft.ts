import type { Id } from '../../kernel/id.ts';
import type { Conflict } from '../conflicts/conflict.ts';
import {
  CHILDREN,
  childKey,
  CONFLICTS,
  FILES,
  encodeContent,
  ORDER,
  orderKey,
  PAGES,
  REDIRECTS,
  REUSABLE_CONTENTS,
  VARIABLES,
  type Content,
} from '../content.ts';
import { contentObject } from '../objects/hash.ts';
import { applyToMap, type MapUpdate } from '../objects/map-apply.ts';
import type { MapKind } from '../objects/map-node.ts';
import { lookup } from '../objects/map-read.ts';
import type { ContentObject, Hash } from '../objects/content-object.ts';
import type { File, Page, Redirect, ReusableContent, VariableValue } from '../page.ts';
import { all, fetchObject, type ObjectQuery } from '../objects/object-query.ts';
import { SiblingList } from '../siblings.ts';

/** Content created by an edit or a merge, with the objects to store for it. */
export interface StagedContent {
  readonly content: Content;
  readonly contentHash: Hash;
  /** Objects to store, each once: those that the result needs and its origin did not have. */
  readonly objects: readonly ContentObject[];
}

/** Pending changes on top of a stored map. */
export class Overlay<V> {
  readonly changes = new Map<string, V | undefined>();

  constructor(
    private readonly kind: MapKind<V>,
    private readonly root: Hash | null,
  ) {}

  *get(key: string): ObjectQuery<V | undefined> {
    return this.changes.has(key) ? this.changes.get(key) : yield* lookup(this.kind, this.root, key);
  }
  set(key: string, value: V | undefined): void {
    this.changes.set(key, value);
  }
  *write(): ObjectQuery<MapUpdate> {
    return yield* applyToMap(this.kind, this.root, this.changes);
  }
}

const isSamePosition = (a: Page, b: Page): boolean => a.parent === b.parent && a.rank === b.rank && a.slug === b.slug;

/** Content under modification: reads see the changes so far; nothing is encoded before `finish`. */
export class Draft {
  readonly pages: Overlay<Page>;
  readonly children: Overlay<Id>;
  readonly files: Overlay<File>;
  readonly reusableContents: Overlay<ReusableContent>;
  readonly variables: Overlay<VariableValue>;
  readonly conflicts: Overlay<readonly Conflict[]>;
  readonly redirects: Overlay<Redirect>;
  readonly #order: Overlay<1>;
  readonly #siblings = new Map<Id | null, SiblingList>();
  readonly #documents = new Map<Hash, ContentObject>();

  constructor(readonly origin: Content) {
    this.pages = new Overlay(PAGES, origin.pages);
    this.children = new Overlay(CHILDREN, origin.children);
    this.#order = new Overlay(ORDER, origin.order);
    this.files = new Overlay(FILES, origin.files);
    this.reusableContents = new Overlay(REUSABLE_CONTENTS, origin.reusableContents);
    this.variables = new Overlay(VARIABLES, origin.variables);
    this.conflicts = new Overlay(CONFLICTS, origin.conflicts);
    this.redirects = new Overlay(REDIRECTS, origin.redirects);
  }

  siblings(parent: Id | null): SiblingList {
    let siblings = this.#siblings.get(parent);
    if (siblings === undefined) this.#siblings.set(parent, (siblings = new SiblingList(this.origin.order, parent)));
    return siblings;
  }

  /** Returns the page with this slug below this parent. */
  *slugOwner(parent: Id | null, slug: string): ObjectQuery<Id | undefined> {
    return yield* this.children.get(childKey(parent, slug));
  }

  /** Replaces a page and updates the derived maps; for several pages use `replacePages`. */
  replacePage(before: Page | undefined, after: Page | undefined): void {
    this.replacePages([[before, after]]);
  }

  /** Replaces pages together, so that one may take the slug of another. */
  replacePages(changes: readonly (readonly [before: Page | undefined, after: Page | undefined])[]): void {
    const moved = changes.filter(([before, after]) => !(before && after) || !isSamePosition(before, after));
    for (const [, after] of changes) if (after) this.pages.set(after.id, after);
    for (const [before, after] of moved) {
      if (before === undefined) continue;
      if (after === undefined) this.pages.set(before.id, undefined);
      if (before.slug !== undefined) this.children.set(childKey(before.parent, before.slug), undefined);
      this.#order.set(orderKey(before), undefined);
      this.siblings(before.parent).remove(before);
    }
    for (const [, after] of moved) {
      if (after === undefined) continue;
      if (after.slug !== undefined) this.children.set(childKey(after.parent, after.slug), after.id);
      this.#order.set(orderKey(after), 1);
      this.siblings(after.parent).add(after);
    }
  }

  /** Registers a document; it is stored only if something references it in the end. */
  addDocument(bytes: Uint8Array): Hash {
    const object = contentObject('document', bytes);
    this.#documents.set(object.hash, object);
    return object.hash;
  }

  /** Reads the bytes of a document, including one registered in the draft. */
  *readDocument({ document }: { readonly document?: Hash }): ObjectQuery<Uint8Array | undefined> {
    if (document === undefined) return undefined;
    return this.#documents.get(document)?.bytes ?? (yield* fetchObject(document));
  }

  *finish(): ObjectQuery<StagedContent> {
    const [pages, children, order, files, reusableContents, variables, conflicts, redirects] = yield* all<MapUpdate>([
      this.pages.write(),
      this.children.write(),
      this.#order.write(),
      this.files.write(),
      this.reusableContents.write(),
      this.variables.write(),
      this.conflicts.write(),
      this.redirects.write(),
    ]);
    const maps = {
      pages: pages!,
      children: children!,
      order: order!,
      files: files!,
      reusableContents: reusableContents!,
      variables: variables!,
      conflicts: conflicts!,
      redirects: redirects!,
    };
    const content = Object.fromEntries(
      Object.entries(maps).map(([name, { root }]) => [name, root]),
    ) as unknown as Content;
    const object = encodeContent(content);
    const objects = new Map<Hash, ContentObject>();
    for (const one of this.#referencedDocuments()) objects.set(one.hash, one);
    for (const map of Object.values(maps)) for (const one of map.objects) objects.set(one.hash, one);
    objects.set(object.hash, object);
    return { content, contentHash: object.hash, objects: [...objects.values()] };
  }

  *#referencedDocuments(): Iterable<ContentObject> {
    const named = [...this.pages.changes.values(), ...this.reusableContents.changes.values()].map(
      (record) => record?.document,
    );
    const sides = [...this.conflicts.changes.values()].flatMap((conflicts) =>
      (conflicts ?? []).flatMap(({ refs }) => refs ?? []),
    );
    for (const hash of new Set([...named, ...sides])) {
      const object = hash === undefined ? undefined : this.#documents.get(hash);
      if (object) yield object;
    }
  }
}

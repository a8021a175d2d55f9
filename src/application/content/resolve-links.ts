import type { EditResult } from '../../domain/content/edits/changes.ts';
import { decodeDocument } from '../../domain/content/documents/decode-document.ts';
import { readContent, type Content } from '../../domain/content/content.ts';
import { readDocument, getPage, getReusableContent } from '../../domain/content/content-reads.ts';
import { encodeUtf8 } from '../../domain/content/objects/json.ts';
import { all, both, constantQuery, type ObjectQuery } from '../../domain/content/objects/object-query.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { isId, type Id, type SpaceId } from '../../domain/kernel/id.ts';
import type { Pausable } from '../../domain/kernel/pausable.ts';
import { parseTargetKey, targetKey } from '../../domain/links/link-target.ts';
import { documentPath } from '../../domain/links/page-targets.ts';
import { targetById } from '../../domain/links/resolve-target.ts';
import { rewriteLinks } from '../../domain/links/rewrite-links.ts';
import { findLinks, type MarkdownLink } from '../../domain/links/written-links.ts';
import type { Head } from '../../ports/content/branches.ts';
import { inTimeSlices } from '../kernel/time-slices.ts';
import type { QueryContext } from '../kernel/use-case.ts';
import { readLinkChangesBetween } from '../links/changed-links.ts';
import { ChangedLinkResolver } from './projections/link-updates.ts';
import { overlayObjects } from './projections/build-projections.ts';
import type { PlannedChange } from './plan-changes.ts';
import { read } from './reading.ts';

/** Forms of targets that can only refer to content of the space. */
const INTERNAL_TARGET = /^(?:\.{1,2}\/|\/pages\/)|^[^:#?]*\.md(?:[?#]|$)/i;
const EXTERNAL_TARGET = /^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i;

/** Access to the branch that the batch is tried on. */
export interface LinkResolutionOptions {
  readonly loadHead: () => Promise<Head>;
  readonly apply: (head: Head, planned: readonly PlannedChange[]) => Promise<EditResult>;
}

interface DocumentText {
  readonly change: PlannedChange & { readonly document?: Uint8Array };
  readonly markdown: string;
  readonly links: readonly MarkdownLink[];
}

/**
 * Rewrites links by path in the documents of a batch to links by id, so that they survive moves. A link within the
 * space that leads nowhere in the resulting content is replaced by its text. Links that the stored document already has
 * stay as they are, because paths of imported documents follow the repository. Returns without reading when the batch
 * has no links by path.
 */
export async function resolveLinks(
  context: QueryContext<{ readonly space: Id }, 'content'>,
  spaceId: SpaceId,
  planned: readonly PlannedChange[],
  { loadHead, apply }: LinkResolutionOptions,
): Promise<readonly PlannedChange[]> {
  const texts: DocumentText[] = [];
  for (const change of planned) texts.push(...(await inTimeSlices(readLinkedText(change))));
  if (texts.length === 0) return planned;
  const head = await loadHead();
  const edit = await apply(
    head,
    planned.filter(({ operation }) => operation !== 'revert_page'),
  ).catch(ignoreDomainError);
  if (edit === undefined) return planned;

  const store = overlayObjects(context.content, edit.objects);
  const changes = await read(store, readLinkChangesBetween(context.scope.space.head.content, edit.contentHash));
  const before = await read(store, readContent(head.content));
  const placed = await read(store, all(texts.map((text) => readPosition(before, changes.after, text))));
  const keyed = texts.map(({ links }, i) => targetKeys(links, placed[i]!));
  const outcomes = await new ChangedLinkResolver(store, context.read.links, spaceId, changes).resolve([
    ...new Set(keyed.flatMap((keys) => [...keys.values()])),
  ]);
  const resolved = new Map<PlannedChange, Uint8Array>();
  for (const [i, { change, markdown }] of texts.entries()) {
    const rewritten = rewriteLinks(markdown, ({ target }) => {
      const key = keyed[i]!.get(target);
      return key === undefined
        ? undefined
        : (targetById(outcomes.get(key)!.resolved) ?? (INTERNAL_TARGET.test(target) ? null : undefined));
    });
    resolved.set(change, encodeUtf8(await inTimeSlices(rewritten)));
  }
  return planned.map((change) =>
    resolved.has(change) ? ({ ...change, document: resolved.get(change) } as PlannedChange) : change,
  );
}

/** Ignores errors of the batch, which are reported when it is applied. */
function ignoreDomainError(error: unknown): undefined {
  if (!(error instanceof DomainError)) throw error;
}

/** Finds the links by path in the document of a change; none for a change without any. */
function* readLinkedText(change: PlannedChange): Pausable<readonly DocumentText[]> {
  if (!('document' in change) || change.document === undefined) return [];
  const markdown = decodeDocument(change.document);
  const links = (yield* findLinks(markdown)).filter(
    ({ target }) => !EXTERNAL_TARGET.test(target) && !isIdTarget(target),
  );
  return links.length === 0 ? [] : [{ change, markdown, links }];
}

/** Tells whether a target is an id, which stays as written whether or not the item exists. */
function isIdTarget(target: string): boolean {
  const form = parseTargetKey(target);
  return 'id' in form && form.id !== undefined && isId(form.id);
}

interface DocumentPosition {
  readonly path: string;
  /** Targets of links in the stored document. */
  readonly existingTargets: ReadonlySet<string>;
}

/** Reads the path that the document has after the change, and its stored link targets. */
function* readPosition(before: Content, after: Content, { change }: DocumentText): ObjectQuery<DocumentPosition> {
  if (change.operation === 'insert_page' || change.operation === 'update_page') {
    const id = change.operation === 'insert_page' ? change.id! : change.page;
    const [was, is] = yield* both(getPage(before, id), getPage(after, id));
    const [bytes, place] = yield* both(
      was === undefined ? constantQuery(undefined) : readDocument(was),
      is === undefined ? constantQuery('') : documentPath(after, is),
    );
    return { path: place ?? '', existingTargets: yield* readTargets(bytes) };
  }
  const id = change.operation === 'update_reusable_content' ? change.reusableContent : undefined;
  const was = id === undefined ? undefined : yield* getReusableContent(before, id);
  return { path: was?.git?.path ?? '', existingTargets: yield* readTargets(was && (yield* readDocument(was))) };
}

function* readTargets(bytes: Uint8Array | undefined): Pausable<ReadonlySet<string>> {
  const links = bytes === undefined ? [] : yield* findLinks(decodeDocument(bytes));
  return new Set(links.map(({ target }) => target));
}

function targetKeys(
  links: readonly MarkdownLink[],
  { path: place, existingTargets }: DocumentPosition,
): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  for (const { target, use } of links) {
    const key = existingTargets.has(target) ? undefined : targetKey(target, { documentPath: place }, use);
    if (key !== undefined) keys.set(target, key);
  }
  return keys;
}

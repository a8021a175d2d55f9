import { getPage } from '../../domain/content/content-reads.ts';
import { readContent } from '../../domain/content/content.ts';
import { encodeUtf8 } from '../../domain/content/objects/json.ts';
import type { Hash } from '../../domain/content/objects/content-object.ts';
import { hasSlug, type File, type Page } from '../../domain/content/page.ts';
import type { ObjectQuery } from '../../domain/content/objects/object-query.ts';
import { Conflict, NotFound } from '../../domain/kernel/errors.ts';
import type { Id } from '../../domain/kernel/id.ts';
import { PAUSE, type Pausable } from '../../domain/kernel/pausable.ts';
import type { Head } from '../../ports/content/branches.ts';
import type { ImportedSite, ImportSource } from '../../ports/imports/web-import.ts';
import { planChanges, type PlannedChange } from '../content/plan-changes.ts';
import { read as readContentOf } from '../content/reading.ts';
import { inTimeSlices } from '../kernel/time-slices.ts';
import { consumerOf, type ActorScope } from '../kernel/scope.ts';
import type { Services } from '../kernel/services.ts';

type Context = Pick<
  Services,
  'ids' | 'webImport' | 'blobs' | 'organizationStorage' | 'files' | 'content' | 'pageSources'
> & { readonly scope: ActorScope };

export interface WebsiteImportInput {
  readonly url: string;
  readonly source: ImportSource;
}

/** Pages and images of a website, ready to be added. */
export interface PreparedImport {
  readonly changes: readonly PlannedChange[];
  readonly importedResources: number;
  readonly totalResources: number;
  readonly site: ImportedSite;
}

/** Observer of an import that runs in the background. */
export interface ImportObserver {
  onProgress(done: number, total: number): void;
  readonly signal: AbortSignal;
}

/**
 * Does the part of an import that needs no lock: reads pages, stores images.
 * @param head head of the content that the pages are added to
 * @param into parent of the pages; undefined for the top level
 * @throws Invalid naming `url`, NotFound for the parent, Conflict for a parent that cannot have subpages
 */
export async function prepareImport(
  context: Context,
  { url, source }: WebsiteImportInput,
  head: Head,
  into?: Id,
  observer?: ImportObserver,
): Promise<PreparedImport> {
  const { ids, webImport } = context;
  if (into !== undefined) await requireParent(context, head.content, into);
  const files = new ImageFiles(context);
  const site = await webImport.importPages({
    url,
    source,
    allowsRootGroups: into === undefined,
    consumer: consumerOf(context.scope),
    newId: () => ids.next(),
    storeImage: (name, bytes) => files.keep(name, bytes),
    ...observer,
  });
  return {
    changes: await inTimeSlices(insertChanges(context, site, files.all, into)),
    importedResources: site.imported,
    totalResources: site.discovered,
    site,
  };
}

/** Requires that a page exists and can have subpages. @throws NotFound, Conflict */
export async function requireParent({ content }: Pick<Context, 'content'>, hash: Hash, id: Id): Promise<void> {
  const page = await readContentOf(content, pageIn(hash, id));
  if (page === undefined) throw new NotFound('page', id);
  if (!hasSlug(page.type)) throw new Conflict(`a ${page.type} page has no subpages`);
}

function* pageIn(hash: Hash, id: Id): ObjectQuery<Page | undefined> {
  return yield* getPage(yield* readContent(hash), id);
}

/** Files of images, one for each distinct content. */
class ImageFiles {
  readonly #byHash = new Map<string, File>();

  constructor(private readonly context: Pick<Context, 'scope' | 'blobs' | 'files' | 'ids' | 'organizationStorage'>) {}

  get all(): readonly File[] {
    return [...this.#byHash.values()];
  }

  /**
   * Stores an image and returns the id of its file; undefined when the bytes are not an image, whatever type the server
   * stated.
   */
  async keep(name: string, bytes: Uint8Array): Promise<Id | undefined> {
    const { scope, blobs, files, ids, organizationStorage } = this.context;
    const properties = await files.inspect(name, bytes);
    if (!properties.contentType.startsWith('image/')) return undefined;
    const { hash, size } = await organizationStorage.put(blobs, scope.organizationId, bytes);
    const known = this.#byHash.get(hash) ?? { id: ids.next(), name, ...properties, size, blob: hash as Hash };
    this.#byHash.set(hash, known);
    return known.id;
  }
}

function* insertChanges(
  context: Context,
  { pages }: ImportedSite,
  files: readonly File[],
  into: Id | undefined,
): Pausable<PlannedChange[]> {
  const inserted: PlannedChange[] = [];
  for (const { id, type, parent, title, slug, description, markdown, isVerbatim } of pages) {
    const place = {
      operation: 'insert_page' as const,
      id,
      type,
      into: parent ?? into ?? null,
      title,
      preferredSlug: slug,
      ...(description !== undefined && { description }),
    };
    if (isVerbatim) inserted.push({ ...place, ...(yield* authoredFields(context, title, markdown)), id });
    else inserted.push(type === 'group' ? place : { ...place, document: encodeUtf8(markdown) });
    yield PAUSE;
  }
  return files.length === 0 ? inserted : [{ operation: 'insert_files', files }, ...inserted];
}

/** Parses the page fields that an author wrote in the front matter of a Markdown page. */
function* authoredFields(
  context: Context,
  title: string,
  markdown: string,
): Pausable<Omit<Extract<PlannedChange, { operation: 'insert_page' }>, 'into'>> {
  const input = { operation: 'insert_page' as const, title, document: { markdown } };
  const [planned] = yield* planChanges([input], {
    newId: () => context.ids.next(),
    sources: context.pageSources,
    files: new Map(),
    converted: new Map(),
    contentOf: () => '' as Hash,
  });
  const { into: _into, ...fields } = planned as Extract<PlannedChange, { operation: 'insert_page' }>;
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as typeof fields;
}

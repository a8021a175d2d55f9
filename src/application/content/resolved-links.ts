import type { Content } from '../../domain/content/content.ts';
import { documentOf, getPage, getReusableContent, pathOf } from '../../domain/content/content-reads.ts';
import { all, both, type Reading } from '../../domain/content/reading.ts';
import type { Id } from '../../domain/kernel/id.ts';
import type { Outcome } from '../../domain/links/content-lookup.ts';
import { formOf, looksLikeId, targetKey } from '../../domain/links/link-target.ts';
import type { Rewrite } from '../../domain/links/rewrite-links.ts';
import { writtenLinks, type WrittenLink } from '../../domain/links/written-links.ts';
import type { Head } from '../../ports/branches.ts';
import type { QueryContext } from '../kernel/use-case.ts';
import { ChangedOutcomes } from '../projections/link-parts.ts';
import { changesBetween } from '../links/changed-links.ts';
import type { ChangeWish, DocumentWish } from './content-wishes.ts';
import { read } from './reading.ts';

type Context = QueryContext<{ readonly space: Id }>;
/** What becomes of the links of each text. */
export type ResolvedLinks = ReadonlyMap<DocumentWish, Rewrite>;

const NONE: ResolvedLinks = new Map();
/** Forms that can mean nothing but something of the space (contract). */
const SURELY_INTERNAL = /^(?:\.{1,2}\/|\/pages\/)|^[^:#?]*\.md(?:[?#]|$)/i;
const ELSEWHERE = /^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i;

interface Text {
  readonly document: DocumentWish;
  readonly links: readonly WrittenLink[];
  readonly wish: ChangeWish;
}

/**
 * Resolves what texts name by paths, so that it leads to the same thing wherever that moves. What leads nowhere becomes
 * its text. What a document says already stays as it is: in one that came from a repository, paths lead by the repository.
 * Reads nothing where there is nothing to resolve.
 */
export async function resolvedLinks(context: Context, spaceId: Id, wishes: readonly ChangeWish[], standing: () => Promise<Head>): Promise<ResolvedLinks> {
  const texts = wishes.flatMap(textOf);
  if (texts.length === 0) return NONE;
  const { content: store, read: reads, at } = context;
  const changes = await read(store, changesBetween(at.space.head.content, (await standing()).content));
  const placed = await read(store, all(texts.map((text) => placeOf(changes.after, text))));
  const keyed = texts.map(({ document, links }, i) => {
    const { place, said } = placed[i]!;
    const keys = new Map<WrittenLink['target'], string>();
    for (const { target, use } of links) {
      const key = said.has(target) ? undefined : targetKey(target, { place }, use);
      if (key !== undefined) keys.set(target, key);
    }
    return { document, keys };
  });
  const outcomes = await new ChangedOutcomes(store, reads.links, spaceId, changes).of([...new Set(keyed.flatMap(({ keys }) => [...keys.values()]))]);
  return new Map(keyed.map(({ document, keys }): [DocumentWish, Rewrite] => [document, ({ target }) => {
    const key = keys.get(target);
    return key === undefined ? undefined : (byId(key, outcomes.get(key)!) ?? (SURELY_INTERNAL.test(target) ? null : undefined));
  }]));
}

/** A text that names something by a path. */
function textOf(wish: ChangeWish): readonly Text[] {
  const document = 'document' in wish ? wish.document : undefined;
  if (document?.markdown === undefined) return [];
  const links = writtenLinks(document.markdown).filter(({ target }) => !ELSEWHERE.test(target) && !isById(target));
  return links.length === 0 ? [] : [{ document, links, wish }];
}

/** What is named by an id stays, whether it is there or not. */
function isById(target: string): boolean {
  const form = formOf(target);
  return 'id' in form && form.id !== undefined && looksLikeId(form.id);
}

/** Where a text comes to lie, and the targets that it has there already. */
function* placeOf(content: Content, { wish }: Text): Reading<{ readonly place: string; readonly said: ReadonlySet<string> }> {
  switch (wish.operation) {
    case 'update_page': {
      const page = looksLikeId(wish.page) ? yield* getPage(content, wish.page) : undefined;
      if (page === undefined) return NOWHERE;
      const [path, bytes] = yield* both(pathOf(content, page), documentOf(page));
      return { place: page.git?.path ?? `${path ?? ''}.md`, said: targetsIn(bytes) };
    }
    case 'insert_page': {
      const parent = typeof wish.into === 'string' && looksLikeId(wish.into) ? yield* getPage(content, wish.into) : undefined;
      if (parent === undefined) return NOWHERE;
      const inGit = parent.git === undefined ? undefined : /^(?:(.*)\/)?README\.md$/i.exec(parent.git.path);
      const folder = inGit ? (inGit[1] ?? '') : parent.git === undefined ? yield* pathOf(content, parent) : parent.git.path.replace(/\.md$/i, '');
      return { place: folder === undefined || folder === '' ? '' : `${folder}/`, said: new Set() };
    }
    case 'update_reusable_content': {
      const found = looksLikeId(wish.reusableContent) ? yield* getReusableContent(content, wish.reusableContent) : undefined;
      return found === undefined ? NOWHERE : { place: found.git?.path ?? '', said: targetsIn(yield* documentOf(found)) };
    }
    default:
      return NOWHERE;
  }
}

const NOWHERE = { place: '', said: new Set<string>() };
const targetsIn = (bytes: Uint8Array | undefined): ReadonlySet<string> => new Set(bytes === undefined ? [] : writtenLinks(new TextDecoder().decode(bytes)).map(({ target }) => target));

function byId(key: string, { resolved }: Outcome): string | undefined {
  const hash = key.indexOf('#');
  switch (resolved.kind) {
    case 'page':
      return `/pages/${resolved.page.id}${hash < 0 ? '' : key.slice(hash)}`;
    case 'file':
      return `/files/${resolved.file.id}`;
    case 'content':
      return `/reusable-content/${resolved.content.id}`;
    default:
      return undefined;
  }
}

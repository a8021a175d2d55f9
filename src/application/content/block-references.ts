import type { Content } from '../../domain/content/content.ts';
import { allInBatches } from '../../domain/content/objects/object-query.ts';
import type { File, Page, ReusableContent } from '../../domain/content/page.ts';
import { isId, type SpaceId } from '../../domain/kernel/id.ts';
import { candidateGitPaths, contentTargetLookup } from '../../domain/links/content-lookup.ts';
import { targetKey, type LinkOrigin } from '../../domain/links/link-target.ts';
import { documentPath } from '../../domain/links/page-targets.ts';
import { relativeLink } from '../../domain/links/relative-link.ts';
import { fragmentOf, resolveTarget, targetById, type ResolvedTarget } from '../../domain/links/resolve-target.ts';
import { rewriteLinks } from '../../domain/links/rewrite-links.ts';
import { findLinks, type MarkdownLink } from '../../domain/links/written-links.ts';
import type { Block, BlockDocument, Fragment, Inline, Text } from '../../ports/content/block-documents.ts';
import type { ContentStore } from '../../ports/content/content-store.ts';
import type { LinkIndex } from '../../ports/links.ts';
import { inTimeSlices } from '../kernel/time-slices.ts';
import { read } from './reading.ts';

/** Targets that name no content of the space by a path. */
const NO_PATH = /^(?:[a-z][a-z0-9+.-]*:|\/\/|#|$|\/(?:pages|files|reusable-content|spaces|collections|users)\/)/i;

type Use = 'link' | 'include';
type Data = Readonly<Record<string, unknown>>;
type Target = ResolvedTarget<Page, File, ReusableContent>;

interface Context {
  readonly content: Pick<ContentStore, 'get'>;
  readonly read: { readonly links: Pick<LinkIndex, 'gitLocations'> };
}

/** Resolves the paths that links name to items of a content. */
export class ContentPaths {
  constructor(
    private readonly context: Context,
    private readonly spaceId: SpaceId,
    private readonly content: Content,
  ) {}

  /**
   * Replaces references by path to pages, files and reusable contents by references by id (API type ContentRef). A path
   * that leads nowhere stays as written.
   */
  async resolveReferences(document: BlockDocument, origin: LinkOrigin): Promise<BlockDocument> {
    const keys = new Map<string, string>();
    const collect = (target: string, use: Use): undefined => {
      const key = NO_PATH.test(target) ? undefined : targetKey(target, origin, use);
      if (key !== undefined) keys.set(`${use} ${target}`, key);
    };
    for (const block of document.nodes) mapBlock(block, collect);
    if (keys.size === 0) return document;
    const resolved = await this.#resolve([...new Set(keys.values())]);
    const replace = (target: string, use: Use): Data | undefined => {
      const key = keys.get(`${use} ${target}`);
      return key === undefined ? undefined : resolved.get(key);
    };
    return { ...document, nodes: document.nodes.map((block) => mapBlock(block, replace)) };
  }

  /**
   * Finds the references by id that written targets stand for. Targets that name no item of the content, such as URLs,
   * are absent.
   */
  async resolveTargets(targets: readonly string[], origin: LinkOrigin): Promise<ReadonlyMap<string, Data>> {
    const keys = new Map<string, string>();
    for (const target of targets) {
      const key = targetKey(target, origin);
      if (key !== undefined) keys.set(target, key);
    }
    const resolved = keys.size === 0 ? undefined : await this.#resolve([...new Set(keys.values())]);
    return new Map(
      [...keys].flatMap(([target, key]) => {
        const found = resolved?.get(key);
        return found === undefined ? [] : [[target, found] as const];
      }),
    );
  }

  /**
   * Replaces links by path in Markdown by links by id, so that the text can be moved to another document. Includes by
   * path stay, unless `includes` is set.
   */
  async resolveMarkdown(markdown: string, origin: LinkOrigin, { includes = false } = {}): Promise<string> {
    const keyOf = ({ target, use }: MarkdownLink): string | undefined =>
      NO_PATH.test(target) || (use === 'include' && !includes) ? undefined : targetKey(target, origin, use);
    return this.#rewrite(markdown, keyOf, async (targets) => mapDefined(targets, targetById));
  }

  /** Replaces links to pages by id, or by path from the root, by links relative to the document. */
  async relateMarkdown(markdown: string, origin: LinkOrigin): Promise<string> {
    const keyOf = ({ target, use }: MarkdownLink): string | undefined =>
      use !== 'include' && target.startsWith('/pages/') ? targetKey(target, origin) : undefined;
    return this.#rewrite(markdown, keyOf, async (targets) => {
      const pages = mapDefined(targets, (target) => (target.kind === 'page' ? target : undefined));
      const list = [...pages.values()];
      const paths = await read(
        this.context.content,
        allInBatches(list, ({ page }) => documentPath(this.content, page)),
      );
      const pathOf = new Map(list.map(({ page }, i) => [page.id, paths[i]!]));
      return mapDefined(pages, ({ page, ...target }) => {
        const fragment = fragmentOf(target);
        const isOwn = page.id === origin.page && fragment !== '';
        return isOwn ? fragment : relativeLink(origin.documentPath, pathOf.get(page.id)!) + fragment;
      });
    });
  }

  /** Resolves the keys of links and rewrites the links for whose targets there are replacements. */
  async #rewrite(
    markdown: string,
    keyOf: (link: MarkdownLink) => string | undefined,
    replacementsOf: (targets: ReadonlyMap<string, Target>) => Promise<ReadonlyMap<string, string>>,
  ): Promise<string> {
    const keys = (await inTimeSlices(findLinks(markdown))).map(keyOf).filter((key) => key !== undefined);
    if (keys.length === 0) return markdown;
    const replacements = await replacementsOf(await this.#targets([...new Set(keys)]));
    return inTimeSlices(rewriteLinks(markdown, (link) => replacements.get(keyOf(link) ?? '')));
  }

  async #resolve(keys: readonly string[]): Promise<ReadonlyMap<string, Data>> {
    return mapDefined(await this.#targets(keys), referenceTo);
  }

  async #targets(keys: readonly string[]): Promise<ReadonlyMap<string, Target>> {
    const paths = [...new Set(keys.flatMap((key) => candidateGitPaths(key)))];
    const locations = paths.length === 0 ? [] : await this.context.read.links.gitLocations(this.spaceId, paths);
    const lookup = contentTargetLookup(this.content, locations);
    const found = await read(
      this.context.content,
      allInBatches(keys, (key) => resolveTarget(key, lookup)),
    );
    return new Map(keys.map((key, i) => [key, found[i]!]));
  }
}

/** Maps the values of a map; those that become undefined are left out. */
function mapDefined<Value, Result>(
  values: ReadonlyMap<string, Value>,
  to: (value: Value) => Result | undefined,
): ReadonlyMap<string, Result> {
  const entries = [...values].map(([key, value]) => [key, to(value)] as const);
  return new Map(entries.filter((entry): entry is readonly [string, Result] => entry[1] !== undefined));
}

function referenceTo(target: Target): Data | undefined {
  switch (target.kind) {
    case 'page':
      return target.anchor === undefined
        ? { kind: 'page', page: target.page.id }
        : { kind: 'anchor', anchor: target.anchor, page: target.page.id };
    case 'file':
      // Content references to files have no anchor.
      return target.anchor === undefined
        ? { kind: 'file', file: target.file.id }
        : { kind: 'url', url: targetById(target) };
    case 'content':
      return { kind: 'reusable-content', reusableContent: target.content.id };
    default:
      return undefined;
  }
}

type Replace = (target: string, use: Use) => Data | undefined;

function mapBlock(block: Block, replace: Replace): Block {
  const use = block.type === 'reusable-content' ? 'include' : 'link';
  const data = mapData(block.data, replace, use);
  return {
    ...block,
    data: block.type === 'table' ? mapFiles(data, replace) : data,
    ...(block.nodes && { nodes: block.nodes.map((node) => mapNode(node, replace)) }),
    ...(block.fragments && { fragments: block.fragments.map((fragment) => mapFragment(fragment, replace)) }),
  };
}

const mapFragment = (fragment: Fragment, replace: Replace): Fragment => ({
  ...fragment,
  nodes: fragment.nodes.map((block) => mapBlock(block, replace)),
});

function mapNode<Node extends Block | Inline | Text>(node: Node, replace: Replace): Node {
  if (node.object === 'text') return node;
  if (node.object === 'block') return mapBlock(node, replace) as Node;
  return {
    ...node,
    data: mapData(node.data, replace, 'link'),
    ...(node.nodes && { nodes: node.nodes.map((one) => mapNode(one, replace)) }),
    ...(node.fragments && { fragments: node.fragments.map((fragment) => mapFragment(fragment, replace)) }),
  };
}

/** Replaces the references within the data of a block or an inline. */
function mapData(data: Data, replace: Replace, use: Use): Data {
  const mapValue = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const { kind, url, reusableContent, ...others } = value as Data;
    const target = kind === 'reusable-content' ? reusableContent : kind === 'url' ? url : undefined;
    if (typeof target !== 'string') return mapData(value as Data, replace, use);
    const found = kind === 'reusable-content' && isId(target) ? undefined : replace(target, use);
    return found === undefined ? value : { ...found, ...others };
  };
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, mapValue(value)]));
}

/** Replaces the paths of files in the columns of a table. */
function mapFiles(data: Data, replace: Replace): Data {
  const { definition, records } = data as {
    readonly definition: Readonly<Record<string, Data>>;
    readonly records: Readonly<Record<string, { readonly values: Data }>>;
  };
  const columns = new Set(Object.keys(definition).filter((id) => definition[id]!['type'] === 'files'));
  if (columns.size === 0) return data;
  const fileOf = (value: unknown): unknown =>
    typeof value !== 'string' || isId(value) ? value : (replace(value, 'link')?.['file'] ?? value);
  const valuesOf = (values: Data): Data =>
    Object.fromEntries(
      Object.entries(values).map(([id, value]) => [
        id,
        columns.has(id) && Array.isArray(value) ? value.map(fileOf) : value,
      ]),
    );
  return {
    ...data,
    records: Object.fromEntries(
      Object.entries(records).map(([id, record]) => [id, { ...record, values: valuesOf(record.values) }]),
    ),
  };
}

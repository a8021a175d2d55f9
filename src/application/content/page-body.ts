import type { Content } from '../../domain/content/content.ts';
import type { Page, ReusableContent } from '../../domain/content/page.ts';
import type { LinkOrigin } from '../../domain/links/link-target.ts';
import { documentPath } from '../../domain/links/page-targets.ts';
import type { BlockDocument } from '../../ports/content/block-documents.ts';
import type { SiteVisitor } from '../kernel/scope.ts';
import { ContentPaths } from './block-references.ts';
import type { ContentContext } from './content-context.ts';
import type { ContentLocation } from './content-location.ts';
import type { PageBody } from './content-views.ts';
import { variableScope } from './inline-expressions.ts';
import { evaluateText, isStoredText, variablesOf, type TextOptions } from './page-text.ts';
import { read } from './reading.ts';
import { visibleText } from './visitor-content.ts';

/** Forms of the text of a page: blocks, or Markdown. */
export const PAGE_FORMATS = ['document', 'markdown'] as const;
export type PageFormat = (typeof PAGE_FORMATS)[number];
/** Links in Markdown: to pages relative to the document, or by the ids of what they name. */
export const MARKDOWN_REFERENCES = ['relative', 'stable'] as const;

/** Form in which a caller gets a text. */
export interface BodyOptions extends TextOptions {
  readonly format?: PageFormat | undefined;
  readonly 'format.markdown.refs'?: (typeof MARKDOWN_REFERENCES)[number] | undefined;
}

/** Text of a page or of a reusable content, which has no variables. */
export interface StoredText {
  readonly content: Content;
  readonly page: Page | ReusableContent;
  readonly markdown: string;
  readonly visitor?: SiteVisitor | undefined;
  /** The page is generated, so that all its links are absolute. */
  readonly isGenerated?: boolean;
}

/** Leaves expressions, conditions and includes of a text as they are written. */
export const AS_STORED: TextOptions = { evaluated: false, dereferenced: false };

/** Evaluates a text and converts it into the requested format. */
export async function bodyOf(
  context: ContentContext,
  { spaceId }: ContentLocation,
  { content, page, markdown, visitor, isGenerated = false }: StoredText,
  { format, 'format.markdown.refs': references, ...options }: BodyOptions,
): Promise<PageBody> {
  const { content: store, blocks, scope } = context;
  const paths = new ContentPaths(context, spaceId, content);
  const isPage = 'parent' in page;
  const variables = isPage ? page : {};
  const evaluated = isStoredText(options)
    ? markdown
    : await evaluateText(markdown, { store, content, page: variables, paths, visitor }, options);
  // Included texts have conditions, too, so that these are evaluated last.
  const text =
    visitor === undefined
      ? evaluated
      : visibleText(evaluated, visitor, variableScope(variables, await variablesOf(store, content)));
  const origin = async (): Promise<LinkOrigin> => ({
    documentPath: isPage && !isGenerated ? await read(store, documentPath(content, page)) : (page.git?.path ?? ''),
    ...(isPage && { page: page.id }),
  });
  if (format !== 'document') {
    if (references === 'stable')
      return { markdown: await paths.resolveMarkdown(text, await origin(), { includes: true }) };
    return { markdown: references === 'relative' ? await paths.relateMarkdown(text, await origin()) : text };
  }
  const [document, place] = await Promise.all([
    blocks.fromMarkdown(text, scope.organizationId, {
      ...(isPage && { title: page.title }),
      forReaders: visitor !== undefined || options.evaluated !== false,
    }),
    origin(),
  ]);
  return { document: await paths.resolveReferences(document, place) };
}

/** Converts the stored or generated text of a page or reusable content into blocks. */
export async function blocksOfText(
  context: ContentContext,
  place: ContentLocation,
  text: StoredText,
): Promise<BlockDocument> {
  const { document } = await bodyOf(context, place, text, { ...AS_STORED, format: 'document' });
  return document!;
}

import { openTag } from '../../domain/content/documents/tag-markup.ts';
import { isJsonMap, toSingleLine } from '../../domain/openapi-specs/document.ts';
import type { JsonObject } from '../../domain/content/objects/json.ts';
import { mapInSteps, PAUSE, type Pausable } from '../../domain/kernel/pausable.ts';
import type { PageOperation } from '../../ports/content/computed-pages.ts';
import type { OperationDescription, SpecDescription } from '../../ports/openapi-specs.ts';

/** Options for the pages of a specification: `props` of the computed page. */
export interface SpecPageOptions {
  /** Adds a page for the schemas. */
  readonly models: boolean;
  /** Adds a link to the document if the specification is public. */
  readonly downloadLink: boolean;
  /** Pages for each tag, or for each operation below the page of its tag. */
  readonly grouping: 'by-tag' | 'by-operation';
  /** True to show all details of each operation on a page with several; false to show title and path until expanded. */
  readonly expandOperations: boolean;
}

/** Parses the options. Defaults for missing and invalid ones: pages by tag with all details. */
export function parsePageOptions({ props }: JsonObject): SpecPageOptions {
  const said = isJsonMap(props) ? props : {};
  return {
    models: said['models'] === true,
    downloadLink: said['downloadLink'] === true,
    grouping: said['grouping'] === 'by-operation' ? 'by-operation' : 'by-tag',
    expandOperations: said['expandOperations'] !== false,
  };
}

/** A part of a page, or a separate page. */
export interface DraftPart {
  readonly title: string;
  readonly markdown: string;
  /** Markdown of the part if it starts collapsed. */
  readonly folded?: string;
  /** Tag that names the part in the specification; undefined if no tag can. */
  readonly tag: string | undefined;
  /** Tag of a part that starts collapsed. */
  readonly foldedTag?: string | undefined;
  /** Operation of the part; absent for schemas. */
  readonly operation?: PageOperation;
}

/** A page without the ID, which depends on its source. */
export interface PageDraft {
  readonly title: string;
  readonly markdown: string;
  readonly parts: readonly DraftPart[];
  /** True if each part is a page below this one. */
  readonly apart: boolean;
}

/** Numbers of operations and characters above which a page always gets a subpage for each operation. */
const MAX_PARTS = 40;
const MAX_LENGTH = 100_000;

/**
 * Builds the pages of a specification, in order.
 * @param slug slug of the specification
 * @param download link to the document, if the page shows one
 */
export function* buildPageDrafts(
  slug: string,
  { title, tags, schemas }: SpecDescription,
  { models, grouping, expandOperations }: SpecPageOptions,
  download: string | undefined,
): Pausable<readonly PageDraft[]> {
  const link = download === undefined ? '' : `[Download the OpenAPI document](${download})`;
  const drafts: PageDraft[] = [];
  for (const [i, tag] of tags.entries()) {
    const parts = yield* mapInSteps(tag.operations, (operation) => buildPart(slug, operation, expandOperations));
    drafts.push(
      createDraft(
        pageTitle(tag.title),
        joinParagraphs(i === 0 ? link : '', tag.description ?? ''),
        parts,
        grouping === 'by-operation',
      ),
    );
    yield PAUSE;
  }
  const ofSchemas =
    models && schemas.length > 0
      ? [
          createDraft(
            'Models',
            tags.length === 0 ? link : '',
            yield* mapInSteps(schemas, ({ name, markdown }) => ({
              title: toSingleLine(name, MAX_TITLE),
              markdown,
              // Commas separate the names of the tag.
              tag: name.includes(',')
                ? undefined
                : openTag('openapi-schemas', [
                    ['spec', slug],
                    ['schemas', name],
                    ['grouped', 'false'],
                  ]),
            })),
            false,
          ),
        ]
      : [];
  const all = [...drafts, ...ofSchemas];
  return all.length > 0
    ? all
    : [
        createDraft(
          toSingleLine(title, MAX_TITLE),
          joinParagraphs('This document has no operations.', link),
          [],
          false,
        ),
      ];
}

const createDraft = (title: string, markdown: string, parts: readonly DraftPart[], isSeparate: boolean): PageDraft => {
  const apart =
    isSeparate || parts.length > MAX_PARTS || parts.reduce((sum, part) => sum + part.markdown.length, 0) > MAX_LENGTH;
  return { title, markdown, parts, apart };
};

function buildPart(
  slug: string,
  { title, method, path, markdown, isWebhook, isDeprecated }: OperationDescription,
  expanded: boolean,
): DraftPart {
  const name = isWebhook ? 'openapi-webhook' : 'openapi-operation';
  const attributes: [string, string][] = [
    ['spec', slug],
    [isWebhook ? 'name' : 'path', path],
    ['method', method],
  ];
  const address = `${method.toUpperCase()} ${path.replace(/\s+/g, ' ')}`;
  return {
    title,
    markdown,
    tag: openTag(name, attributes),
    operation: { method, ...(isWebhook && { isWebhook }), ...(isDeprecated && { isDeprecated }) },
    ...(!expanded && { foldedTag: openTag(name, [...attributes, ['expanded', 'false']]) }),
    ...(!expanded && {
      folded: `<details>\n\n<summary><code>${escapeText(address)}</code></summary>\n\n${markdown}\n\n</details>`,
    }),
  };
}

/** Escapes text for HTML; also braces, so that they do not begin a Markdown tag. */
const escapeText = (text: string): string => text.replace(/[&<>{}]/g, (character) => `&#${character.charCodeAt(0)};`);

const MAX_TITLE = 200;
const pageTitle = (title: string): string => {
  const plain = toSingleLine(title, MAX_TITLE) || 'Operations';
  return plain.charAt(0).toUpperCase() + plain.slice(1);
};

/** Joins texts as paragraphs; omits empty ones. */
export const joinParagraphs = (...texts: readonly string[]): string => texts.filter((text) => text !== '').join('\n\n');

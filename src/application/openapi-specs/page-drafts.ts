import { isJsonMap, toSingleLine } from '../../domain/openapi-specs/document.ts';
import type { JsonObject } from '../../domain/content/objects/json.ts';
import type { OperationDescription, SpecDescription } from '../../ports/openapi-specs.ts';

/** How somebody wants the pages of a specification: `props` of the computed page. */
export interface SpecPageOptions {
  /** A page for the schemas. */
  readonly models: boolean;
  /** A link to the document, where everybody may have that. */
  readonly downloadLink: boolean;
  /** A page for each tag, or for each operation below that of its tag. */
  readonly grouping: 'by-tag' | 'by-operation';
  /** Whether a page with several operations shows more of each than its title and address, before one asks. */
  readonly expandOperations: boolean;
}

/** What is not said, or says nothing, is as it always was: pages by tag, with all that there is to tell. */
export function parsePageOptions({ props }: JsonObject): SpecPageOptions {
  const said = isJsonMap(props) ? props : {};
  return {
    models: said['models'] === true,
    downloadLink: said['downloadLink'] === true,
    grouping: said['grouping'] === 'by-operation' ? 'by-operation' : 'by-tag',
    expandOperations: said['expandOperations'] !== false,
  };
}

/** A part of a page, or a page of its own. */
export interface DraftPart {
  readonly title: string;
  readonly markdown: string;
  /** The same where it is unfolded first. */
  readonly folded?: string;
}

/** A page before it is known under which source it stands. */
export interface PageDraft {
  readonly title: string;
  readonly markdown: string;
  readonly parts: readonly DraftPart[];
  /** Each part is a page below this one. */
  readonly apart: boolean;
}

/** A page with more operations or characters than these has a page for each of them below it, whatever is wished. */
const MAX_PARTS = 40;
const MAX_LENGTH = 100_000;

/** The pages of a specification, in order. @param download where its document is, if there is to be a link to it */
export function buildPageDrafts(
  { title, tags, schemas }: SpecDescription,
  { models, grouping, expandOperations }: SpecPageOptions,
  download: string | undefined,
): readonly PageDraft[] {
  const link = download === undefined ? '' : `[Download the OpenAPI document](${download})`;
  const drafts = tags.map((tag, i) => {
    const parts = tag.operations.map((operation) => buildPart(operation, expandOperations));
    return createDraft(
      pageTitle(tag.title),
      joinParagraphs(i === 0 ? link : '', tag.description ?? ''),
      parts,
      grouping === 'by-operation',
    );
  });
  const ofSchemas =
    models && schemas.length > 0
      ? [
          createDraft(
            'Models',
            tags.length === 0 ? link : '',
            schemas.map(({ name, markdown }) => ({ title: toSingleLine(name, MAX_TITLE), markdown })),
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

const createDraft = (title: string, markdown: string, parts: readonly DraftPart[], wanted: boolean): PageDraft => {
  const apart =
    wanted || parts.length > MAX_PARTS || parts.reduce((sum, part) => sum + part.markdown.length, 0) > MAX_LENGTH;
  return { title, markdown, parts, apart };
};

function buildPart({ title, method, path, markdown }: OperationDescription, expanded: boolean): DraftPart {
  const address = `${method.toUpperCase()} ${path.replace(/\s+/g, ' ')}`;
  return {
    title,
    markdown,
    ...(!expanded && {
      folded: `<details>\n\n<summary><code>${escapeText(address)}</code></summary>\n\n${markdown}\n\n</details>`,
    }),
  };
}

/** In HTML, where braces must not begin a tag of the text either. */
const escapeText = (text: string): string => text.replace(/[&<>{}]/g, (character) => `&#${character.charCodeAt(0)};`);

const MAX_TITLE = 200;
const pageTitle = (title: string): string => {
  const plain = toSingleLine(title, MAX_TITLE) || 'Operations';
  return plain.charAt(0).toUpperCase() + plain.slice(1);
};

/** Texts one after the other; those that say nothing are left out. */
export const joinParagraphs = (...texts: readonly string[]): string => texts.filter((text) => text !== '').join('\n\n');

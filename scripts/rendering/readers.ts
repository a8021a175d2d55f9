import { MarkdownBlocks } from '../../src/adapters/block-documents/markdown-blocks.ts';
import { MarkdownSegments } from '../../src/adapters/document-segments/markdown-segments.ts';
import { fileReferences } from '../../src/adapters/git-format/file-references.ts';
import { gitPageSources } from '../../src/adapters/git-format/git-page-sources.ts';
import { inlineText } from '../../src/adapters/git-format/inline-text.ts';
import { parseSummary } from '../../src/adapters/git-format/summary-parser.ts';
import { isTooComplex } from '../../src/adapters/site/content/complexity.ts';
import { renderContent } from '../../src/adapters/site/content/render-content.ts';
import { ENGLISH } from '../../src/adapters/site/labels.ts';
import { resolveBatchLinks } from '../../src/application/content/batch-links.ts';
import { collectIncludes } from '../../src/application/content/content-includes.ts';
import { DocumentComparison } from '../../src/domain/content/text/semantic-hunks.ts';
import { mergeText } from '../../src/domain/content/text/text-merge.ts';
import { evaluateMarkdown } from '../../src/domain/content/documents/evaluate-markdown.ts';
import { ConditionFilter } from '../../src/domain/kernel/expressions/condition-filter.ts';
import { extractAnchors } from '../../src/domain/links/anchors.ts';
import { findLinks } from '../../src/domain/links/written-links.ts';
import { buildSearchEntry } from '../../src/domain/search/search-entry.ts';
import { matchingSections } from '../../src/domain/search/sections.ts';
import { stripHeadingAnchors } from '../../src/domain/translations/heading-anchors.ts';

/** Reads a text in one go, asynchronously, or as a `Pausable`. */
export type Reader = (text: string) => unknown;

const blocks = new MarkdownBlocks(isTooComplex);
const segments = new MarkdownSegments(isTooComplex);

/** Readers of foreign text by their names in reports. */
export const READERS: Readonly<Record<string, Reader>> = {
  page: (markdown) =>
    renderContent({ markdown, title: 'Title', labels: ENGLISH, resolveLink: (target) => ({ href: target }) }),
  blocks: (markdown) => blocks.fromMarkdown(markdown),
  segments: (markdown) => segments.segment(markdown),
  structure: (markdown) => segments.structureOf(markdown),
  complexity: isTooComplex,
  conditions: (markdown) => new ConditionFilter(() => true).filter(markdown),
  expressions: (markdown) => evaluateMarkdown(markdown, { valueOf: () => 'value', includeOf: () => undefined }),
  includes: (markdown) => collectIncludes(() => undefined, markdown),
  search: (markdown) => buildSearchEntry({ type: 'document', title: 'Title' }, markdown),
  sections: (markdown) => matchingSections(markdown, { terms: ['a'], prefixes: [] } as never),
  anchors: (markdown) => extractAnchors(markdown),
  links: findLinks,
  pageSource: (markdown) => gitPageSources.parse(markdown, () => undefined as never),
  references: fileReferences,
  summary: parseSummary,
  batchLinks: (markdown) => resolveBatchLinks(markdown, () => undefined),
  comparison: (text) => new DocumentComparison(() => []).compare(text, `y${text}`),
  title: inlineText,
  headings: (markdown) => stripHeadingAnchors(markdown, new Set()),
  merge: (text) => mergeText(text, `${text}x`, `y${text}`),
};

import { MarkdownBlocks } from './adapters/block-documents/markdown-blocks.ts';
import { convertBlocks, type BlocksTaskInput } from './adapters/block-documents/worker-block-documents.ts';
import { MarkdownSegments } from './adapters/document-segments/markdown-segments.ts';
import { isTooComplex } from './adapters/site/content/complexity.ts';
import { renderContentTask } from './adapters/site/content/content-tasks.ts';
import { renderMarkdownTask } from './adapters/site/markdown/markdown-tasks.ts';
import { renderParts as renderPartsOfPage } from './adapters/site/content/render-parts.ts';
import { workerTask } from './adapters/workers/worker-task.ts';

const blocks = new MarkdownBlocks(isTooComplex);
const segments = new MarkdownSegments(isTooComplex);

/** Tasks of the threads that parse and render documents; the adapters that run them define their names. */
export const renderContent = workerTask(renderContentTask);
export const renderMarkdown = workerTask(renderMarkdownTask);
export const renderParts = workerTask(renderPartsOfPage);
export const blocksFromMarkdown = workerTask(({ markdown, options }: BlocksTaskInput) =>
  blocks.fromMarkdown(markdown, options),
);
export const placesOfBlocks = workerTask((markdown: string) => blocks.blocksOf(markdown));
export const markdownOfBlocks = workerTask(convertBlocks);
export const segmentsOfDocument = workerTask((markdown: string) => segments.segment(markdown));
export const structureOfDocument = workerTask((markdown: string) => segments.structureOf(markdown));

import type { RenderedMarkdown } from '../../../ports/sites/site-renderer.ts';
import type { Ask } from '../../workers/worker-task.ts';
import { askingInput, type ContentTask } from '../content/content-tasks.ts';
import { renderMarkdown } from './page-markdown.ts';

/** Name under which the worker entry exports `renderMarkdownTask`. */
export const RENDER_MARKDOWN = 'renderMarkdown';

/** Reads a page as Markdown on a thread; the calling thread answers its questions. */
export const renderMarkdownTask = (task: ContentTask, ask: Ask): RenderedMarkdown =>
  renderMarkdown(askingInput(task, ask));

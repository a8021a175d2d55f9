import type { OrganizationId } from '../../domain/kernel/id.ts';
import type {
  ContentView,
  PageView,
  RenderedMarkdown,
  RenderedPage,
  SiteRenderer,
} from '../../ports/sites/site-renderer.ts';
import { TaskAbandoned } from '../workers/worker-errors.ts';
import type { WorkerPool } from '../workers/worker-pool.ts';
import { answerContentQuestions, createContentTask } from './content/content-tasks.ts';
import { isQuick } from './content/complexity.ts';
import { renderAsText, type RenderedContent } from './content/render-content.ts';
import { HtmlSiteRenderer } from './html-site-renderer.ts';
import { ENGLISH } from './labels.ts';
import { RENDER_MARKDOWN } from './markdown/markdown-tasks.ts';
import { renderMarkdown } from './markdown/page-markdown.ts';
import { beforeConditions, mayHaveConditions } from './markdown/visible-source.ts';

/** Name under which the worker entry exports `renderContentTask`. */
export const RENDER_CONTENT = 'renderContent';

/**
 * Renders pages without blocking other requests: expensive content is rendered on a thread, and as plain text if it
 * exceeds the limits of time or memory.
 */
export class WorkerSiteRenderer extends HtmlSiteRenderer implements SiteRenderer {
  constructor(private readonly workers: Pick<WorkerPool, 'run'>) {
    super();
  }

  async renderPage(view: PageView, organizationId: OrganizationId): Promise<RenderedPage> {
    if (view.resolveInclude === undefined && isQuick(view.page.markdown)) return this.renderPageNow(view);
    const input = this.createContentInput(view);
    const content = await this.workers
      .run<RenderedContent>(RENDER_CONTENT, {
        text: input.markdown,
        organizationId,
        input: createContentTask(input),
        answer: answerContentQuestions(input),
      })
      .catch((error: unknown) => {
        if (error instanceof TaskAbandoned) return { ...renderAsText(input), temporary: true };
        throw error;
      });
    return this.renderFrame(view, content);
  }

  async renderMarkdown(view: ContentView, organizationId: OrganizationId): Promise<RenderedMarkdown> {
    const input = { ...view, ...view.page, labels: ENGLISH };
    const { markdown } = view.page;
    if (view.resolveInclude === undefined && (!mayHaveConditions(markdown) || isQuick(markdown)))
      return renderMarkdown(input);
    return this.workers
      .run<RenderedMarkdown>(RENDER_MARKDOWN, {
        text: markdown,
        organizationId,
        input: createContentTask(input),
        answer: answerContentQuestions(input),
      })
      .catch((error: unknown) => {
        if (!(error instanceof TaskAbandoned)) throw error;
        return { markdown: beforeConditions(markdown), personal: true };
      });
  }
}

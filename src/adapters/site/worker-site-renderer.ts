import { inTimeSlices } from '../../application/kernel/time-slices.ts';
import type { OrganizationId } from '../../domain/kernel/id.ts';
import type {
  ContentView,
  FragmentView,
  PageView,
  RenderedFragment,
  RenderedMarkdown,
  RenderedPage,
  SiteRenderer,
} from '../../ports/sites/site-renderer.ts';
import { TaskAbandoned } from '../workers/worker-errors.ts';
import type { WorkerPool } from '../workers/worker-pool.ts';
import { answerContentQuestions, createContentTask } from './content/content-tasks.ts';
import { isQuick } from './content/complexity.ts';
import { createPartMark, insertParts } from './content/page-parts.ts';
import { renderAsText, renderContent, type ContentInput, type RenderedContent } from './content/render-content.ts';
import { FRAME_PROVIDERS } from './content/frame-providers.ts';
import { HtmlSiteRenderer } from './html-site-renderer.ts';
import { joinBasePath, searchAction } from './appearance-parts.ts';
import { diagramFrame } from './static/diagram-frame.ts';
import { ENGLISH } from './labels.ts';
import { RENDER_MARKDOWN } from './markdown/markdown-tasks.ts';
import { renderMarkdownInSteps } from './markdown/page-markdown.ts';
import { beforeConditions, mayHaveConditions } from './markdown/visible-source.ts';
import { PartRenderer } from './part-renderer.ts';

/** Name under which the worker entry exports `renderContentTask`. */
const RENDER_CONTENT = 'renderContent';

const PART_MARK = createPartMark();

/**
 * Renders pages without blocking other requests: expensive content, code and formulas are rendered on threads, and as
 * plain text if they exceed the limits of time or memory.
 */
export class WorkerSiteRenderer extends HtmlSiteRenderer implements SiteRenderer {
  readonly #parts: PartRenderer;

  constructor(
    private readonly workers: Pick<WorkerPool, 'run'>,
    /** Names of the sites whose pages may be shown in frames. */
    private readonly frameProviders: readonly string[] = FRAME_PROVIDERS,
  ) {
    super();
    this.#parts = new PartRenderer(workers);
  }

  async renderPage(view: PageView, organizationId: OrganizationId): Promise<RenderedPage> {
    const iconStyle = view.site.appearance?.customization.styling.icons;
    const input = {
      ...this.createContentInput(view),
      decoration: {
        partMark: PART_MARK,
        diagramFrame: joinBasePath(view.site.basePath, diagramFrame().path),
        frameProviders: this.frameProviders,
        ...(iconStyle !== undefined && { iconStyle }),
        ...(view.site.searchPath !== undefined && { searchPath: searchAction(view.site) }),
        ...(view.linkPreviews && { linkPreviews: view.linkPreviews }),
      },
    };
    const page = this.renderFrame(view, await this.#renderComplete(input, organizationId));
    return view.isProvisional === true ? { ...page, temporary: true } : page;
  }

  async renderFragment(view: FragmentView, organizationId: OrganizationId): Promise<RenderedFragment> {
    const input = {
      ...view,
      ...view.page,
      labels: ENGLISH,
      // Frames of other hosts stay links, because pages outside of sites do not allow them.
      decoration: { partMark: PART_MARK, diagramFrame: `/app/${diagramFrame().path}`, frameProviders: [] },
    };
    const { html, outline, plain } = await this.#renderComplete(input, organizationId);
    return { html, outline, plain };
  }

  /** Renders content with its parts. */
  async #renderComplete(input: ContentInput, organizationId: OrganizationId): Promise<RenderedContent> {
    const content = await this.#renderContent(input, organizationId);
    const { parts } = content;
    if (parts === undefined || parts.length === 0) return content;
    const { rendered, isIncomplete } = await this.#parts.render(parts, organizationId);
    return {
      ...content,
      html: insertParts(content.html, PART_MARK, parts, rendered),
      ...(isIncomplete && { temporary: true }),
    };
  }

  async #renderContent(input: ContentInput, organizationId: OrganizationId): Promise<RenderedContent> {
    if (input.resolveInclude === undefined && input.apiReferences === undefined && isQuick(input.markdown))
      return renderContent(input);
    return this.workers
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
  }

  async renderMarkdown(view: ContentView, organizationId: OrganizationId): Promise<RenderedMarkdown> {
    const input = { ...view, ...view.page, labels: ENGLISH };
    const { markdown } = view.page;
    if (view.resolveInclude === undefined && (!mayHaveConditions(markdown) || isQuick(markdown)))
      return inTimeSlices(renderMarkdownInSteps(input));
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

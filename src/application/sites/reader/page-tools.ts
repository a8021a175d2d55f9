import type { OutlineEntry } from '../../../domain/sites/content/space-outline.ts';
import { ConditionFilter } from '../../../domain/kernel/expressions/condition-filter.ts';
import { conditionEvaluator, type Visitor } from '../../../domain/sites/audience/visitor.ts';
import { DEFAULT_AI_CHATS, listPageActions, MCP_CLIENTS, mcpInstallLink } from '../../../domain/sites/page-actions.ts';
import { isPubliclyReadable } from '../../../domain/sites/site.ts';
import type { PageAction, PageTools, SiteAppearance } from '../../../ports/sites/site-renderer.ts';
import { MCP_PATH, mcpServerName } from './agent-tools.ts';
import { markdownPath } from './formats/markdown-url.ts';
import { mayHaveUpdates } from './formats/updates.ts';
import { FEEDBACK_THANKS, feedbackPath, MAX_FEEDBACK_COMMENT } from './page-feedback.ts';
import { sitePdfPath } from './site-pdf-path.ts';
import { siteTitle } from './site-title.ts';
import type { SiteSpaceContext } from './site-space-context.ts';

/** Question that a link to an AI chat begins with. */
const PROMPT = (url: string): string => `Read ${url} so that I can ask questions about it.`;

/** Page for which tools are built. */
interface ToolsInput {
  readonly space: Pick<SiteSpaceContext, 'map' | 'variant' | 'links'>;
  readonly entry: OutlineEntry;
  readonly markdown: string;
  readonly canonicalUrl: string;
  /** URL of the page's file in the repository. */
  readonly editHref: string | undefined;
  readonly look: SiteAppearance | undefined;
}

/** Tells whether a visitor may see updates in a text. */
const showsUpdates = (markdown: string, visitor: Visitor): boolean =>
  mayHaveUpdates(markdown) && mayHaveUpdates(new ConditionFilter(conditionEvaluator(visitor)).filter(markdown));

/** Builds what readers can do with a page, as the customization enables it. */
export function buildPageTools({ space, entry, markdown, canonicalUrl, editHref, look }: ToolsInput): PageTools {
  const customization = look?.customization;
  const { map, variant } = space;
  const markdownHref = markdownPath(space, entry);
  const actions = (customization === undefined ? [] : listPageActions(customization)).flatMap(
    (action): readonly PageAction[] => {
      switch (action) {
        case 'markdown':
          return [{ kind: 'markdown', href: markdownHref }];
        case 'external-ai': {
          // A chat reads the page by its URL, without the credentials of the reader.
          if (!isPubliclyReadable(map.site)) return [];
          const chats = customization!.pageActions.aiChats ?? DEFAULT_AI_CHATS;
          return [
            {
              kind: 'external-ai',
              chats: chats.map(({ title, url }) => ({
                title,
                href: url
                  .replace('{prompt}', () => encodeURIComponent(PROMPT(canonicalUrl)))
                  .replace('{url}', () => encodeURIComponent(canonicalUrl)),
              })),
            },
          ];
        }
        case 'git':
          return editHref === undefined ? [] : [{ kind: 'git', href: editHref }];
        case 'pdf':
          return [
            {
              kind: 'pdf',
              pageHref: sitePdfPath(map.address, variant.siteSpace.id, entry.id),
              spaceHref: sitePdfPath(map.address, variant.siteSpace.id),
            },
          ];
        case 'mcp': {
          const url = map.address.home + MCP_PATH;
          const clients = customization!.pageActions.mcpClients ?? MCP_CLIENTS;
          const server = { name: mcpServerName(siteTitle(map, variant)), url };
          return [{ kind: 'mcp', href: url, clients: clients.map((client) => mcpInstallLink(client, server)) }];
        }
        case 'assistant':
          return look?.answers?.assistant === undefined ? [] : [{ kind: 'assistant' }];
      }
    },
  );
  return {
    actions,
    markdownHref,
    feedHref: showsUpdates(markdown, map.visitor)
      ? `${space.links.fullPath(entry)}/rss.xml`
      : `${map.address.basePath}rss.xml`,
    ...(customization?.feedback.enabled === true && {
      feedback: {
        action: feedbackPath(map.address, variant.siteSpace.id, entry.id),
        thanksId: FEEDBACK_THANKS,
        maxComment: MAX_FEEDBACK_COMMENT,
      },
    }),
  };
}

import { Invalid } from '../kernel/errors.ts';

/** Actions in the menu of a page. */
export const PAGE_ACTIONS = ['assistant', 'external-ai', 'markdown', 'mcp', 'git', 'pdf'] as const;
export type PageAction = (typeof PAGE_ACTIONS)[number];

/** Chat that opens with a question; `{prompt}` or `{url}` in the URL stand for the question or the URL of the page. */
export interface AiChat {
  readonly title: string;
  readonly url: string;
}
export const DEFAULT_AI_CHATS: readonly AiChat[] = [
  { title: 'ChatGPT', url: 'https://chatgpt.com/?q={prompt}' },
  { title: 'Claude', url: 'https://claude.ai/new?q={prompt}' },
];

/** Programs into which a link installs the MCP server of a site. */
export const MCP_CLIENTS = ['cursor', 'vscode'] as const;
export type McpClient = (typeof MCP_CLIENTS)[number];

/** Returns the name of a program and the URL that opens it with the settings of a server. */
export function mcpInstallLink(
  client: McpClient,
  server: { readonly name: string; readonly url: string },
): { readonly title: string; readonly href: string } {
  switch (client) {
    case 'cursor': {
      const config = btoa(asciiJson({ url: server.url }));
      const query = `name=${encodeURIComponent(server.name)}&config=${encodeURIComponent(config)}`;
      return { title: 'Cursor', href: `cursor://anysphere.cursor-deeplink/mcp/install?${query}` };
    }
    case 'vscode': {
      const config = { name: server.name, type: 'http', url: server.url };
      return { title: 'VS Code', href: `vscode:mcp/install?${encodeURIComponent(JSON.stringify(config))}` };
    }
  }
}

/** Writes a value as JSON in ASCII. */
const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Order in which actions are shown unless a customization has its own. */
const DEFAULT_ORDER: readonly PageAction[] = ['assistant', 'markdown', 'external-ai', 'mcp', 'git', 'pdf'];

/** Part of a customization that decides which actions are enabled. */
interface ActionSettings {
  readonly ai: { readonly mode: 'none' | 'search' | 'assistant' };
  readonly git: { readonly showEditLink: boolean };
  readonly pdf: { readonly enabled: boolean };
  readonly pageActions: {
    readonly externalAI: boolean;
    readonly markdown: boolean;
    readonly mcp?: boolean | undefined;
    readonly order?: readonly PageAction[] | undefined;
  };
}

const enabledActions = ({ ai, git, pageActions, pdf }: ActionSettings): ReadonlySet<PageAction> =>
  new Set<PageAction>([
    ...(ai.mode === 'assistant' ? (['assistant'] as const) : []),
    ...(pageActions.externalAI ? (['external-ai'] as const) : []),
    ...(pageActions.markdown ? (['markdown'] as const) : []),
    ...(pageActions.mcp ? (['mcp'] as const) : []),
    ...(git.showEditLink ? (['git'] as const) : []),
    ...(pdf.enabled ? (['pdf'] as const) : []),
  ]);

/** Lists the actions that the settings enable, in their order. */
export function listPageActions(settings: ActionSettings): readonly PageAction[] {
  const enabled = enabledActions(settings);
  const order = [...new Set([...(settings.pageActions.order ?? []), ...DEFAULT_ORDER])];
  return order.filter((action) => enabled.has(action));
}

/** Settings that a list of actions stands for; the assistant follows the mode of the AI. */
const settingsOfActions = (items: readonly PageAction[]) => ({
  pageActions: {
    externalAI: items.includes('external-ai'),
    markdown: items.includes('markdown'),
    mcp: items.includes('mcp'),
    order: items,
  },
  pdf: { enabled: items.includes('pdf') },
  git: { showEditLink: items.includes('git') },
});

interface ActionsInput {
  readonly pageActions?:
    | {
        readonly externalAI?: boolean | null | undefined;
        readonly markdown?: boolean | null | undefined;
        readonly mcp?: boolean | null | undefined;
        readonly aiChats?: readonly AiChat[] | null | undefined;
        readonly mcpClients?: readonly McpClient[] | null | undefined;
        readonly items?: readonly PageAction[] | null | undefined;
      }
    | undefined;
  readonly ai?: { readonly mode?: ActionSettings['ai']['mode'] | null | undefined } | undefined;
  readonly pdf?: object | undefined;
  readonly git?: object | undefined;
}

/**
 * Replaces the list of actions in a customization or a change by the settings that it stands for. A list that differs
 * from the present one decides; otherwise the single settings do, so that clients that know only one form change it
 * without losing the other.
 * @param current present customization
 * @throws Invalid for a changed list with an assistant that the mode of the AI turns off
 */
export function applyActionList<C extends ActionsInput>(input: C, current: ActionSettings): C {
  const { items, ...flags } = input.pageActions ?? {};
  if (items === undefined) return input;
  if (items === null)
    return { ...input, pageActions: { externalAI: null, markdown: null, mcp: null, ...flags, order: null } };
  const implied = settingsOfActions(items);
  const present = listPageActions(current);
  const isUnchanged = items.length === present.length && items.every((action, i) => action === present[i]);
  if (!isUnchanged && items.includes('assistant') && (input.ai?.mode ?? current.ai.mode) !== 'assistant')
    throw Invalid.field('pageActions.items', 'must not contain `assistant` unless `ai.mode` is `assistant`');
  return isUnchanged
    ? { ...implied, ...input, pageActions: { ...implied.pageActions, ...flags } }
    : {
        ...input,
        ...implied,
        pageActions: {
          ...(flags.aiChats && { aiChats: flags.aiChats }),
          ...(flags.mcpClients && { mcpClients: flags.mcpClients }),
          ...implied.pageActions,
        },
      };
}

import { TRANSLATION_LANGUAGES } from '../translations/languages.ts';
import type { CodeTheme } from './code-themes.ts';
import type { AiChat, McpClient, PageAction } from './page-actions.ts';
import type { SocialAccount } from './social-accounts.ts';

/** Languages of localized texts. */
export const TEXT_LANGUAGES = [...TRANSLATION_LANGUAGES, 'pt-br', 'zh-tw', 'yue'] as const;
/** Texts by language; the text that they replace is shown in all other languages. */
export type LocalizedText = { readonly [L in (typeof TEXT_LANGUAGES)[number]]?: string | undefined };

/** Value for light and dark mode: a color (`#rgb` or `#rrggbb`) or the URL of an image. */
export interface ThemedValue {
  readonly light: string;
  readonly dark: string;
}

/** Target of a link in the header, footer or announcement (`ContentRef` in the API). */
export type SiteLinkTarget =
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'space'; readonly space: string }
  | { readonly kind: 'page'; readonly page: string; readonly space?: string | undefined }
  | { readonly kind: 'anchor'; readonly anchor: string; readonly page: string; readonly space?: string | undefined }
  | { readonly kind: 'file'; readonly file: string; readonly space?: string | undefined };

export interface SiteLink {
  readonly title: string;
  readonly localizedTitle?: LocalizedText | undefined;
  readonly to: SiteLinkTarget;
}
/** Link of the header, or a menu if it has `links`. */
export interface HeaderItem {
  readonly title: string;
  readonly localizedTitle?: LocalizedText | undefined;
  readonly style?: 'link' | 'button-primary' | 'button-secondary' | undefined;
  readonly to: SiteLinkTarget | null;
  readonly links: readonly SiteLink[];
  /** Expression that decides whether a visitor sees the item. */
  readonly condition?: string | undefined;
}
export interface FooterGroup {
  readonly title: string;
  readonly localizedTitle?: LocalizedText | undefined;
  readonly links: readonly SiteLink[];
}
/** Custom font, in addition to the built-in ones. */
export interface CustomFont {
  readonly id: string;
  readonly custom: boolean;
  readonly fontFamily: string;
  readonly fontFaces: readonly {
    readonly weight: number;
    readonly sources: readonly { readonly url: string; readonly format?: 'woff2' | 'woff' | undefined }[];
  }[];
}
interface Toggle {
  readonly enabled: boolean;
}

/** Appearance of a site (`SiteCustomization` in the API). */
export interface Customization {
  /** Title that replaces the site's own. */
  readonly title?: string | undefined;
  readonly localizedTitle?: LocalizedText | undefined;
  readonly styling: {
    readonly theme: 'clean' | 'muted' | 'bold' | 'gradient';
    readonly primaryColor: ThemedValue;
    readonly tint?: { readonly color: ThemedValue } | undefined;
    readonly infoColor: ThemedValue;
    readonly successColor: ThemedValue;
    readonly warningColor: ThemedValue;
    readonly dangerColor: ThemedValue;
    readonly corners: 'straight' | 'rounded' | 'circular';
    readonly depth: 'subtle' | 'flat';
    readonly links: 'default' | 'accent';
    readonly font: string | CustomFont;
    /** Font of headings; null or absent for the font of the text. */
    readonly headingFont?: string | CustomFont | null | undefined;
    readonly monospaceFont: string | CustomFont;
    readonly background: 'plain' | 'match';
    readonly icons: 'regular' | 'solid' | 'duotone' | 'light' | 'thin';
    readonly codeTheme: { readonly default: ThemedCodeTheme; readonly openapi: ThemedCodeTheme };
    readonly sidebar: { readonly background: 'default' | 'filled'; readonly list: 'default' | 'pill' | 'line' };
    readonly search: 'prominent' | 'subtle';
  };
  readonly internationalization: { readonly locale: Locale };
  readonly favicon: { readonly icon: ThemedValue } | { readonly emoji: string } | {};
  readonly header: {
    readonly preset: 'default' | 'bold' | 'contrast' | 'custom' | 'none';
    readonly logo?: ThemedValue | undefined;
    /** Target of the title of the site; the home page by default. */
    readonly primaryLink?: SiteLinkTarget | undefined;
    readonly backgroundColor?: ThemedValue | undefined;
    readonly linkColor?: ThemedValue | undefined;
    readonly links: readonly HeaderItem[];
  };
  readonly footer: {
    readonly logo?: ThemedValue | undefined;
    readonly groups: readonly FooterGroup[];
    readonly copyright?: string | undefined;
  };
  readonly announcement?:
    | {
        readonly enabled: boolean;
        readonly message: string;
        readonly localizedMessage?: LocalizedText | undefined;
        readonly link?: SiteLink | undefined;
        readonly style: 'info' | 'warning' | 'danger' | 'success';
      }
    | undefined;
  /** Color scheme. With `toggeable` or `system` the reader's preference decides, otherwise the default. */
  readonly themes: { readonly default: 'light' | 'dark' | 'system'; readonly toggeable: boolean };
  readonly pdf: Toggle;
  readonly feedback: Toggle;
  readonly ai: {
    readonly mode: 'none' | 'search' | 'assistant';
    readonly greeting?: string | undefined;
    readonly localizedGreeting?: LocalizedText | undefined;
    readonly suggestions?: readonly string[] | undefined;
    /** Instructions for the assistant, for managers of the site only. */
    readonly instructions?: string | undefined;
  };
  readonly advancedCustomization: Toggle;
  readonly git: { readonly showEditLink: boolean };
  readonly pageActions: {
    readonly externalAI: boolean;
    readonly markdown: boolean;
    readonly mcp?: boolean | undefined;
    /** Chats in which readers open a page; the default ones when absent. */
    readonly aiChats?: readonly AiChat[] | undefined;
    /** Programs into which readers install the MCP server; all when absent. */
    readonly mcpClients?: readonly McpClient[] | undefined;
    /** Order of the actions, enabled or not. */
    readonly order?: readonly PageAction[] | undefined;
  };
  readonly externalLinks: { readonly target: 'self' | 'blank' };
  readonly pagination: Toggle;
  readonly trademark: Toggle;
  readonly privacyPolicy: { readonly url?: string | undefined };
  readonly socialPreview: { readonly url?: string | undefined };
  readonly socialAccounts: readonly SocialAccount[];
  readonly insights: {
    readonly trackingCookie: boolean;
    /** False to record nothing about readers; true by default. */
    readonly enabled?: boolean | undefined;
  };
}

interface ThemedCodeTheme {
  readonly light: CodeTheme;
  readonly dark: CodeTheme;
}

/** Returns the text in the language of the site. */
export const localized = (
  { internationalization: { locale } }: Pick<Customization, 'internationalization'>,
  text: string,
  translations: LocalizedText | undefined,
): string => translations?.[locale as keyof LocalizedText] ?? text;

/** Tells whether the reader's preference decides between light and dark pages. */
export const followsReader = ({ themes }: Pick<Customization, 'themes'>): boolean =>
  themes.toggeable || themes.default === 'system';

/** Returns the color scheme of all pages; undefined when readers decide. */
export function fixedScheme({ themes }: Pick<Customization, 'themes'>): 'light' | 'dark' | undefined {
  if (followsReader({ themes })) return undefined;
  return themes.default === 'dark' ? 'dark' : 'light';
}

/** Languages of interface texts. */
export const LOCALES = [
  ...([
    'en',
    'fr',
    'es',
    'zh',
    'ja',
    'de',
    'nl',
    'no',
    'pt-br',
    'ru',
    'ar',
    'bg',
    'cs',
    'da',
    'el',
    'fa',
    'fi',
  ] as const),
  ...(['he', 'hi', 'hu', 'id', 'it', 'ko', 'pl', 'pt', 'ro', 'sk', 'sv', 'th', 'tr', 'uk', 'vi', 'zh-tw'] as const),
] as const;
export type Locale = (typeof LOCALES)[number];

const themedValue = (light: string, dark: string): ThemedValue => ({ light, dark });

/** Returns the default customization. Features are off unless published sites need them. */
export const defaultCustomization = (title: string): Customization => ({
  title,
  styling: {
    theme: 'clean',
    primaryColor: themedValue('#2456c7', '#8ab0ff'),
    infoColor: themedValue('#2456c7', '#8ab0ff'),
    successColor: themedValue('#157347', '#6cc795'),
    warningColor: themedValue('#96610a', '#e7b352'),
    dangerColor: themedValue('#b3261e', '#ff8f86'),
    corners: 'rounded',
    depth: 'flat',
    links: 'default',
    font: 'Inter',
    monospaceFont: 'JetBrainsMono',
    background: 'plain',
    icons: 'regular',
    codeTheme: {
      default: { light: 'default-light', dark: 'default-dark' },
      openapi: { light: 'default-light', dark: 'default-dark' },
    },
    sidebar: { background: 'default', list: 'default' },
    search: 'subtle',
  },
  internationalization: { locale: 'en' },
  favicon: {},
  header: { preset: 'default', links: [] },
  footer: { groups: [] },
  themes: { default: 'light', toggeable: true },
  pdf: { enabled: false },
  feedback: { enabled: false },
  ai: { mode: 'none' },
  advancedCustomization: { enabled: false },
  git: { showEditLink: false },
  pageActions: { externalAI: false, markdown: false },
  externalLinks: { target: 'self' },
  pagination: { enabled: true },
  trademark: { enabled: false },
  privacyPolicy: {},
  socialPreview: {},
  socialAccounts: [],
  insights: { trackingCookie: false },
});

type PageActionsInput = Omit<Partial<Customization['pageActions']>, 'order'> & {
  readonly items?: readonly PageAction[] | undefined;
};

/** Customization that a caller sends; omitted parts return to their defaults. */
export type CustomizationReplacement = Omit<
  Customization,
  'styling' | 'pdf' | 'git' | 'pageActions' | 'socialAccounts'
> & {
  readonly styling: Omit<Customization['styling'], 'codeTheme'> & Partial<Pick<Customization['styling'], 'codeTheme'>>;
  readonly pdf?: Customization['pdf'] | undefined;
  readonly git?: Customization['git'] | undefined;
  readonly pageActions: PageActionsInput;
  readonly socialAccounts?: Customization['socialAccounts'] | undefined;
};

/** Returns the customization without the settings that only managers of the site see. */
export const withoutInstructions = (customization: Customization): Customization => ({
  ...customization,
  ai: { ...customization.ai, instructions: undefined },
});

/** Sections that are inherited field by field; the other fields are inherited as a whole. */
type WholeField = 'title' | 'localizedTitle' | 'favicon' | 'announcement' | 'socialAccounts';
type CustomizationSections = Omit<Customization, WholeField>;
type CustomizationSection = { readonly [field: string]: unknown };
const WHOLE_FIELDS: ReadonlySet<string> = new Set<WholeField>([
  'title',
  'localizedTitle',
  'favicon',
  'announcement',
  'socialAccounts',
]);
/** Field of a section that is itself inherited field by field. */
const NESTED_FIELD = 'sidebar';

type PartialFields<T> = { readonly [K in keyof T]?: T[K] | undefined };
type NullableFields<T> = { readonly [K in keyof T]?: T[K] | null | undefined };
type Styling = Customization['styling'];

/** Overrides of a customization; absent fields are inherited. */
export type CustomizationOverrides = {
  readonly [K in keyof Omit<CustomizationSections, 'styling'>]?: PartialFields<CustomizationSections[K]> | undefined;
} & {
  readonly styling?:
    | (PartialFields<Omit<Styling, 'sidebar'>> & { readonly sidebar?: PartialFields<Styling['sidebar']> | undefined })
    | undefined;
} & PartialFields<Pick<Customization, WholeField>>;

/** Change of overrides: absent fields stay, null restores inheritance. */
export type CustomizationInput = {
  readonly [K in keyof Omit<CustomizationSections, 'styling' | 'pageActions'>]?:
    NullableFields<CustomizationSections[K]> | undefined;
} & {
  readonly pageActions?:
    NullableFields<Customization['pageActions'] & { readonly items: readonly PageAction[] }> | undefined;
} & {
  readonly styling?:
    | (NullableFields<Omit<Styling, 'sidebar'>> & {
        readonly sidebar?: NullableFields<Styling['sidebar']> | null | undefined;
      })
    | undefined;
} & NullableFields<Pick<Customization, WholeField>>;

const isSection = (key: string): boolean => !WHOLE_FIELDS.has(key);

/** Applies overrides to a customization. */
export function inheritCustomization(base: Customization, over: CustomizationOverrides): Customization {
  const all: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(over))
    if (value !== undefined)
      all[key] = isSection(key) ? mergeSection(all[key] as CustomizationSection, value as CustomizationSection) : value;
  return all as unknown as Customization;
}

function mergeSection(base: CustomizationSection, over: CustomizationSection): CustomizationSection {
  const all: Record<string, unknown> = { ...base };
  for (const [field, value] of Object.entries(over))
    if (value !== undefined)
      all[field] = field === NESTED_FIELD ? { ...(all[field] as object), ...(value as object) } : value;
  return all;
}

/** Applies a change to overrides and removes sections that become empty. */
export const applyCustomizationInput = (
  over: CustomizationOverrides,
  input: CustomizationInput,
): CustomizationOverrides =>
  applyFields(over as CustomizationSection, input as CustomizationSection, (key) =>
    isSection(key),
  ) as CustomizationOverrides;

function applyFields(
  over: CustomizationSection,
  input: CustomizationSection,
  isDeep: (key: string) => boolean,
): CustomizationSection {
  const all: Record<string, unknown> = { ...over };
  for (const [key, value] of Object.entries(input)) {
    if (value === undefined) continue;
    const next =
      value !== null && isDeep(key)
        ? applyFields(
            (all[key] ?? {}) as CustomizationSection,
            value as CustomizationSection,
            (field) => field === NESTED_FIELD,
          )
        : value;
    if (next === null || (isDeep(key) && Object.keys(next).length === 0)) delete all[key];
    else all[key] = next;
  }
  return all;
}

/** Customization, overrides or a change, reduced to the parts with links. */
export interface CustomizationLinks {
  readonly header?:
    | {
        readonly primaryLink?: SiteLinkTarget | null | undefined;
        readonly links?: readonly HeaderItem[] | null | undefined;
      }
    | undefined;
  readonly footer?: { readonly groups?: readonly FooterGroup[] | null | undefined } | undefined;
  readonly announcement?: { readonly link?: SiteLink | undefined } | null | undefined;
}

/** Target of a link with the path of its field. */
export interface PlacedLinkTarget {
  readonly path: string;
  readonly target: SiteLinkTarget;
}

/** Lists the targets of all links with the paths of their fields, in order. */
export function listPlacedLinkTargets({
  header,
  footer,
  announcement,
}: CustomizationLinks): readonly PlacedLinkTarget[] {
  const placed = (path: string, target: SiteLinkTarget | null | undefined): readonly PlacedLinkTarget[] =>
    target === null || target === undefined ? [] : [{ path, target }];
  const inLinks = (path: string, links: readonly SiteLink[]) =>
    links.flatMap(({ to }, i) => placed(`${path}.links.${i}.to`, to));
  return [
    ...placed('header.primaryLink', header?.primaryLink),
    ...(header?.links ?? []).flatMap(({ to, links }, i) => [
      ...placed(`header.links.${i}.to`, to),
      ...inLinks(`header.links.${i}`, links),
    ]),
    ...(footer?.groups ?? []).flatMap(({ links }, i) => inLinks(`footer.groups.${i}`, links)),
    ...placed('announcement.link.to', announcement?.link?.to),
  ];
}

/** Lists the targets of all links, in order. */
export const listLinkTargets = (of: CustomizationLinks): readonly SiteLinkTarget[] =>
  listPlacedLinkTargets(of).map(({ target }) => target);

/** Replaces the targets of all links. */
export function mapLinkTargets<C extends CustomizationLinks>(
  of: C,
  replace: (target: SiteLinkTarget) => SiteLinkTarget,
): C {
  const link = (one: SiteLink): SiteLink => ({ ...one, to: replace(one.to) });
  const { header, footer, announcement } = of;
  return {
    ...of,
    ...(header && {
      header: {
        ...header,
        ...(header.primaryLink && { primaryLink: replace(header.primaryLink) }),
        ...(header.links && {
          links: header.links.map((item) => ({
            ...item,
            to: item.to && replace(item.to),
            links: item.links.map(link),
          })),
        }),
      },
    }),
    ...(footer?.groups && {
      footer: { ...footer, groups: footer.groups.map((group) => ({ ...group, links: group.links.map(link) })) },
    }),
    ...(announcement?.link && { announcement: { ...announcement, link: link(announcement.link) } }),
  };
}

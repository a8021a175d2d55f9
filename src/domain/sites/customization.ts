/** Value for light and dark mode: a colour (`#rgb` or `#rrggbb`) or the URL of an image. */
export interface ThemedValue {
  readonly light: string;
  readonly dark: string;
}

/** Target of a link in the header, footer or announcement (contract: ContentRef). */
export type SiteLinkTarget =
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'space'; readonly space: string }
  | { readonly kind: 'page'; readonly page: string; readonly space?: string | undefined }
  | { readonly kind: 'anchor'; readonly anchor: string; readonly page: string; readonly space?: string | undefined }
  | { readonly kind: 'file'; readonly file: string; readonly space?: string | undefined };

export interface SiteLink {
  readonly title: string;
  readonly to: SiteLinkTarget;
}
/** Link of the header, or a menu if it has `links`. */
export interface HeaderItem {
  readonly title: string;
  readonly style?: 'link' | 'button-primary' | 'button-secondary' | undefined;
  readonly to: SiteLinkTarget | null;
  readonly links: readonly SiteLink[];
  /** Expression that decides whether a visitor sees the item. */
  readonly condition?: string | undefined;
}
export interface FooterGroup {
  readonly title: string;
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

/** Appearance of a site (contract: SiteCustomization). */
export interface Customization {
  /** Title that replaces the site's own. */
  readonly title?: string | undefined;
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
    readonly monospaceFont: string | CustomFont;
    readonly background: 'plain' | 'match';
    readonly icons: 'regular' | 'solid' | 'duotone' | 'light' | 'thin';
    readonly sidebar: { readonly background: 'default' | 'filled'; readonly list: 'default' | 'pill' | 'line' };
    readonly search: 'prominent' | 'subtle';
  };
  readonly internationalization: { readonly locale: Locale };
  readonly favicon: { readonly icon: ThemedValue } | { readonly emoji: string } | {};
  readonly header: {
    readonly preset: 'default' | 'bold' | 'contrast' | 'custom' | 'none';
    readonly logo?: ThemedValue | undefined;
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
        readonly link?: SiteLink | undefined;
        readonly style: 'info' | 'warning' | 'danger' | 'success';
      }
    | undefined;
  /** Color scheme. With `toggeable` the reader's preference decides, otherwise the default. */
  readonly themes: { readonly default: 'light' | 'dark'; readonly toggeable: boolean };
  readonly pdf: Toggle;
  readonly feedback: Toggle;
  readonly ai: { readonly mode: 'none' | 'search' | 'assistant' };
  readonly advancedCustomization: Toggle;
  readonly git: { readonly showEditLink: boolean };
  readonly pageActions: { readonly externalAI: boolean; readonly markdown: boolean };
  readonly externalLinks: { readonly target: 'self' | 'blank' };
  readonly pagination: Toggle;
  readonly trademark: Toggle;
  readonly privacyPolicy: { readonly url?: string | undefined };
  readonly socialPreview: { readonly url?: string | undefined };
  readonly insights: { readonly trackingCookie: boolean };
}

export const LOCALES = ['en', 'fr', 'es', 'zh', 'ja', 'de', 'nl', 'no', 'pt-br'] as const;
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
  insights: { trackingCookie: false },
});

/** Sections that are inherited field by field; the other fields are inherited as a whole. */
type CustomizationSections = Omit<Customization, 'title' | 'favicon' | 'announcement'>;
type CustomizationSection = { readonly [field: string]: unknown };
const WHOLE_FIELDS: ReadonlySet<string> = new Set(['title', 'favicon', 'announcement']);
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
} & PartialFields<Pick<Customization, 'title' | 'favicon' | 'announcement'>>;

/** Change of overrides: absent fields stay, null restores inheritance. */
export type CustomizationInput = {
  readonly [K in keyof Omit<CustomizationSections, 'styling'>]?: NullableFields<CustomizationSections[K]> | undefined;
} & {
  readonly styling?:
    | (NullableFields<Omit<Styling, 'sidebar'>> & {
        readonly sidebar?: NullableFields<Styling['sidebar']> | null | undefined;
      })
    | undefined;
} & NullableFields<Pick<Customization, 'title' | 'favicon' | 'announcement'>>;

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
  readonly header?: { readonly links?: readonly HeaderItem[] | null | undefined } | undefined;
  readonly footer?: { readonly groups?: readonly FooterGroup[] | null | undefined } | undefined;
  readonly announcement?: { readonly link?: SiteLink | undefined } | null | undefined;
}

/** Lists the targets of all links, in order. */
export function listLinkTargets({ header, footer, announcement }: CustomizationLinks): readonly SiteLinkTarget[] {
  const inHeader =
    header?.links?.flatMap(({ to, links }) => [...(to === null ? [] : [to]), ...links.map((link) => link.to)]) ?? [];
  const inFooter = footer?.groups?.flatMap(({ links }) => links.map(({ to }) => to)) ?? [];
  return [...inHeader, ...inFooter, ...(announcement?.link === undefined ? [] : [announcement.link.to])];
}

/** Replaces the targets of all links. */
export function mapLinkTargets<C extends CustomizationLinks>(
  of: C,
  replace: (target: SiteLinkTarget) => SiteLinkTarget,
): C {
  const link = (one: SiteLink): SiteLink => ({ ...one, to: replace(one.to) });
  const { header, footer, announcement } = of;
  return {
    ...of,
    ...(header?.links && {
      header: {
        ...header,
        links: header.links.map((item) => ({ ...item, to: item.to && replace(item.to), links: item.links.map(link) })),
      },
    }),
    ...(footer?.groups && {
      footer: { ...footer, groups: footer.groups.map((group) => ({ ...group, links: group.links.map(link) })) },
    }),
    ...(announcement?.link && { announcement: { ...announcement, link: link(announcement.link) } }),
  };
}

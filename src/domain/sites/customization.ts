/** A colour (`#rgb` or `#rrggbb`), or an image's address, for readers who prefer a light and for those who prefer a dark page. */
export interface Themed {
  readonly light: string;
  readonly dark: string;
}

/** What a link of the frame leads to (contract: ContentRef), as far as readers can go there. */
export type FrameTarget =
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'space'; readonly space: string }
  | { readonly kind: 'page'; readonly page: string; readonly space?: string | undefined }
  | { readonly kind: 'anchor'; readonly anchor: string; readonly page: string; readonly space?: string | undefined }
  | { readonly kind: 'file'; readonly file: string; readonly space?: string | undefined };

export interface FrameLink {
  readonly title: string;
  readonly to: FrameTarget;
}
/** A link of the header, or with `links` a menu. */
export interface HeaderItem {
  readonly title: string;
  readonly style?: 'link' | 'button-primary' | 'button-secondary' | undefined;
  readonly to: FrameTarget | null;
  readonly links: readonly FrameLink[];
  /** The expression that decides whether a visitor sees it. */
  readonly condition?: string | undefined;
}
export interface FooterGroup {
  readonly title: string;
  readonly links: readonly FrameLink[];
}
/** A font of the site's own, besides those that are known by name. */
export interface CustomFont {
  readonly id: string;
  readonly custom: boolean;
  readonly fontFamily: string;
  readonly fontFaces: readonly {
    readonly weight: number;
    readonly sources: readonly { readonly url: string; readonly format?: 'woff2' | 'woff' | undefined }[];
  }[];
}
interface Switch {
  readonly enabled: boolean;
}

/** How a site looks (contract: SiteCustomization). */
export interface Customization {
  /** Instead of the site's own. */
  readonly title?: string | undefined;
  readonly styling: {
    readonly theme: 'clean' | 'muted' | 'bold' | 'gradient';
    readonly primaryColor: Themed;
    readonly tint?: { readonly color: Themed } | undefined;
    readonly infoColor: Themed;
    readonly successColor: Themed;
    readonly warningColor: Themed;
    readonly dangerColor: Themed;
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
  readonly favicon: { readonly icon: Themed } | { readonly emoji: string } | {};
  readonly header: {
    readonly preset: 'default' | 'bold' | 'contrast' | 'custom' | 'none';
    readonly logo?: Themed | undefined;
    readonly backgroundColor?: Themed | undefined;
    readonly linkColor?: Themed | undefined;
    readonly links: readonly HeaderItem[];
  };
  readonly footer: {
    readonly logo?: Themed | undefined;
    readonly groups: readonly FooterGroup[];
    readonly copyright?: string | undefined;
  };
  readonly announcement?:
    | {
        readonly enabled: boolean;
        readonly message: string;
        readonly link?: FrameLink | undefined;
        readonly style: 'info' | 'warning' | 'danger' | 'success';
      }
    | undefined;
  /** `toggeable`: the reader's own preference for light or dark pages decides; otherwise the default does. */
  readonly themes: { readonly default: 'light' | 'dark'; readonly toggeable: boolean };
  readonly pdf: Switch;
  readonly feedback: Switch;
  readonly ai: { readonly mode: 'none' | 'search' | 'assistant' };
  readonly advancedCustomization: Switch;
  readonly git: { readonly showEditLink: boolean };
  readonly pageActions: { readonly externalAI: boolean; readonly markdown: boolean };
  readonly externalLinks: { readonly target: 'self' | 'blank' };
  readonly pagination: Switch;
  readonly trademark: Switch;
  readonly privacyPolicy: { readonly url?: string | undefined };
  readonly socialPreview: { readonly url?: string | undefined };
  readonly insights: { readonly trackingCookie: boolean };
}

export const LOCALES = ['en', 'fr', 'es', 'zh', 'ja', 'de', 'nl', 'no', 'pt-br'] as const;
export type Locale = (typeof LOCALES)[number];

const themed = (light: string, dark: string): Themed => ({ light, dark });

/** How a site looks as long as nobody says otherwise. Everything that is off is off because published sites do without it. */
export const defaultCustomization = (title: string): Customization => ({
  title,
  styling: {
    theme: 'clean',
    primaryColor: themed('#2456c7', '#8ab0ff'),
    infoColor: themed('#2456c7', '#8ab0ff'),
    successColor: themed('#157347', '#6cc795'),
    warningColor: themed('#96610a', '#e7b352'),
    dangerColor: themed('#b3261e', '#ff8f86'),
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

/** The parts that are inherited field by field; the others are inherited as a whole. */
type Sections = Omit<Customization, 'title' | 'favicon' | 'announcement'>;
type Section = { readonly [field: string]: unknown };
const WHOLE: ReadonlySet<string> = new Set(['title', 'favicon', 'announcement']);
/** The one field of a part that is inherited field by field itself. */
const NESTED = 'sidebar';

type Some<T> = { readonly [K in keyof T]?: T[K] | undefined };
type Wished<T> = { readonly [K in keyof T]?: T[K] | null | undefined };
type Styling = Customization['styling'];

/** What of a customization is said anew; what is absent is inherited. */
export type CustomizationOverrides = {
  readonly [K in keyof Omit<Sections, 'styling'>]?: Some<Sections[K]> | undefined;
} & {
  readonly styling?:
    (Some<Omit<Styling, 'sidebar'>> & { readonly sidebar?: Some<Styling['sidebar']> | undefined }) | undefined;
} & Some<Pick<Customization, 'title' | 'favicon' | 'announcement'>>;

/** A change of overrides: what is absent stays, null is inherited from then on. */
export type CustomizationWish = {
  readonly [K in keyof Omit<Sections, 'styling'>]?: Wished<Sections[K]> | undefined;
} & {
  readonly styling?:
    | (Wished<Omit<Styling, 'sidebar'>> & { readonly sidebar?: Wished<Styling['sidebar']> | null | undefined })
    | undefined;
} & Wished<Pick<Customization, 'title' | 'favicon' | 'announcement'>>;

const isSection = (key: string): boolean => !WHOLE.has(key);

/** A customization with what is said anew over it. */
export function inherited(base: Customization, over: CustomizationOverrides): Customization {
  const all: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(over))
    if (value !== undefined) all[key] = isSection(key) ? merged(all[key] as Section, value as Section) : value;
  return all as unknown as Customization;
}

function merged(base: Section, over: Section): Section {
  const all: Record<string, unknown> = { ...base };
  for (const [field, value] of Object.entries(over))
    if (value !== undefined)
      all[field] = field === NESTED ? { ...(all[field] as object), ...(value as object) } : value;
  return all;
}

/** Overrides after a change of them, without parts that say nothing. */
export const changedOverrides = (over: CustomizationOverrides, wish: CustomizationWish): CustomizationOverrides =>
  changed(over as Section, wish as Section, (key) => isSection(key)) as CustomizationOverrides;

function changed(over: Section, wish: Section, isDeep: (key: string) => boolean): Section {
  const all: Record<string, unknown> = { ...over };
  for (const [key, value] of Object.entries(wish)) {
    if (value === undefined) continue;
    const next =
      value !== null && isDeep(key)
        ? changed((all[key] ?? {}) as Section, value as Section, (field) => field === NESTED)
        : value;
    if (next === null || (isDeep(key) && Object.keys(next).length === 0)) delete all[key];
    else all[key] = next;
  }
  return all;
}

/** A customization, or a part or change of one, as far as it has links. */
export interface WithLinks {
  readonly header?: { readonly links?: readonly HeaderItem[] | null | undefined } | undefined;
  readonly footer?: { readonly groups?: readonly FooterGroup[] | null | undefined } | undefined;
  readonly announcement?: { readonly link?: FrameLink | undefined } | null | undefined;
}

/** All that its links lead to, in order. */
export function frameTargets({ header, footer, announcement }: WithLinks): readonly FrameTarget[] {
  const inHeader =
    header?.links?.flatMap(({ to, links }) => [...(to === null ? [] : [to]), ...links.map((link) => link.to)]) ?? [];
  const inFooter = footer?.groups?.flatMap(({ links }) => links.map(({ to }) => to)) ?? [];
  return [...inHeader, ...inFooter, ...(announcement?.link === undefined ? [] : [announcement.link.to])];
}

/** The same with other targets. */
export function withTargets<C extends WithLinks>(of: C, replace: (target: FrameTarget) => FrameTarget): C {
  const link = (one: FrameLink): FrameLink => ({ ...one, to: replace(one.to) });
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

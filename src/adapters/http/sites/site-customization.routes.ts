import * as z from 'zod';
import {
  deleteSiteSpaceCustomizationById,
  getSiteCustomizationById,
  getSiteSpaceCustomizationById,
  overrideSiteSpaceCustomizationById,
  updateSiteCustomizationById,
  type SiteSpaceCustomization,
} from '../../../application/sites/customizations.ts';
import { CODE_THEMES } from '../../../domain/sites/code-themes.ts';
import { LOCALES, TEXT_LANGUAGES, type Customization } from '../../../domain/sites/customization.ts';
import { listPageActions, MCP_CLIENTS, PAGE_ACTIONS } from '../../../domain/sites/page-actions.ts';
import { SOCIAL_PLATFORMS } from '../../../domain/sites/social-accounts.ts';
import {
  condition as optionalCondition,
  emoji,
  idField,
  MAX_URL_LENGTH,
  visibleTitle,
  webUrl,
} from '../kernel/fields.ts';
import { ok, removed, resource } from '../kernel/reply.ts';
import { route, tagged } from '../kernel/route.ts';
import { fontDefinition, presentFonts } from './site-fonts.ts';

const color = z.string().regex(/^#(?:[0-9a-fA-F]{3}){1,2}$/, 'must be #rgb or #rrggbb');
const themedColor = z.object({ light: color, dark: color });
const themedImage = z.object({ light: webUrl, dark: webUrl });
const toggle = z.object({ enabled: z.boolean() });

/** Maximum number of links, menus or groups in one list. */
const MAX_LINKS = 32;
/** Schema of the title of a link; the contract does not limit its length. */
const heading = z.string().min(1).max(128);
const inSpace = {
  space: idField.optional().meta({ description: 'Site space; by default the first one with the space.' }),
};
/** Schema of a link target (`ContentRef` in the API). */
const target = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('url'),
    url: z.url({ protocol: /^(?:https?|mailto)$/, error: 'must be an http, https or mailto URL' }).max(MAX_URL_LENGTH),
  }),
  z.object({ kind: z.literal('space'), space: idField }),
  z.object({ kind: z.literal('page'), page: idField, ...inSpace }),
  z.object({ kind: z.literal('anchor'), anchor: z.string().min(1).max(512), page: idField, ...inSpace }),
  z.object({ kind: z.literal('file'), file: idField, ...inSpace }),
]);
/** Schema of texts by language. */
const localizedText = (maxLength: number) =>
  z
    .partialRecord(z.enum(TEXT_LANGUAGES), z.string().max(maxLength))
    .optional()
    .meta({ description: 'Texts in other languages, shown where `internationalization.locale` is one of them.' });
const link = z.object({ title: z.string().min(1).max(64), localizedTitle: localizedText(64), to: target });
const links = z.array(link).max(MAX_LINKS);
const condition = optionalCondition.min(1).max(1024);

const font = <const Names extends readonly [string, ...string[]]>(names: Names) =>
  z.union([z.enum(names), fontDefinition]);

const fonts = font([
  'ABCFavorit',
  'Inter',
  'Roboto',
  'RobotoSlab',
  'OpenSans',
  'SourceSansPro',
  'Lato',
  'Ubuntu',
  'Raleway',
  'Merriweather',
  'Overpass',
  'NotoSans',
  'IBMPlexSerif',
  'Poppins',
  'FiraSans',
])
  .refine((name) => name !== 'ABCFavorit', 'must be another font: ABC Favorit is not free')
  .meta({ description: 'Font of the text, served by the site itself; `ABCFavorit` is not free and is refused.' });
const codeTheme = z.object({ light: z.enum(CODE_THEMES), dark: z.enum(CODE_THEMES) });
const codeThemes = z.object({ default: codeTheme, openapi: codeTheme });

const sidebar = z.object({ background: z.enum(['default', 'filled']), list: z.enum(['default', 'pill', 'line']) });
const styling = z.object({
  theme: z.enum(['clean', 'muted', 'bold', 'gradient']),
  primaryColor: themedColor,
  tint: z.object({ color: themedColor }).optional(),
  infoColor: themedColor,
  successColor: themedColor,
  warningColor: themedColor,
  dangerColor: themedColor,
  corners: z.enum(['straight', 'rounded', 'circular']),
  depth: z.enum(['subtle', 'flat']),
  links: z.enum(['default', 'accent']),
  font: fonts,
  headingFont: fonts.nullable().optional().meta({ description: 'Font of headings; null for `font`.' }),
  monospaceFont: font([
    'FiraCode',
    'IBMPlexMono',
    'JetBrainsMono',
    'SourceCodePro',
    'RobotoMono',
    'SpaceMono',
    'DMMono',
    'Inconsolata',
  ]),
  background: z.enum(['plain', 'match']),
  icons: z
    .enum(['regular', 'solid', 'duotone', 'light', 'thin'])
    .refine((style) => style === 'regular' || style === 'solid', 'must be regular or solid: other styles are not free')
    .meta({ description: 'Style of icons: `regular` or `solid`; the other styles are not free and are refused.' }),
  codeTheme: codeThemes,
  sidebar,
  search: z.enum(['prominent', 'subtle']),
});

const pageActionList = z
  .array(z.enum(PAGE_ACTIONS))
  .refine((items) => new Set(items).size === items.length, 'must name each action once');

const socialAccounts = z
  .array(
    z.object({
      platform: z.enum(SOCIAL_PLATFORMS),
      handle: z.string().min(1).max(128),
      display: z
        .object({ footer: z.boolean().default(true), header: z.boolean().default(false) })
        .default({ footer: true, header: false }),
    }),
  )
  .max(10);

/** Sections that a site space overrides field by field. */
const sections = {
  internationalization: z.object({ locale: z.enum(LOCALES) }),
  header: z.object({
    preset: z.enum(['default', 'bold', 'contrast', 'custom', 'none']),
    logo: themedImage.optional(),
    primaryLink: target.optional().meta({ description: 'Target of the title of the site; the home page by default.' }),
    backgroundColor: themedColor.optional(),
    linkColor: themedColor.optional(),
    links: z
      .array(
        z.object({
          title: heading,
          localizedTitle: localizedText(128),
          style: z.enum(['link', 'button-primary', 'button-secondary']).optional(),
          to: target.nullable(),
          links,
          condition: condition.optional(),
        }),
      )
      .max(MAX_LINKS),
  }),
  footer: z.object({
    logo: themedImage.optional(),
    groups: z.array(z.object({ title: heading, localizedTitle: localizedText(128), links })).max(MAX_LINKS),
    copyright: z.string().max(512).optional(),
  }),
  themes: z.object({
    default: z.enum(['light', 'dark', 'system']).meta({
      description: 'Color scheme; with `system`, that of the preference of the reader.',
    }),
    toggeable: z.boolean().meta({
      description: 'Whether the color scheme preference of the reader overrides the default.',
    }),
  }),
  pdf: toggle,
  feedback: toggle,
  ai: z.object({
    mode: z.enum(['none', 'search', 'assistant']).meta({
      description: 'Questions that readers may ask; must be `none` where the instance has no `ASK_MODEL`.',
    }),
    greeting: z.string().max(256).optional(),
    localizedGreeting: localizedText(128),
    suggestions: z.array(z.string().min(3).max(64)).max(5).optional(),
    instructions: z.string().max(10_000).optional().meta({ description: 'Shown to managers of the site only.' }),
  }),
  advancedCustomization: toggle.meta({
    description: 'Whether editors of the customization show all of its settings; pages do not depend on this field.',
  }),
  git: z.object({ showEditLink: z.boolean() }),
  pageActions: z.object({
    externalAI: z.boolean(),
    markdown: z.boolean(),
    mcp: z.boolean(),
    aiChats: z
      .array(
        z.object({
          title: z.string().min(1).max(64),
          url: webUrl.refine(
            (url) => url.startsWith('https:') && /\{(?:prompt|url)\}/.test(url),
            'must be an https URL that contains {prompt} or {url}',
          ),
        }),
      )
      .min(1)
      .max(8)
      .optional()
      .meta({
        description:
          'Chats in which readers open a page: `{prompt}` stands for a question about it, `{url}` for its URL. ChatGPT and Claude by default.',
      }),
    mcpClients: z
      .array(z.enum(MCP_CLIENTS))
      .refine((clients) => new Set(clients).size === clients.length, 'must name each client once')
      .optional()
      .meta({
        description: 'Programs into which readers install the MCP server of the site with one click; all by default.',
      }),
    items: pageActionList.meta({
      description:
        'Enabled actions of the page menu, in order. They must not contain `assistant` unless `ai.mode` is `assistant`.',
    }),
  }),
  externalLinks: z.object({ target: z.enum(['self', 'blank']) }),
  pagination: toggle,
  trademark: toggle,
  privacyPolicy: z.object({ url: webUrl.optional() }),
  socialPreview: z.object({ url: webUrl.optional() }),
  insights: z.object({
    trackingCookie: z
      .boolean()
      .refine((isOn) => !isOn, 'must be false: readers are counted without cookies')
      .meta({ description: 'Always false: readers are counted without cookies.' }),
    enabled: z
      .boolean()
      .optional()
      .meta({ description: 'Whether page views, searches and feedback of readers are counted; true by default.' }),
  }),
};

const title = visibleTitle(2, 128);
export const favicon = z.union([z.object({ icon: themedImage }), z.object({ emoji }), z.strictObject({})]);
const announcement = z.object({
  enabled: z.boolean(),
  message: z.string().min(2).max(128),
  localizedMessage: localizedText(128),
  link: link.optional(),
  style: z.enum(['info', 'warning', 'danger', 'success']),
});

const shape = {
  title: title.optional(),
  localizedTitle: localizedText(128),
  styling,
  favicon,
  announcement: announcement.optional(),
  socialAccounts,
  ...sections,
};

type CustomizationInput<S extends z.ZodRawShape> = { [K in keyof S]: z.ZodOptional<z.ZodNullable<S[K]>> };
const inputFields = <S extends z.ZodRawShape>(of: z.ZodObject<S>) =>
  z
    .object(
      Object.fromEntries(
        Object.entries(of.shape).map(([field, each]) => [field, (each as z.ZodType).nullable().optional()]),
      ) as unknown as CustomizationInput<S>,
    )
    .optional();
type SectionsInput = { [K in keyof typeof sections]: ReturnType<typeof inputFields<(typeof sections)[K]['shape']>> };
/** Schema of overrides; omitted fields keep their value, null inherits from the site. */
const overrides = z.object({
  title: title.nullable().optional(),
  localizedTitle: localizedText(128).nullable(),
  socialAccounts: socialAccounts.nullable().optional(),
  favicon: favicon.nullable().optional(),
  announcement: announcement.nullable().optional(),
  ...(Object.fromEntries(
    Object.entries(sections).map(([name, each]) => [name, inputFields(each as z.ZodObject)]),
  ) as SectionsInput),
  styling: inputFields(styling.extend({ sidebar: inputFields(sidebar).unwrap() })),
});

const whole = z.object(shape);
/** Schema of a replacement: either form of the page actions, with `pdf` and `git` in the one that lacks them. */
const replacement = z
  .object({
    ...shape,
    styling: styling.partial({ codeTheme: true }),
    pdf: toggle.optional(),
    git: sections.git.optional(),
    pageActions: sections.pageActions.partial(),
    socialAccounts: socialAccounts.optional(),
  })
  .superRefine(({ pdf, git, pageActions }, context) => {
    if (pageActions.items !== undefined) return;
    const required: readonly [unknown, ...string[]][] = [
      [pdf, 'pdf'],
      [git, 'git'],
      [pageActions.externalAI, 'pageActions', 'externalAI'],
      [pageActions.markdown, 'pageActions', 'markdown'],
    ];
    for (const [value, ...path] of required)
      if (value === undefined)
        context.addIssue({ code: 'custom', path, message: 'is required without pageActions.items' });
  })
  .meta({
    description: [
      'Customization in either form of the page actions.',
      'Each of `pdf`, `git`, `pageActions.externalAI` and `pageActions.markdown` is required without pageActions.items.',
    ].join(' '),
  });

/** Customization of a site (`SiteCustomization` in the API), shown as it is stored. */
export const CustomizationResource = resource('SiteCustomization', whole, (customization: Customization, links) => {
  const { order: _, mcp = false, ...pageActions } = customization.pageActions;
  return {
    ...customization,
    styling: presentFonts(customization.styling, links),
    pageActions: { ...pageActions, mcp, items: listPageActions(customization) },
  } as z.input<typeof whole>;
});
const SiteSpaceCustomizationResource = resource(
  'SiteSpaceCustomization',
  z.object({ ...shape, hasOverrides: z.boolean() }),
  ({ customization, hasOverrides }: SiteSpaceCustomization, links) => ({
    ...CustomizationResource.present(customization, links),
    hasOverrides,
  }),
);

const SITE = '/v1/orgs/:organizationId/sites/:siteId/customization';
const SITE_SPACE = '/v1/orgs/:organizationId/sites/:siteId/site-spaces/:siteSpaceId/customization';

export const siteCustomizationRoutes = tagged('Sites', [
  route(`GET ${SITE}`, getSiteCustomizationById, {
    summary: "Get a site's customization",
    returns: ok(CustomizationResource),
  }),
  route(`PUT ${SITE}`, updateSiteCustomizationById, {
    summary: "Update a site's customization",
    body: replacement,
    returns: ok(CustomizationResource),
  }),
  route(`GET ${SITE_SPACE}`, getSiteSpaceCustomizationById, {
    summary: "Get a site space's customization",
    returns: ok(SiteSpaceCustomizationResource),
  }),
  route(`PATCH ${SITE_SPACE}`, overrideSiteSpaceCustomizationById, {
    summary: "Override a site space's customization",
    body: overrides,
    returns: ok(SiteSpaceCustomizationResource),
  }),
  route(`DELETE ${SITE_SPACE}`, deleteSiteSpaceCustomizationById, {
    summary: "Reset a site space's customization",
    returns: removed,
  }),
]);

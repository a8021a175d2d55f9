import { z } from 'zod';

const color = z.string().regex(/^#(?:[0-9a-fA-F]{3}){1,2}$/);
const themedColor = z.object({ light: color, dark: color });
const image = z.url().max(2048);
const themedImage = z.object({ light: image, dark: image });
const onOff = z.object({ enabled: z.boolean() });
/** What a link leads to (contract: ContentRef). */
const target = z.looseObject({ kind: z.enum(['file', 'url', 'page', 'anchor', 'user', 'collection', 'space', 'reusable-content', 'openapi']) });
const link = z.object({ title: z.string().max(64), to: target });

/** How a site looks (contract: SiteCustomization). */
export const customization = z
  .object({
    title: z.string().min(2).max(128).optional(),
    styling: z.object({
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
      font: z.enum(['ABCFavorit', 'Inter', 'Roboto', 'RobotoSlab', 'OpenSans', 'SourceSansPro', 'Lato', 'Ubuntu', 'Raleway', 'Merriweather', 'Overpass', 'NotoSans', 'IBMPlexSerif', 'Poppins', 'FiraSans']),
      monospaceFont: z.enum(['FiraCode', 'IBMPlexMono', 'JetBrainsMono', 'SourceCodePro', 'RobotoMono', 'SpaceMono', 'DMMono', 'Inconsolata']),
      background: z.enum(['plain', 'match']),
      icons: z.enum(['regular', 'solid', 'duotone', 'light', 'thin']),
      sidebar: z.object({ background: z.enum(['default', 'filled']), list: z.enum(['default', 'pill', 'line']) }),
      search: z.enum(['prominent', 'subtle']),
    }),
    internationalization: z.object({ locale: z.enum(['en', 'fr', 'es', 'zh', 'ja', 'de', 'nl', 'no', 'pt-br']) }),
    favicon: z.union([z.object({ icon: themedImage }), z.object({ emoji: z.string().max(50) }), z.strictObject({})]),
    header: z.object({
      preset: z.enum(['default', 'bold', 'contrast', 'custom', 'none']),
      logo: themedImage.optional(),
      backgroundColor: themedColor.optional(),
      linkColor: themedColor.optional(),
      links: z.array(
        z.object({
          title: z.string(),
          style: z.enum(['link', 'button-primary', 'button-secondary']).optional(),
          to: target.nullable(),
          links: z.array(link),
          condition: z.string().min(1).max(1024).optional(),
        }),
      ),
    }),
    footer: z.object({ logo: themedImage.optional(), groups: z.array(z.object({ title: z.string(), links: z.array(link) })), copyright: z.string().max(300).optional() }),
    announcement: z
      .object({ enabled: z.boolean(), message: z.string().min(2).max(128), link: link.optional(), style: z.enum(['info', 'warning', 'danger', 'success']) })
      .optional(),
    themes: z.object({ default: z.enum(['light', 'dark']), toggeable: z.boolean() }),
    pdf: onOff,
    feedback: onOff,
    ai: z.object({ mode: z.enum(['none', 'search', 'assistant']) }),
    advancedCustomization: onOff,
    git: z.object({ showEditLink: z.boolean() }),
    pageActions: z.object({ externalAI: z.boolean(), markdown: z.boolean() }),
    externalLinks: z.object({ target: z.enum(['self', 'blank']) }),
    pagination: onOff,
    trademark: onOff,
    privacyPolicy: z.object({ url: image.optional() }),
    socialPreview: z.object({ url: image.optional() }),
    insights: z.object({ trackingCookie: z.boolean() }),
  })
  .meta({ id: 'SiteCustomization' });

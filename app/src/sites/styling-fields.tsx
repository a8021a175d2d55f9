import { listCustomFonts, type SiteCustomization } from '../api/operations.ts';
import { useQuery } from '../api/use-query.ts';
import { m } from '../messages/messages.ts';
import { ColorField, Select } from '../ui/fields.tsx';
import { FormPart, optionsOf, type CustomizationPartProps } from './customization-fields.tsx';

type Styling = SiteCustomization['styling'];

const THEMES = ['clean', 'muted', 'bold', 'gradient'] as const;
const CORNERS = ['straight', 'rounded', 'circular'] as const;
const FONTS = [
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
] as const;
const CODE_FONTS = [
  'FiraCode',
  'IBMPlexMono',
  'JetBrainsMono',
  'SourceCodePro',
  'RobotoMono',
  'SpaceMono',
  'DMMono',
  'Inconsolata',
] as const;
const SIDEBARS = ['default', 'filled'] as const;
const LISTS = ['default', 'pill', 'line'] as const;

type Font = Styling['font'] | Styling['monospaceFont'];
type CustomFont = Exclude<Font, string>;
const isCustom = (font: Font): font is CustomFont => typeof font !== 'string';

/** Returns the name of a font; that of a custom font is its ID. */
const fontName = (font: Font): string => (typeof font === 'string' ? font : font.id);
/** Returns the name of a font of the list as its makers write it. */
const fontLabel = (name: string): string =>
  name.replace(/([a-z]|[A-Z](?=[A-Z][a-z]))([A-Z])/g, '$1 $2').replace('Jet Brains', 'JetBrains');
/** Options of fonts of the list, and the custom fonts. */
const fontOptions = (names: readonly string[], custom: readonly CustomFont[]) => [
  ...names.map((value) => ({ value, label: fontLabel(value) })),
  ...custom.map(({ id, fontFamily }) => ({ value: id, label: fontFamily })),
];

/** Colors, corners, fonts and sidebar of a site. */
export function StylingFields({ organizationId, look, onChange }: CustomizationPartProps) {
  const { styling } = look;
  const style = (change: Partial<Styling>): void => onChange({ ...look, styling: { ...styling, ...change } });
  const fonts = useQuery(`fonts ${organizationId}`, () => listCustomFonts({ path: { organizationId } }));
  const custom: readonly CustomFont[] =
    fonts.data?.items.map(({ permissions: _, ...font }) => font) ??
    [styling.font, styling.monospaceFont].filter(isCustom);
  /** Returns the font that a choice stands for: its name in the list, or the custom font with its ID. */
  const chosenFont = (name: string): Font => custom.find(({ id }) => id === name) ?? (name as Font);
  return (
    <FormPart legend={m.appearance.styling}>
      <Select
        label={m.appearance.theme}
        value={styling.theme}
        options={optionsOf(THEMES, m.appearance.themes)}
        onChange={(theme) => style({ theme: theme as Styling['theme'] })}
      />
      <ColorField
        label={m.appearance.lightColor}
        value={styling.primaryColor.light}
        onInput={(light) => style({ primaryColor: { ...styling.primaryColor, light } })}
      />
      <ColorField
        label={m.appearance.darkColor}
        value={styling.primaryColor.dark}
        onInput={(dark) => style({ primaryColor: { ...styling.primaryColor, dark } })}
      />
      <Select
        label={m.appearance.corners}
        value={styling.corners}
        options={optionsOf(CORNERS, m.appearance.cornerNames)}
        onChange={(corners) => style({ corners: corners as Styling['corners'] })}
      />
      <Select
        label={m.appearance.font}
        value={fontName(styling.font)}
        options={fontOptions(FONTS, custom)}
        onChange={(name) => style({ font: chosenFont(name) as Styling['font'] })}
      />
      <Select
        label={m.appearance.codeFont}
        value={fontName(styling.monospaceFont)}
        options={fontOptions(CODE_FONTS, custom)}
        onChange={(name) => style({ monospaceFont: chosenFont(name) as Styling['monospaceFont'] })}
      />
      <Select
        label={m.appearance.sidebar}
        value={styling.sidebar.background}
        options={optionsOf(SIDEBARS, m.appearance.sidebars)}
        onChange={(value) =>
          style({ sidebar: { ...styling.sidebar, background: value as Styling['sidebar']['background'] } })
        }
      />
      <Select
        label={m.appearance.list}
        value={styling.sidebar.list}
        options={optionsOf(LISTS, m.appearance.lists)}
        onChange={(value) => style({ sidebar: { ...styling.sidebar, list: value as Styling['sidebar']['list'] } })}
      />
    </FormPart>
  );
}

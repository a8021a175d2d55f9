/** Fonts that a customization names, from packages whose files the site serves itself. */
interface FontPackage {
  readonly packageName: string;
  readonly family: string;
  /** Style sheets of the package with the faces that pages use, without their extension. */
  readonly sheets: readonly string[];
}

const VARIABLE = '@fontsource-variable/';
const STATIC = '@fontsource/';
/** All weights in one file, upright and italic. */
const variableText = (name: string, family: string): FontPackage => ({
  packageName: VARIABLE + name,
  family,
  sheets: ['wght', 'wght-italic'],
});
const variableCode = (name: string, family: string): FontPackage => ({
  packageName: VARIABLE + name,
  family,
  sheets: ['wght'],
});
const fixedWeights = (name: string, family: string, sheets: readonly string[]): FontPackage => ({
  packageName: STATIC + name,
  family,
  sheets,
});
const TEXT = ['400', '400-italic', '700'];
const TEXT_WITH_SEMIBOLD = ['400', '400-italic', '600', '700'];

/** Packages by the name of the font in customizations. */
export const FONT_PACKAGES: Readonly<Record<string, FontPackage>> = {
  Inter: variableText('inter', 'Inter'),
  Roboto: variableText('roboto', 'Roboto'),
  RobotoSlab: variableCode('roboto-slab', 'Roboto Slab'),
  OpenSans: variableText('open-sans', 'Open Sans'),
  SourceSansPro: variableText('source-sans-3', 'Source Sans 3'),
  Lato: fixedWeights('lato', 'Lato', TEXT),
  Ubuntu: fixedWeights('ubuntu', 'Ubuntu', TEXT),
  Raleway: variableText('raleway', 'Raleway'),
  Merriweather: variableText('merriweather', 'Merriweather'),
  Overpass: variableText('overpass', 'Overpass'),
  NotoSans: variableText('noto-sans', 'Noto Sans'),
  IBMPlexSerif: fixedWeights('ibm-plex-serif', 'IBM Plex Serif', TEXT_WITH_SEMIBOLD),
  Poppins: fixedWeights('poppins', 'Poppins', TEXT_WITH_SEMIBOLD),
  FiraSans: fixedWeights('fira-sans', 'Fira Sans', TEXT_WITH_SEMIBOLD),
  FiraCode: variableCode('fira-code', 'Fira Code'),
  IBMPlexMono: fixedWeights('ibm-plex-mono', 'IBM Plex Mono', ['400', '700']),
  JetBrainsMono: variableCode('jetbrains-mono', 'JetBrains Mono'),
  SourceCodePro: variableCode('source-code-pro', 'Source Code Pro'),
  RobotoMono: variableCode('roboto-mono', 'Roboto Mono'),
  SpaceMono: fixedWeights('space-mono', 'Space Mono', ['400', '700']),
  DMMono: fixedWeights('dm-mono', 'DM Mono', ['400', '500']),
  Inconsolata: variableCode('inconsolata', 'Inconsolata'),
};

import type { DiagramStyle } from './diagrams.ts';

/** Hues of what a diagram tells apart, as distances from the accent, neighbors far from each other. */
const HUES = [0, 150, 45, 270, 90, 315, 195, 60, 240, 20, 120, 300];
/** Hue of accents without one. */
const BLUE = 217;

const AXIS_PARTS = ['Title', 'Label', 'Tick', 'Line'];
/** Colors of what charts with two axes say. */
const XY_CHART_TEXTS = [
  'titleColor',
  'dataLabelColor',
  'legendTextColor',
  ...['xAxis', 'yAxis'].flatMap((axis) => AXIS_PARTS.map((part) => `${axis}${part}Color`)),
];

/**
 * Returns variables of the library's base theme, which would paint all parts that have a color each in that of the
 * page: the slices of pies, branches of Git graphs, bars of charts, and the sections of timelines, journeys and plans.
 */
export function diagramTheme(style: DiagramStyle): Readonly<Record<string, unknown>> {
  const { isDark, ground, text, line, accent } = style;
  const hues = HUES.map((distance) => (hueOf(accent) + distance) % 360);
  const fills = hues.map((hue) => (isDark ? toHex(hue, 0.35, 0.29) : toHex(hue, 0.6, 0.84)));
  const strokes = hues.map((hue) => (isDark ? toHex(hue, 0.6, 0.72) : toHex(hue, 0.6, 0.31)));
  const [firstFill, secondFill] = fills as [string, string];
  const bold = strokes[0];
  return {
    darkMode: isDark,
    background: ground,
    primaryColor: ground,
    primaryTextColor: text,
    primaryBorderColor: accent,
    secondaryColor: ground,
    tertiaryColor: ground,
    lineColor: text,
    textColor: text,
    noteBkgColor: fills[2],
    noteTextColor: text,
    noteBorderColor: strokes[2],
    edgeLabelBackground: ground,
    activationBkgColor: firstFill,
    activationBorderColor: bold,
    ...numbered('pie', fills, 1),
    pieOpacity: '1',
    pieStrokeColor: ground,
    pieOuterStrokeColor: line,
    ...numbered('cScale', fills),
    ...numbered('cScaleInv', strokes),
    ...numbered('cScalePeer', strokes),
    ...numbered(
      'cScaleLabel',
      fills.map(() => text),
    ),
    ...numbered('fillType', fills.slice(0, 8)),
    ...numbered('git', strokes.slice(0, 8)),
    ...numbered('gitInv', fills.slice(0, 8)),
    ...numbered(
      'gitBranchLabel',
      fills.slice(0, 8).map(() => ground),
    ),
    commitLabelBackground: ground,
    commitLabelColor: text,
    tagLabelBackground: firstFill,
    tagLabelBorder: bold,
    tagLabelColor: text,
    altSectionBkgColor: ground,
    sectionBkgColor2: ground,
    gridColor: line,
    taskBkgColor: firstFill,
    taskBorderColor: bold,
    activeTaskBkgColor: secondFill,
    activeTaskBorderColor: strokes[1],
    doneTaskBkgColor: ground,
    doneTaskBorderColor: line,
    critBkgColor: fills[5],
    critBorderColor: strokes[5],
    todayLineColor: strokes[5],
    vertLineColor: strokes[1],
    taskTextClickableColor: text,
    rowOdd: ground,
    rowEven: ground,
    xyChart: {
      backgroundColor: ground,
      plotColorPalette: strokes.join(','),
      ...Object.fromEntries(XY_CHART_TEXTS.map((name) => [name, text])),
    },
  };
}

const numbered = (name: string, colors: readonly string[], first = 0): Record<string, string> =>
  Object.fromEntries(colors.map((color, i) => [`${name}${i + first}`, color]));

/** Returns the hue of a color in hexadecimal notation, in degrees. */
function hueOf(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as [
    number,
    number,
    number,
  ];
  const highest = Math.max(red, green, blue);
  const range = highest - Math.min(red, green, blue);
  if (range < 16) return BLUE;
  const sixths =
    highest === red ? (green - blue) / range : highest === green ? 2 + (blue - red) / range : 4 + (red - green) / range;
  return Math.round((sixths * 60 + 360) % 360);
}

/** Converts a color to hexadecimal notation: palettes of charts are divided at commas. */
function toHex(hue: number, saturation: number, lightness: number): string {
  const range = saturation * Math.min(lightness, 1 - lightness);
  const channel = (offset: number): string => {
    const sector = (offset + hue / 30) % 12;
    const value = lightness - range * Math.max(-1, Math.min(sector - 3, 9 - sector, 1));
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(0)}${channel(8)}${channel(4)}`;
}

/** Colours on white paper; each is legible there. */
export const COLORS = {
  text: '#1c2430',
  soft: '#5a6573',
  faint: '#8791a0',
  link: '#1b56b8',
  line: '#d5dae2',
  raised: '#f2f4f8',
  mark: '#fff1b8',
  tones: { info: '#2f6fd0', success: '#24843f', warning: '#b26a00', danger: '#c0362c', plain: '#8791a0' },
  toneGrounds: { info: '#eef4fd', success: '#ecf7ef', warning: '#fdf4e4', danger: '#fdefed', plain: '#f5f6f9' },
  words: {
    primary: '#1b56b8', info: '#1b56b8', blue: '#1b56b8', success: '#1d6f35', green: '#1d6f35', warning: '#955700', orange: '#955700', yellow: '#7d6200',
    danger: '#b3261e', red: '#b3261e', purple: '#7a35b8', pink: '#b0266f', teal: '#0b6e6e', brown: '#7a4a20', gray: '#5a6573', grey: '#5a6573',
  } as Readonly<Record<string, string>>,
  grounds: {
    primary: '#dce8fb', info: '#dce8fb', blue: '#dce8fb', success: '#daf1e0', green: '#daf1e0', warning: '#fbe8c8', orange: '#fbe8c8', yellow: '#fff1b8',
    danger: '#fbdad7', red: '#fbdad7', purple: '#eedcf8', pink: '#fadcec', teal: '#d5efef', brown: '#efdfd2', gray: '#e6e8ec', grey: '#e6e8ec',
  } as Readonly<Record<string, string>>,
} as const;

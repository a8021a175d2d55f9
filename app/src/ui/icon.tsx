/** Returns the path of round dots. */
const dots = (...centers: readonly (readonly [x: number, y: number])[]): string =>
  centers.map(([x, y]) => `M${x - 0.6} ${y}a.6.6 0 1 0 1.2 0 .6.6 0 1 0-1.200 0`).join('');

/** Drawings on a grid of 20 by 20, as paths that are stroked. */
const PATHS = {
  add: 'M10 4v12M4 10h12',
  archive: 'M3 4h14v4H3zM4.5 8v8.5h11V8M8 11h4',
  back: 'M12 4 6 10l6 6',
  bold: 'M6 4h5a3 3 0 0 1 0 6H6zM6 10h6a3 3 0 0 1 0 6H6z',
  bullets: `${dots([4, 5], [4, 10], [4, 15])}M8 5h9M8 10h9M8 15h9`,
  check: 'm4 10.5 4 4 8-9',
  chevron: 'm8 5 5 5-5 5',
  close: 'm5 5 10 10M15 5 5 15',
  code: 'm7 6-4 4 4 4M13 6l4 4-4 4',
  collection: 'M3 5h5l2 2h7v9H3z',
  comment: 'M3 4h14v10H9l-4 3v-3H3z',
  document: 'M5 2.5h6.5L15 6v11.5H5zM11 3v3.5h4M7.5 10h5M7.5 13h5',
  down: 'm5 8 5 5 5-5',
  drag: dots([7, 5], [7, 10], [7, 15], [13, 5], [13, 10], [13, 15]),
  edit: 'M4 16l.8-3.4L13 4.4a1.8 1.8 0 0 1 2.6 2.6l-8.2 8.2z',
  eye: 'M2 10s3-5 8-5 8 5 8 5-3 5-8 5-8-5-8-5zM10 8a2 2 0 1 1 0 4 2 2 0 0 1 0-4z',
  file: 'M6 11l4-4a2.5 2.5 0 0 1 3.5 3.5l-5.5 5.5a4 4 0 0 1-5.6-5.6L8 4.800',
  group: 'M3 5h14M3 10h14M3 15h9',
  heading: 'M5 4v12M15 4v12M5 10h10',
  history: 'M4 10a6 6 0 1 0 2-4.500M4 3v3h3M10 7v3.500l2.500 1.500',
  home: 'M3 9.500 10 3l7 6.500V17h-5v-5H8v5H3z',
  image: 'M3 4h14v12H3zM3 13l4-4 4 4 2-2 4 4M13 7.500v.01',
  italic: 'M9 4h6M5 16h6M12 4 8 16',
  leave: 'M8 4H4v12h4M12 7l3 3-3 3M15 10H8',
  link: 'M8.500 11.500a3 3 0 0 0 4.200 0l2.500-2.500a3 3 0 0 0-4.200-4.200l-1 1M11.500 8.500a3 3 0 0 0-4.200 0L4.800 11A3 3 0 0 0 9 15.200l1-1',
  menu: 'M3 5h14M3 10h14M3 15h14',
  merge:
    'M6 6v8M6 6a1.500 1.500 0 1 0 0-3 1.500 1.500 0 0 0 0 3zM6 17a1.500 1.500 0 1 0 0-3 1.500 1.500 0 0 0 0 3zM14 12a1.500 1.500 0 1 0 0-3 1.500 1.500 0 0 0 0 3zM6 6c0 3 2 4.500 6.500 4.500',
  more: dots([4, 10], [10, 10], [16, 10]),
  people:
    'M7 9a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5zM2.500 16c0-3 2-4.500 4.500-4.500s4.500 1.500 4.500 4.500M13 9a2 2 0 1 0 0-4M13.500 11.500c2.500 0 4 1.500 4 4',
  redo: 'M15 8H8a4 4 0 0 0 0 8h4M12 5l3 3-3 3',
  search: 'M9 4a5 5 0 1 1 0 10A5 5 0 0 1 9 4zM12.700 12.700 17 17',
  settings: 'M4 6h6M14 6h2M4 14h2M10 14h6M12 4v4M8 12v4',
  site: 'M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM3 10h14M10 3c2.500 2.500 2.500 11.500 0 14M10 3c-2.500 2.500-2.500 11.500 0 14',
  space: 'M4 3.500h9.500a2 2 0 0 1 2 2v11H6a2 2 0 0 1-2-2zM4 14.500a2 2 0 0 1 2-2h9.500',
  table: 'M3 4h14v12H3zM3 8.500h14M9 8.500V16',
  tasks: 'm3 5.500 1.500 1.500 2.500-3M3 13.500l1.500 1.500 2.500-3M10 6h7M10 14h7',
  theme: 'M10 3a7 7 0 1 0 0 14zM10 3a7 7 0 0 1 0 14',
  trash: 'M4 6h12M8 6V4h4v2M5.500 6l.7 11h7.600l.7-11M8.500 9v5M11.500 9v5',
  undo: 'M5 8h7a4 4 0 0 1 0 8H8M8 5 5 8l3 3',
  up: 'm5 12 5-5 5 5',
} as const;

export type IconName = keyof typeof PATHS;

/** Drawing beside a text that says the same; it is hidden from assistive technology. */
export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg class="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
    <path d={PATHS[name]} />
  </svg>
);

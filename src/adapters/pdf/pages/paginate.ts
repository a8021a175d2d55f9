import { ROOM } from './measures.ts';
import { heightOf, type LayoutBox } from './layout-box.ts';

export interface PlacedBox {
  readonly slab: LayoutBox;
  /** Points from the top of the room for text. */
  readonly y: number;
}

export type Sheet = readonly PlacedBox[];

/** Strips on sheets: none is divided, those that are joined stay together where a sheet can hold them, no sheet begins with a gap. */
export function paginate(slabs: readonly LayoutBox[], room: number = ROOM.height): readonly Sheet[] {
  const sheets: PlacedBox[][] = [];
  let sheet: PlacedBox[] = [];
  let y = 0;
  const turn = (): void => {
    if (sheet.length > 0) sheets.push(sheet);
    sheet = [];
    y = 0;
  };
  const place = (slab: LayoutBox): void => {
    sheet.push({ slab, y });
    y += slab.height;
  };
  for (let at = 0; at < slabs.length;) {
    const group = groupAt(slabs, at, room);
    at += group.length;
    if (y > 0 && y + heightOf(group) > room) turn();
    for (const slab of group) {
      if (y > 0 && y + slab.height > room) turn();
      if (slab.gap && sheet.length === 0) continue;
      if (sheet.length === 0 && slab.head && sheets.length > 0) place(slab.head);
      place(slab);
    }
  }
  turn();
  return sheets;
}

/** Those that are joined to the first, with the one that ends them; the first alone where they are too many for a sheet. */
function groupAt(slabs: readonly LayoutBox[], at: number, room: number): readonly LayoutBox[] {
  let height = 0;
  for (let end = at; end < slabs.length; end++) {
    height += slabs[end]!.height;
    if (height > room * 0.75) break;
    if (!slabs[end]!.joined) return slabs.slice(at, end + 1);
  }
  return [slabs[at]!];
}

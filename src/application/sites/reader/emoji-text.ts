const CODE_POINTS = /^[0-9a-f]{1,6}(?:-[0-9a-f]{1,6})*$/i;

/** Decodes an emoji, which may be stored as hexadecimal code points joined by hyphens. */
export function emojiText(emoji: string): string {
  if (!CODE_POINTS.test(emoji)) return emoji;
  const points = emoji.split('-').map((point) => parseInt(point, 16));
  return points.every((point) => point <= 0x10ffff && (point < 0xd800 || point > 0xdfff))
    ? String.fromCodePoint(...points)
    : emoji;
}

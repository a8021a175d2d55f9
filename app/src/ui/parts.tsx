import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { m } from '../messages/messages.ts';
import { Button } from './button.tsx';

/** Time relative to now, with the full time as a hint. */
export function Time({ at }: { readonly at: string }) {
  const date = new Date(at);
  return (
    <time dateTime={at} title={date.toLocaleString()}>
      {relativeTime(date)}
    </time>
  );
}

const UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;
const format = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** Formats a time relative to now, such as “3 hours ago”. */
export function relativeTime(date: Date, now = Date.now()): string {
  const seconds = Math.round((date.getTime() - now) / 1000);
  for (const [unit, size] of UNITS)
    if (Math.abs(seconds) >= size) return format.format(Math.trunc(seconds / size), unit);
  return format.format(0, 'second');
}

/** Short word about the state of an item. */
export const Badge = ({ kind, children }: { readonly kind?: string; readonly children: ComponentChildren }) => (
  <span class={`badge ${kind ?? ''}`}>{children}</span>
);

/** Initials of a person. */
export function Avatar({ name, photo }: { readonly name: string; readonly photo?: string | undefined }) {
  const [isBroken, setBroken] = useState(false);
  if (photo !== undefined && !isBroken)
    return <img class="avatar" src={photo} alt="" referrerpolicy="no-referrer" onError={() => setBroken(true)} />;
  return (
    <span class="avatar" aria-hidden="true">
      {name
        .split(/\s+/)
        .map((word) => word[0] ?? '')
        .slice(0, 2)
        .join('')
        .toUpperCase()}
    </span>
  );
}

/** Button that loads the next page of a list. */
export const MoreButton = ({
  of,
}: {
  readonly of: { readonly hasMore: boolean; readonly isLoadingMore: boolean; loadMore(): void };
}) =>
  of.hasMore ? (
    <p>
      <Button busy={of.isLoadingMore} onClick={of.loadMore}>
        {m.common.more}
      </Button>
    </p>
  ) : null;

export interface TabItem {
  readonly label: string;
  readonly href: string;
  readonly isCurrent: boolean;
  readonly count?: number | undefined;
}

/** Links between parts of one thing; the current one is in sight, however narrow the screen. */
export function Tabs({ label, items }: { readonly label: string; readonly items: readonly TabItem[] }) {
  const list = useRef<HTMLElement>(null);
  const current = items.find(({ isCurrent }) => isCurrent)?.href;
  useLayoutEffect(() => {
    const tab = list.current?.querySelector('[aria-current]');
    if (tab) list.current!.scrollLeft += tab.getBoundingClientRect().left - list.current!.getBoundingClientRect().left;
  }, [current]);
  return (
    <nav ref={list} class="tabs" aria-label={label}>
      {items.map(({ label: title, href, isCurrent, count }) => (
        <a key={href} href={href} aria-current={isCurrent ? 'page' : undefined}>
          {title} {count !== undefined && count > 0 && <span class="count">{count}</span>}
        </a>
      ))}
    </nav>
  );
}

const isPoint = (point: number): boolean => point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);

/** Returns an emoji that may be stored as its code points in hexadecimal. */
export function emojiText(emoji: string | undefined): string {
  if (emoji === undefined || !/^[0-9a-f]{2,6}(-[0-9a-f]{1,6})*$/i.test(emoji)) return emoji ?? '';
  const points = emoji.split('-').map((point) => parseInt(point, 16));
  return points.every(isPoint) ? String.fromCodePoint(...points) : emoji;
}

/** Title with the emoji of a thing. */
export const Titled = ({ emoji, title }: { readonly emoji?: string | undefined; readonly title: string }) => (
  <>
    {emoji && <span class="emoji">{emojiText(emoji)} </span>}
    <span dir="auto">{title}</span>
  </>
);

import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button, type ButtonProps } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';

export interface MenuItem {
  readonly label: string;
  readonly icon?: IconName;
  readonly href?: string;
  readonly onSelect?: () => void;
  readonly danger?: boolean;
}

export interface MenuProps {
  readonly label: string;
  readonly items: readonly (MenuItem | false | undefined)[];
  readonly icon?: IconName;
  readonly kind?: ButtonProps['kind'];
  readonly text?: string;
}

/** Distance of a menu from the edges of the screen, in pixels. */
const MARGIN_PX = 8;

/** Moves a menu that begins or ends beyond an edge of the screen beside its button, so that all of it is in sight. */
function keepInSight(list: HTMLElement): void {
  list.style.translate = '';
  const { left, right } = list.getBoundingClientRect();
  const before = MARGIN_PX - left;
  const beyond = right + MARGIN_PX - document.documentElement.clientWidth;
  if (before > 0) list.style.translate = `${before}px`;
  else if (beyond > 0) list.style.translate = `${-beyond}px`;
}

/** Button that opens a menu; arrows move, Escape closes, a letter moves to the next item that begins with it. */
export function Menu({ label, items, icon = 'more', kind = 'quiet', text }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const shown = items.filter((item): item is MenuItem => item !== false && item !== undefined);
  const entries = (): HTMLElement[] => [...(list.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
  const close = (returnsFocus: boolean): void => {
    setOpen(false);
    if (returnsFocus) root.current?.querySelector('button')?.focus();
  };
  // After every rendering: buttons that appear beside an open menu move its button.
  useLayoutEffect(() => {
    if (isOpen) keepInSight(list.current!);
  });
  useLayoutEffect(() => {
    if (!isOpen) return;
    entries()[0]?.focus();
    const onPointer = (event: Event): void => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    const onResize = (): void => keepInSight(list.current!);
    document.addEventListener('pointerdown', onPointer);
    window.addEventListener('resize', onResize);
    return () => {
      document.removeEventListener('pointerdown', onPointer);
      window.removeEventListener('resize', onResize);
    };
  }, [isOpen]);
  const onKeyDown = (event: KeyboardEvent): void => {
    // Shortcuts of the browser, such as the one that reloads the page.
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const all = entries();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const moves: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 };
    if (event.key === 'Escape') close(true);
    else if (event.key === 'Tab') return close(false);
    else if (moves[event.key] !== undefined) all.at(moves[event.key]! % all.length)?.focus();
    else if (event.key.length === 1 && event.key !== ' ') {
      const letter = event.key.toLowerCase();
      const order = [...all.slice(at + 1), ...all.slice(0, at + 1)];
      order.find((entry) => entry.textContent?.trim().toLowerCase().startsWith(letter))?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  if (shown.length === 0) return null;
  return (
    <div class="menu" ref={root}>
      <Button
        kind={kind}
        icon={icon}
        {...(text === undefined ? { label } : {})}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {text}
      </Button>
      {isOpen && (
        <div class="menu-list" role="menu" id={id} aria-label={label} ref={list} onKeyDown={onKeyDown}>
          {shown.map((item, index) => (
            // Two groups of a site may have one title.
            <MenuEntry key={index} item={item} onClose={close} />
          ))}
        </div>
      )}
    </div>
  );
}

interface MenuEntryProps {
  readonly item: MenuItem;
  /** Closes the menu; the focus returns to its button unless the entry leads to another screen. */
  readonly onClose: (returnsFocus: boolean) => void;
}

/** Link or button of a menu. */
function MenuEntry({ item: { label, icon, href, onSelect, danger }, onClose }: MenuEntryProps) {
  const attributes = { role: 'menuitem', tabIndex: -1, class: danger ? 'menu-item danger' : 'menu-item' } as const;
  const content = (
    <>
      {icon && <Icon name={icon} />}
      <span>{label}</span>
    </>
  );
  return href === undefined ? (
    <button
      {...attributes}
      type="button"
      onClick={() => {
        onClose(true);
        onSelect?.();
      }}
    >
      {content}
    </button>
  ) : (
    <a {...attributes} href={href} onClick={() => onClose(false)}>
      {content}
    </a>
  );
}

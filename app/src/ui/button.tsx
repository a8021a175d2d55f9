import type { ButtonHTMLAttributes, ComponentChildren, Ref } from 'preact';
import { Icon, type IconName } from './icon.tsx';

export interface ButtonProps extends Omit<
  ButtonHTMLAttributes<HTMLButtonElement>,
  'icon' | 'ref' | 'type' | 'role' | 'disabled' | 'value' | 'name'
> {
  readonly kind?: 'primary' | 'plain' | 'danger' | 'quiet';
  readonly icon?: IconName | undefined;
  /** Label for assistive technology of a button that shows an icon only. */
  readonly label?: string;
  /** True while what the button started is running. */
  readonly busy?: boolean;
  readonly type?: 'button' | 'submit';
  readonly disabled?: boolean;
  readonly value?: string;
  readonly name?: string;
  readonly children?: ComponentChildren;
  readonly buttonRef?: Ref<HTMLButtonElement>;
}

/** Button; it stays focusable while it is busy. */
export function Button({
  kind = 'plain',
  icon,
  label,
  busy = false,
  type = 'button',
  class: more,
  children,
  buttonRef,
  ...rest
}: ButtonProps) {
  const classes = ['button', kind, children === undefined ? 'icon-only' : '', more ?? ''].filter(Boolean).join(' ');
  return (
    <button
      {...rest}
      ref={buttonRef ?? null}
      type={type}
      class={classes}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      aria-label={label}
      title={label}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

export interface LinkButtonProps {
  readonly href: string;
  readonly kind?: 'primary' | 'plain' | 'quiet';
  readonly icon?: IconName;
  readonly label?: string;
  readonly onClick?: (event: MouseEvent) => void;
  readonly children?: ComponentChildren;
}

/** Link that looks like a button. */
export const LinkButton = ({ href, kind = 'plain', icon, label, onClick, children }: LinkButtonProps) => (
  <a
    href={href}
    class={`button ${kind}${children === undefined ? ' icon-only' : ''}`}
    aria-label={label}
    title={label}
    onClick={onClick}
  >
    {icon && <Icon name={icon} />}
    {children}
  </a>
);

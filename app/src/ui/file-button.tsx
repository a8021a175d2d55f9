import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { Button, type ButtonProps } from './button.tsx';

export interface FileButtonProps extends Pick<ButtonProps, 'kind' | 'icon' | 'busy' | 'disabled'> {
  /** Name of the button and of the choice of files. */
  readonly label: string;
  /** Media types or file name extensions, separated by commas. */
  readonly accept?: string;
  readonly multiple?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
  /** Visible text; without it, the button shows its icon only. */
  readonly children?: ComponentChildren;
}

/** Button that lets people choose files. */
export function FileButton({ label, accept, multiple = false, onFiles, children, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...button} label={label} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        multiple={multiple}
        {...(accept !== undefined && { accept })}
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}

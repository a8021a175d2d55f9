import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';

interface Common {
  readonly label: string;
  readonly hint?: string | undefined;
  /** Hides the label from sight; it stays for assistive technology. */
  readonly hiddenLabel?: boolean | undefined;
}

interface FieldProps extends Common {
  /** ID of the control. */
  readonly id: string;
  readonly children: ComponentChildren;
}

/** Control with its label above and its hint below, which the control names as its description. */
const Field = ({ id, label, hint, hiddenLabel, children }: FieldProps) => (
  <div class="field">
    <label for={id} class={hiddenLabel ? 'sr-only' : ''}>
      {label}
    </label>
    {children}
    {hint && (
      <p class="hint" id={`${id}-hint`}>
        {hint}
      </p>
    )}
  </div>
);

/**
 * Focuses a control before it is painted, so that nothing that is typed goes elsewhere: browsers heed `autofocus` only
 * while a page loads and in new dialogs.
 */
function useAutofocus<Control extends HTMLElement>(autofocus: boolean) {
  const control = useRef<Control>(null);
  useLayoutEffect(() => {
    if (autofocus) control.current?.focus();
  }, []);
  return control;
}

export interface TextFieldProps extends Common {
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly type?: 'text' | 'url' | 'email' | 'search' | 'password' | 'number' | 'date';
  readonly required?: boolean;
  readonly maxLength?: number;
  readonly autofocus?: boolean;
  readonly placeholder?: string;
  readonly autocomplete?: string;
  readonly min?: number;
  readonly disabled?: boolean;
}

/** Field for one line of text, a number or a date. */
export function TextField({
  label,
  hint,
  hiddenLabel,
  value,
  onInput,
  type = 'text',
  autofocus = false,
  autocomplete,
  ...rest
}: TextFieldProps) {
  const id = useId();
  const control = useAutofocus<HTMLInputElement>(autofocus);
  return (
    <Field id={id} label={label} hint={hint} hiddenLabel={hiddenLabel}>
      <input
        {...rest}
        ref={control}
        id={id}
        type={type as 'text'}
        value={value}
        autocomplete={autocomplete ?? 'off'}
        autoFocus={autofocus}
        aria-describedby={hint && `${id}-hint`}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    </Field>
  );
}

export interface TextAreaProps extends Common {
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly rows?: number;
  readonly required?: boolean;
  readonly placeholder?: string;
  readonly autofocus?: boolean;
}

/** Field for a text of several lines. */
export function TextArea({
  label,
  hint,
  hiddenLabel,
  value,
  onInput,
  rows = 4,
  autofocus = false,
  ...rest
}: TextAreaProps) {
  const id = useId();
  const control = useAutofocus<HTMLTextAreaElement>(autofocus);
  return (
    <Field id={id} label={label} hint={hint} hiddenLabel={hiddenLabel}>
      <textarea
        {...rest}
        ref={control}
        id={id}
        rows={rows}
        value={value}
        autoFocus={autofocus}
        aria-describedby={hint && `${id}-hint`}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    </Field>
  );
}

export interface SelectProps extends Common {
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
  readonly disabled?: boolean;
  readonly required?: boolean;
}

/** Choice of one option from a list. */
export function Select({ label, hint, hiddenLabel, value, options, onChange, disabled, required }: SelectProps) {
  const id = useId();
  return (
    <Field id={id} label={label} hint={hint} hiddenLabel={hiddenLabel}>
      <select
        id={id}
        value={value}
        disabled={disabled ?? false}
        required={required ?? false}
        aria-describedby={hint && `${id}-hint`}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} selected={option.value === value}>
            {option.label}
          </option>
        ))}
      </select>
    </Field>
  );
}

export interface CheckboxProps {
  readonly label: ComponentChildren;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** Choice between yes and no. */
export const Checkbox = ({ label, checked, onChange }: CheckboxProps) => (
  <label class="checkbox">
    <input type="checkbox" checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
    <span>{label}</span>
  </label>
);

export interface ChoicesProps<Value extends string> {
  readonly legend: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string; readonly hint?: string }[];
  readonly onChange: (value: Value) => void;
}

/** One choice of several, each with an explanation. */
export function Choices<Value extends string>({ legend, value, options, onChange }: ChoicesProps<Value>) {
  const name = useId();
  return (
    <fieldset class="choices">
      <legend>{legend}</legend>
      {options.map((option) => (
        <label key={option.value} class="choice">
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>
            <span class="choice-label">{option.label}</span>
            {option.hint && <span class="hint">{option.hint}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

export interface ColorFieldProps extends Common {
  readonly value: string;
  readonly onInput: (value: string) => void;
}

/** Choice of a color. */
export function ColorField({ label, hint, hiddenLabel, value, onInput }: ColorFieldProps) {
  const id = useId();
  return (
    <Field id={id} label={label} hint={hint} hiddenLabel={hiddenLabel}>
      <span class="color-field">
        <input
          id={id}
          type="color"
          value={value}
          aria-describedby={hint && `${id}-hint`}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
        <code>{value}</code>
      </span>
    </Field>
  );
}

export interface FileFieldProps extends Common {
  readonly accept: string;
  readonly required?: boolean;
  readonly multiple?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

/** Choice of files. */
export function FileField({ label, hint, hiddenLabel, onFiles, ...rest }: FileFieldProps) {
  const id = useId();
  return (
    <Field id={id} label={label} hint={hint} hiddenLabel={hiddenLabel}>
      <input
        {...rest}
        id={id}
        type="file"
        aria-describedby={hint && `${id}-hint`}
        onChange={(event) => onFiles([...(event.currentTarget.files ?? [])])}
      />
    </Field>
  );
}

import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import type { Action } from '../api/use-action.ts';
import { m } from '../messages/messages.ts';
import { Button } from './button.tsx';
import { ErrorNotice } from './notices.tsx';

export interface SectionProps {
  readonly title: string;
  /** Buttons beside the title. */
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** Part of a screen under a heading. */
export function Section({ title, actions, children }: SectionProps) {
  const id = useId();
  return (
    <section class="section" aria-labelledby={id}>
      <div class="section-head">
        <h2 id={id}>{title}</h2>
        {actions && <div class="actions">{actions}</div>}
      </div>
      {children}
    </section>
  );
}

export interface FormSectionProps extends Omit<SectionProps, 'actions'> {
  readonly action: Action<[]>;
  /** Text of the button; “Save” by default. */
  readonly submit?: string;
}

/** Part of a screen that is a form, whose error it shows. */
export function FormSection({ title, action, submit = m.common.save, children }: FormSectionProps) {
  const id = useId();
  return (
    <form
      class="section narrow-form"
      aria-labelledby={id}
      onSubmit={(event) => {
        event.preventDefault();
        void action.run();
      }}
    >
      <h2 id={id}>{title}</h2>
      {children}
      <ErrorNotice error={action.error} />
      <Button type="submit" kind="primary" busy={action.isRunning}>
        {submit}
      </Button>
    </form>
  );
}

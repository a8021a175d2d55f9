import { useState } from 'preact/hooks';
import { m } from '../messages/messages.ts';
import { useUnsaved } from '../navigation/unsaved.ts';
import { announce } from './toasts.tsx';

export interface Form<Values> {
  /** Values that the fields show. */
  readonly values: Values;
  /** Shows other values in some fields. */
  set(edits: Partial<Values>): void;
  /** Writes the values that differ from the stored ones, and announces that they are saved. */
  save(write: (changes: Partial<Values>) => Promise<unknown>): Promise<void>;
}

/**
 * Fields of a form about a stored resource. A field shows what is stored, also after it is loaded again, until the user
 * edits it; a save writes the edited fields only. The user is asked before edits that are not saved are left.
 */
export function useForm<Values extends object>(stored: Values): Form<Values> {
  const [edits, setEdits] = useState<Partial<Values>>({});
  useUnsaved(differs({ ...stored, ...edits }, stored));
  const pick = (values: Partial<Values>, isPicked: (name: keyof Values) => boolean): Partial<Values> =>
    Object.fromEntries(Object.entries(values).filter(([name]) => isPicked(name as keyof Values))) as Partial<Values>;
  return {
    values: { ...stored, ...edits },
    set: (more) => setEdits((last) => ({ ...last, ...more })),
    async save(write) {
      await write(pick(edits, (name) => edits[name] !== stored[name]));
      // What was edited while the write went on stays.
      setEdits((last) => pick(last, (name) => !(name in edits) || last[name] !== edits[name]));
      announce(m.common.saved);
    },
  };
}

/** Tells whether values of a form differ from the stored ones. */
export const differs = (values: unknown, stored: unknown): boolean => JSON.stringify(values) !== JSON.stringify(stored);

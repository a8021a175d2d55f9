import type { Space } from '../api/operations.ts';
import { m } from '../messages/messages.ts';
import { Select } from '../ui/fields.tsx';

/** Level that members without a permission of their own have on a space or collection; null for none. */
export type DefaultLevel = Space['defaultLevel'];

const LEVELS = ['none', 'inherit', 'read', 'comment', 'edit', 'review', 'create', 'admin'] as const;

export interface DefaultLevelSelectProps {
  readonly value: DefaultLevel;
  /** True if the space or collection lies in a collection, whose level it can take. */
  readonly hasParent: boolean;
  readonly onChange: (level: DefaultLevel) => void;
}

/** Choice of the level of members without a permission of their own. */
export const DefaultLevelSelect = ({ value, hasParent, onChange }: DefaultLevelSelectProps) => (
  <Select
    label={m.settings.defaultLevel}
    hint={m.settings.defaultLevelHint}
    value={value ?? 'none'}
    onChange={(level) => onChange(level === 'none' ? null : (level as DefaultLevel))}
    options={LEVELS.filter((level) => level !== 'inherit' || hasParent || value === 'inherit').map((level) => ({
      value: level,
      label: level === 'inherit' && !hasParent ? m.settings.asInOrganization : m.levels[level],
    }))}
  />
);

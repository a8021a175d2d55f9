import type { QueryState } from '../api/use-query.ts';
import { m } from '../messages/messages.ts';
import { Select, type SelectProps } from './fields.tsx';
import { ErrorNotice } from './notices.tsx';

export interface LoadedSelectProps extends Omit<SelectProps, 'options' | 'required'> {
  readonly of: Pick<QueryState<SelectProps['options']>, 'data' | 'error' | 'reload'>;
}

/**
 * Choice of one option from a list that is loaded. The field is there from the beginning, so that a dialog can focus it;
 * its form cannot be submitted before an option is chosen.
 */
export const LoadedSelect = ({ of, value, ...select }: LoadedSelectProps) => (
  <>
    {of.error !== undefined && <ErrorNotice error={of.error} onRetry={of.reload} />}
    {(of.data !== undefined || of.error === undefined) && (
      <Select
        {...select}
        required
        value={of.data === undefined ? '' : value}
        options={of.data ?? [{ value: '', label: m.common.loading }]}
      />
    )}
  </>
);

import { useState } from 'preact/hooks';
import { useAction } from '../api/use-action.ts';
import { m } from '../messages/messages.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox, Choices, TextField } from '../ui/fields.tsx';
import { FormSection } from '../ui/section.tsx';
import { useForm } from '../ui/use-form.ts';
import { describeRules, isOfOtherClient, type AnyMergeRules } from './merge-rules.tsx';

type RuleType<Rules extends AnyMergeRules> = Rules['type'];

export interface MergeRulesFormProps<Rules extends AnyMergeRules> {
  readonly rules: Rules;
  /** Choices of what applies, in their order. */
  readonly types: readonly RuleType<Rules>[];
  readonly save: (
    rules: Omit<AnyMergeRules, 'type' | 'rules'> & { readonly type: RuleType<Rules> },
  ) => Promise<unknown>;
}

/** Form of the merge rules. Rules without a field in it stay until a user replaces them. */
export function MergeRulesForm<Rules extends AnyMergeRules>({ rules, types, save }: MergeRulesFormProps<Rules>) {
  const form = useForm({
    type: rules.type as RuleType<Rules>,
    approvals: String(rules.approvals ?? ''),
    upToDate: rules.upToDate === true,
    commentsResolved: rules.commentsResolved === true,
    subject: rules.subject === true,
    expression: rules.expression ?? '',
  });
  const { type, approvals, upToDate, commentsResolved, subject, expression } = form.values;
  const [isReplacing, setReplacing] = useState(false);
  const isKept = type === 'rules' && isOfOtherClient(rules) && !isReplacing;
  const action = useAction(async () => {
    const own = {
      ...(approvals.trim() !== '' && { approvals: Number(approvals) }),
      ...(upToDate && { upToDate }),
      ...(commentsResolved && { commentsResolved }),
      ...(subject && { subject }),
      ...(expression.trim() !== '' && { expression }),
    };
    if (type === 'rules' && !isKept && Object.keys(own).length === 0) throw new Error(m.mergeRules.chooseOne);
    await form.save(async () => {
      if (!isKept) await save({ type, ...(type === 'rules' && own) });
    });
  });
  return (
    <FormSection title={m.mergeRules.title} action={action}>
      <Choices<RuleType<Rules>>
        legend={m.mergeRules.type}
        value={type}
        onChange={(value) => form.set({ type: value })}
        options={types.map((value) => ({ value, label: m.mergeRules.types[value] }))}
      />
      {isKept && <KeptRules rules={rules} onReplace={() => setReplacing(true)} />}
      {type === 'rules' && !isKept && <RuleFields values={form.values} onChange={form.set} />}
    </FormSection>
  );
}

const KeptRules = ({ rules, onReplace }: { readonly rules: AnyMergeRules; readonly onReplace: () => void }) => (
  <>
    <p>{m.mergeRules.ofOtherClient}</p>
    <ul>
      {describeRules(rules).map((text, index) => (
        <li key={index}>{text}</li>
      ))}
    </ul>
    <p>
      <Button onClick={onReplace}>{m.mergeRules.replace}</Button>
    </p>
  </>
);

interface RuleValues {
  readonly approvals: string;
  readonly upToDate: boolean;
  readonly commentsResolved: boolean;
  readonly subject: boolean;
  readonly expression: string;
}

interface RuleFieldsProps {
  readonly values: RuleValues;
  readonly onChange: (values: Partial<RuleValues>) => void;
}

const RuleFields = ({ values, onChange }: RuleFieldsProps) => (
  <>
    <TextField
      label={m.mergeRules.approvals}
      hint={m.mergeRules.approvalsHint}
      type="number"
      min={0}
      value={values.approvals}
      onInput={(approvals) => onChange({ approvals })}
    />
    {(['upToDate', 'commentsResolved', 'subject'] as const).map((rule) => (
      <Checkbox
        key={rule}
        label={m.mergeRules[rule]}
        checked={values[rule]}
        onChange={(checked) => onChange({ [rule]: checked })}
      />
    ))}
    <TextField
      label={m.mergeRules.expression}
      hint={m.mergeRules.expressionHint}
      value={values.expression}
      onInput={(expression) => onChange({ expression })}
    />
  </>
);

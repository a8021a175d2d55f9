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
      {isKept && (
        <>
          <p>{m.mergeRules.ofOtherClient}</p>
          <ul>
            {describeRules(rules).map((text, index) => (
              <li key={index}>{text}</li>
            ))}
          </ul>
          <p>
            <Button onClick={() => setReplacing(true)}>{m.mergeRules.replace}</Button>
          </p>
        </>
      )}
      {type === 'rules' && !isKept && (
        <>
          <TextField
            label={m.mergeRules.approvals}
            hint={m.mergeRules.approvalsHint}
            type="number"
            min={0}
            value={approvals}
            onInput={(text) => form.set({ approvals: text })}
          />
          <Checkbox
            label={m.mergeRules.upToDate}
            checked={upToDate}
            onChange={(checked) => form.set({ upToDate: checked })}
          />
          <Checkbox
            label={m.mergeRules.commentsResolved}
            checked={commentsResolved}
            onChange={(checked) => form.set({ commentsResolved: checked })}
          />
          <Checkbox
            label={m.mergeRules.subject}
            checked={subject}
            onChange={(checked) => form.set({ subject: checked })}
          />
          <TextField
            label={m.mergeRules.expression}
            hint={m.mergeRules.expressionHint}
            value={expression}
            onInput={(text) => form.set({ expression: text })}
          />
        </>
      )}
    </FormSection>
  );
}

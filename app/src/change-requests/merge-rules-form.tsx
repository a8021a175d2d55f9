import { useState } from 'preact/hooks';
import { useAction } from '../api/use-action.ts';
import { m } from '../messages/messages.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox, Choices, TextField } from '../ui/fields.tsx';
import { FormSection } from '../ui/section.tsx';
import { announce } from '../ui/toasts.tsx';
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
  const [type, setType] = useState<RuleType<Rules>>(rules.type);
  const [isReplacing, setReplacing] = useState(false);
  const [approvals, setApprovals] = useState(String(rules.approvals ?? ''));
  const [upToDate, setUpToDate] = useState(rules.upToDate === true);
  const [commentsResolved, setCommentsResolved] = useState(rules.commentsResolved === true);
  const [subject, setSubject] = useState(rules.subject === true);
  const [expression, setExpression] = useState(rules.expression ?? '');
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
    if (!isKept) await save({ type, ...(type === 'rules' && own) });
    announce(m.common.saved);
  });
  return (
    <FormSection title={m.mergeRules.title} action={action}>
      <Choices<RuleType<Rules>>
        legend={m.mergeRules.type}
        value={type}
        onChange={setType}
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
            onInput={setApprovals}
          />
          <Checkbox label={m.mergeRules.upToDate} checked={upToDate} onChange={setUpToDate} />
          <Checkbox label={m.mergeRules.commentsResolved} checked={commentsResolved} onChange={setCommentsResolved} />
          <Checkbox label={m.mergeRules.subject} checked={subject} onChange={setSubject} />
          <TextField
            label={m.mergeRules.expression}
            hint={m.mergeRules.expressionHint}
            value={expression}
            onInput={setExpression}
          />
        </>
      )}
    </FormSection>
  );
}

import { listOrganizationAuditEventActions } from '../api/operations.ts';
import { useQuery } from '../api/use-query.ts';
import { m } from '../messages/messages.ts';
import { Checkbox, Choices } from '../ui/fields.tsx';
import { Loaded } from '../ui/notices.tsx';

/** Returns the group of an action, which is the part of its name before the dot. */
const groupOf = (action: string): string => action.split('.')[0]!;
/** Returns a name such as `change-request.merged` as words. */
const wordsOf = (name: string): string => {
  const words = name.replaceAll(/[.-]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** Choice of events by group or one by one; an empty list means all events, also those of later versions. */
export function EventFields({
  organizationId,
  events,
  onChange,
}: {
  readonly organizationId: string;
  readonly events: readonly string[] | 'all';
  readonly onChange: (events: readonly string[] | 'all') => void;
}) {
  const actions = useQuery(
    `audit actions ${organizationId}`,
    async () => (await listOrganizationAuditEventActions({ path: { organizationId } })).items,
  );
  const chosen = new Set(events === 'all' ? [] : events);
  const choose = (name: string, isChosen: boolean): void => {
    const rest = [...chosen].filter((one) => one !== name && groupOf(one) !== name);
    onChange(isChosen ? [...rest, name] : rest);
  };
  return (
    <>
      <Choices<'all' | 'some'>
        legend={m.webhooks.events}
        value={events === 'all' ? 'all' : 'some'}
        onChange={(value) => onChange(value === 'all' ? 'all' : [])}
        options={[
          { value: 'all', label: m.webhooks.allEvents },
          { value: 'some', label: m.webhooks.someEvents },
        ]}
      />
      {events !== 'all' && (
        <Loaded of={actions}>
          {(items) =>
            [...new Set(items.map(({ id }) => groupOf(id)))].map((group) => (
              <div key={group}>
                <Checkbox
                  label={m.webhooks.group(wordsOf(group))}
                  checked={chosen.has(group)}
                  onChange={(isChosen) => choose(group, isChosen)}
                />
                {!chosen.has(group) && (
                  <details class="nested" open={[...chosen].some((one) => groupOf(one) === group)}>
                    <summary>{m.webhooks.single(wordsOf(group))}</summary>
                    {items
                      .filter(({ id }) => groupOf(id) === group)
                      .map(({ id, label }) => (
                        <Checkbox
                          key={id}
                          label={label}
                          checked={chosen.has(id)}
                          onChange={(isChosen) => choose(id, isChosen)}
                        />
                      ))}
                  </details>
                )}
              </div>
            ))
          }
        </Loaded>
      )}
    </>
  );
}

/** Describes the events of a webhook in one line. */
export const describeEvents = (events: readonly string[]): string =>
  events.length === 0 ? m.webhooks.allEvents : events.map(wordsOf).join(', ');

import { useState } from 'preact/hooks';
import { listInstanceOrganizations } from '../api/operations.ts';
import { useList } from '../api/use-query.ts';
import { m } from '../messages/messages.ts';
import { pathTo } from '../navigation/paths.ts';
import { TextField } from '../ui/fields.tsx';
import { Badge } from '../ui/parts.tsx';
import { ListRows, RowText } from '../ui/rows.tsx';
import { InstanceFrame } from './instance-frame.tsx';

/** Organizations of the instance. */
export function InstanceOrganizationsScreen() {
  const [search, setSearch] = useState('');
  const organizations = useList(
    `instance organizations ${search}`,
    (page) => listInstanceOrganizations({ query: { limit: 50, ...(search && { search }), ...(page && { page }) } }),
    { keepsItems: true },
  );
  return (
    <InstanceFrame part="instanceOrganizations">
      <div class="filters">
        <TextField label={m.instance.searchOrganizations} type="search" value={search} onInput={setSearch} />
      </div>
      <ListRows of={organizations} empty={m.instance.noOrganizations} keyOf={({ id }) => id}>
        {({ id, title, members, sso }) => (
          <>
            <RowText title={title} href={pathTo('instanceOrganization', { organizationId: id })}>
              {m.instance.members(members)}
            </RowText>
            {sso && <Badge>{m.instance.ssoMandatory}</Badge>}
          </>
        )}
      </ListRows>
    </InstanceFrame>
  );
}

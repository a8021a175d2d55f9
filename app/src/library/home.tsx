import { useEffect, useState } from 'preact/hooks';
import { createOrganization } from '../api/operations.ts';
import { Frame } from '../frame/frame.tsx';
import { m } from '../messages/messages.ts';
import { pathTo } from '../navigation/paths.ts';
import { navigate, query } from '../navigation/router.ts';
import { Button } from '../ui/button.tsx';
import { TextDialog } from '../ui/dialog.tsx';
import { Empty, Loaded } from '../ui/notices.tsx';
import { Rows, RowText } from '../ui/rows.tsx';
import { Joinable } from './joinable.tsx';
import { useOrganizations } from './library-data.ts';

/** Start page: the organizations of the user; opens the only one at once. */
export function Home() {
  const [isCreating, setCreating] = useState(false);
  const organizations = useOrganizations();
  const only = organizations.data?.length === 1 ? organizations.data[0] : undefined;
  const showsAll = query.value.has('all');
  useEffect(() => {
    if (only !== undefined && !showsAll)
      navigate(pathTo('organization', { organizationId: only.id }), { replace: true });
  }, [only, showsAll]);
  return (
    <Frame title={m.home.title} crumbs={[{ label: m.home.title }]}>
      <div class="head">
        <h1>{m.home.title}</h1>
        <Button icon="add" onClick={() => setCreating(true)}>
          {m.home.create}
        </Button>
      </div>
      <Loaded of={organizations}>
        {(items) => (
          <>
            {items.length === 0 ? (
              <Empty title={m.home.none}>
                <Button kind="primary" onClick={() => setCreating(true)}>
                  {m.home.create}
                </Button>
              </Empty>
            ) : (
              <Rows items={items} keyOf={({ id }) => id}>
                {({ id, title }) => <RowText title={title} href={pathTo('organization', { organizationId: id })} />}
              </Rows>
            )}
            {(items.length !== 1 || showsAll) && <Joinable joined={items} />}
          </>
        )}
      </Loaded>
      {isCreating && (
        <TextDialog
          title={m.home.create}
          submit={m.common.create}
          field={{ label: m.common.name, required: true, maxLength: 255 }}
          onSubmit={(title) => createOrganization({ body: { title } })}
          onDone={({ id }) => navigate(pathTo('organization', { organizationId: id }))}
          onClose={() => setCreating(false)}
        />
      )}
    </Frame>
  );
}

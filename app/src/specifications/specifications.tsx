import { useState } from 'preact/hooks';
import { createOpenAPISpec, listOpenAPISpecs } from '../api/operations.ts';
import { useAction } from '../api/use-action.ts';
import { useList } from '../api/use-query.ts';
import { OrganizationFrame } from '../frame/organization-frame.tsx';
import { m } from '../messages/messages.ts';
import { pathTo, type Parameters } from '../navigation/paths.ts';
import { navigate } from '../navigation/router.ts';
import { Button } from '../ui/button.tsx';
import { FormDialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/fields.tsx';
import { Badge, Time } from '../ui/parts.tsx';
import { ListRows, RowText } from '../ui/rows.tsx';
import { announce } from '../ui/toasts.tsx';
import { NO_SPECIFICATION, SourceFields, sourceOf } from './source-fields.tsx';
import { isFailed, stateOf } from './specification-state.ts';

/** OpenAPI specifications of an organization. */
export function SpecificationsScreen({ organizationId }: Parameters) {
  const path = { organizationId: organizationId! };
  const [isCreating, setCreating] = useState(false);
  const specifications = useList(`specifications ${organizationId}`, (page) =>
    listOpenAPISpecs({ path, query: { limit: 50, ...(page && { page }) } }),
  );
  return (
    <OrganizationFrame
      organizationId={organizationId!}
      part="specifications"
      actions={({ permissions }) =>
        permissions.createOpenAPISpec && (
          <Button kind="primary" icon="add" onClick={() => setCreating(true)}>
            {m.specifications.new}
          </Button>
        )
      }
    >
      {() => (
        <>
          <ListRows of={specifications} empty={m.specifications.none} keyOf={({ id }) => id}>
            {(one) => (
              <>
                <RowText title={one.slug} href={pathTo('specification', { ...path, specSlug: one.slug })}>
                  {one.sourceURL ?? m.specifications.uploaded} · <Time at={one.updatedAt} />
                </RowText>
                <Badge kind={isFailed(one) ? 'failed' : ''}>{stateOf(one)}</Badge>
              </>
            )}
          </ListRows>
          {isCreating && <CreateSpecification path={path} onClose={() => setCreating(false)} />}
        </>
      )}
    </OrganizationFrame>
  );
}

function CreateSpecification({
  path,
  onClose,
}: {
  readonly path: { readonly organizationId: string };
  readonly onClose: () => void;
}) {
  const [slug, setSlug] = useState('');
  const [source, setSource] = useState(NO_SPECIFICATION);
  const action = useAction(
    () => createOpenAPISpec({ path, body: { slug, source: sourceOf(source) } }),
    (created) => navigate(pathTo('specification', { ...path, specSlug: created.slug })),
    (created) => announce(m.create.created(created.slug)),
  );
  return (
    <FormDialog title={m.specifications.new} submit={m.common.create} action={action} onClose={onClose}>
      <TextField
        label={m.specifications.slug}
        hint={m.specifications.slugHint}
        value={slug}
        onInput={setSlug}
        required
        maxLength={100}
        autofocus
      />
      <SourceFields source={source} onChange={setSource} />
    </FormDialog>
  );
}

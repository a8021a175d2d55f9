import { useState } from 'preact/hooks';
import {
  createSiteMcpServer,
  deleteSiteMcpServerById,
  listSiteMcpServers,
  updateSiteMcpServerById,
  type SiteMcpServer,
} from '../api/operations.ts';
import { useAction } from '../api/use-action.ts';
import { useList } from '../api/use-query.ts';
import { m } from '../messages/messages.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { FormDialog } from '../ui/dialog.tsx';
import { Select, TextField } from '../ui/fields.tsx';
import { PairsField, pairsOf, type Pairs } from '../ui/pairs-field.tsx';
import { ListRows, RowText } from '../ui/rows.tsx';
import { Section } from '../ui/section.tsx';
import { announce } from '../ui/toasts.tsx';
import type { SitePath } from './site-frame.tsx';

/** Longest name of a header, in characters. */
const MAX_HEADER_NAME = 200;

/** MCP servers that a site names for assistants, besides its own. */
export function McpServers({ path }: { readonly path: SitePath }) {
  const [edited, setEdited] = useState<SiteMcpServer | 'new'>();
  const servers = useList(`mcp servers ${path.siteId}`, (page) =>
    listSiteMcpServers({ path, query: { limit: 50, ...(page && { page }) } }),
  );
  return (
    <Section
      title={m.mcpServers.title}
      actions={
        <Button icon="add" onClick={() => setEdited('new')}>
          {m.mcpServers.new}
        </Button>
      }
    >
      <p class="soft">{m.mcpServers.text}</p>
      <ListRows of={servers} empty={m.mcpServers.none} keyOf={({ id }) => id}>
        {(server) => (
          <>
            <RowText title={server.name}>{server.url}</RowText>
            <Button kind="quiet" icon="edit" label={m.mcpServers.edit(server.name)} onClick={() => setEdited(server)} />
            <ConfirmButton
              label={m.mcpServers.delete(server.name)}
              text={m.mcpServers.deleteText}
              onConfirm={async () => {
                await deleteSiteMcpServerById({ path: { ...path, siteMcpServerId: server.id } });
                servers.reload();
              }}
            />
          </>
        )}
      </ListRows>
      {edited !== undefined && (
        <McpServerDialog
          path={path}
          server={edited === 'new' ? undefined : edited}
          onSaved={servers.reload}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Section>
  );
}

interface McpServerDialogProps {
  readonly path: SitePath;
  /** Server that is edited; a new one is created when undefined. */
  readonly server: SiteMcpServer | undefined;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

function McpServerDialog({ path, server, onSaved, onClose }: McpServerDialogProps) {
  const [name, setName] = useState(server?.name ?? '');
  const [url, setUrl] = useState(server?.url ?? '');
  const [transport, setTransport] = useState<SiteMcpServer['transport']>(server?.transport ?? 'http');
  const [headers, setHeaders] = useState<Pairs>(pairsOf(server?.headers ?? {}));
  const [condition, setCondition] = useState(server?.condition ?? '');
  const action = useAction(async () => {
    const body = {
      name,
      url,
      transport,
      headers: Object.fromEntries(headers.filter(([header]) => header !== '')),
      condition: condition.trim() === '' ? null : condition,
    };
    if (server === undefined) await createSiteMcpServer({ path, body });
    else await updateSiteMcpServerById({ path: { ...path, siteMcpServerId: server.id }, body });
    announce(m.common.saved);
    onSaved();
  }, onClose);
  return (
    <FormDialog
      title={server === undefined ? m.mcpServers.new : m.mcpServers.edit(server.name)}
      submit={server === undefined ? m.common.create : m.common.save}
      action={action}
      onClose={onClose}
    >
      <TextField label={m.common.name} value={name} onInput={setName} required autofocus maxLength={100} />
      <TextField label={m.create.address} type="url" value={url} onInput={setUrl} required placeholder="https://" />
      <Select
        label={m.mcpServers.transport}
        value={transport}
        onChange={(value) => setTransport(value as SiteMcpServer['transport'])}
        options={[
          { value: 'http', label: m.mcpServers.transports.http },
          { value: 'sse', label: m.mcpServers.transports.sse },
        ]}
      />
      <PairsField
        legend={m.mcpServers.headers}
        hint={m.mcpServers.headersHint}
        texts={m.mcpServers.header}
        maxNameLength={MAX_HEADER_NAME}
        pairs={headers}
        onChange={setHeaders}
      />
      <TextField
        label={m.mcpServers.condition}
        hint={m.mcpServers.conditionHint}
        value={condition}
        onInput={setCondition}
      />
    </FormDialog>
  );
}

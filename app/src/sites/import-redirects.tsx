import { useState } from 'preact/hooks';
import { bulkUpsertSiteRedirects } from '../api/operations.ts';
import { useAction } from '../api/use-action.ts';
import { m } from '../messages/messages.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, FormDialog } from '../ui/dialog.tsx';
import { Checkbox, TextArea } from '../ui/fields.tsx';
import { Rows, RowText } from '../ui/rows.tsx';
import { announce } from '../ui/toasts.tsx';
import { parseRedirectLines } from './redirect-lines.ts';
import type { SitePath } from './site-frame.tsx';

/** Most redirects of one request of the API. */
const MAX_AT_ONCE = 500;

interface Refusal {
  readonly source: string;
  readonly error: string;
}

export interface ImportRedirectsProps {
  readonly path: SitePath;
  readonly onImported: () => void;
  readonly onClose: () => void;
}

/** Dialog that creates or changes many redirects, and names those that are refused. */
export function ImportRedirects({ path, onImported, onClose }: ImportRedirectsProps) {
  const [text, setText] = useState('');
  const [permanent, setPermanent] = useState(true);
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  const send = async (): Promise<readonly Refusal[]> => {
    const lines = parseRedirectLines(text, m.redirects.badLine);
    const refused: Refusal[] = [];
    for (let start = 0; start < lines.length; start += MAX_AT_ONCE) {
      const redirects = lines
        .slice(start, start + MAX_AT_ONCE)
        .map(({ source, url }) => ({ source, destination: { kind: 'external' as const, url }, permanent }));
      const { results } = await bulkUpsertSiteRedirects({ path, body: { redirects } });
      refused.push(...results.filter((result) => result.status === 'error'));
      onImported();
    }
    announce(m.redirects.imported(lines.length - refused.length));
    return refused;
  };
  const action = useAction(send, (refused) => (refused.length > 0 ? setRefusals(refused) : onClose()));
  if (refusals.length > 0)
    return (
      <Dialog title={m.redirects.refused(refusals.length)} onClose={onClose}>
        <Rows items={refusals} keyOf={({ source }) => source}>
          {({ source, error }) => <RowText title={<code>{source}</code>}>{error}</RowText>}
        </Rows>
        <p class="actions">
          <Button onClick={() => setRefusals([])}>{m.redirects.backToText}</Button>
        </p>
      </Dialog>
    );
  return (
    <FormDialog title={m.redirects.import} submit={m.redirects.importSubmit} action={action} wide onClose={onClose}>
      <TextArea
        label={m.redirects.lines}
        hint={m.redirects.linesHint}
        value={text}
        onInput={setText}
        rows={12}
        required
        autofocus
      />
      <Checkbox label={m.redirects.permanentHint} checked={permanent} onChange={setPermanent} />
    </FormDialog>
  );
}

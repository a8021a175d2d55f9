import { useState } from 'preact/hooks';
import type { Page } from '../api/operations.ts';
import { m } from '../messages/messages.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/fields.tsx';
import { emojiText } from '../ui/parts.tsx';
import { flatten } from '../spaces/tree.ts';

const MAX_SHOWN = 30;
const isUrl = (text: string): boolean => /^(?:https?:\/\/|mailto:)\S+$/i.test(text);
const escaped = (text: string): string => text.replace(/([\\[\]])/g, '\\$1');

export interface LinkPickerProps {
  readonly pages: readonly Page[];
  /** Text that becomes the link. */
  readonly selected: string;
  readonly onPick: (markdown: string) => void;
  readonly onClose: () => void;
}

/** Dialog that finds a page of the content, or takes an address. */
export function LinkPicker({ pages, selected, onPick, onClose }: LinkPickerProps) {
  const [text, setText] = useState(isUrl(selected) ? selected : '');
  const query = text.trim().toLowerCase();
  const found = flatten(pages)
    .filter(
      (page) => page.type === 'document' && (page.title.toLowerCase().includes(query) || page.path.includes(query)),
    )
    .slice(0, MAX_SHOWN);
  const pick = (title: string, target: string): void =>
    onPick(`[${escaped(selected === '' || isUrl(selected) ? title : selected)}](${target})`);
  return (
    <Dialog title={m.editing.link} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isUrl(text)) pick(text, text);
          else if (found[0]) pick(found[0].title, `/pages/${found[0].id}`);
        }}
      >
        <TextField label={m.editing.linkTarget} value={text} onInput={setText} autofocus placeholder="https://" />
        {isUrl(text) && (
          <Button type="submit" kind="primary">
            {m.editing.useAddress}
          </Button>
        )}
        <ul class="rows picker">
          {found.map((page) => (
            <li key={page.id}>
              <button type="button" class="row-button" onClick={() => pick(page.title, `/pages/${page.id}`)}>
                <span dir="auto">{`${emojiText(page.emoji)} ${page.title || m.common.untitled}`.trim()}</span>
                <span class="soft">{'path' in page ? page.path : ''}</span>
              </button>
            </li>
          ))}
        </ul>
        {found.length === 0 && !isUrl(text) && <p class="soft">{m.editing.noPage}</p>}
      </form>
    </Dialog>
  );
}

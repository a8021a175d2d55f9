import { useState } from 'preact/hooks';
import { escapeText } from '../../../src/domain/content/documents/markdown-of-inlines.ts';
import type { Page } from '../api/operations.ts';
import { m } from '../messages/messages.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/fields.tsx';
import { emojiText } from '../ui/parts.tsx';
import { flatten } from '../spaces/tree.ts';

const MAX_SHOWN = 30;
const isUrl = (text: string): boolean => /^(?:https?:\/\/|mailto:)\S+$/i.test(text);
/** Escapes brackets in Markdown, whose other marks stay. */
const escapeBrackets = (markdown: string): string => markdown.replace(/([\\[\]])/g, '\\$1');

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
  const pick = (label: string, target: string): void =>
    onPick(`[${selected === '' || isUrl(selected) ? label : escapeBrackets(selected)}](${target})`);
  const pickPage = ({ id, title }: Page): void => pick(escapeText(title), `/pages/${id}`);
  return (
    <Dialog title={m.editing.link} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isUrl(text)) pick(escapeBrackets(text), text);
          else if (found[0]) pickPage(found[0]);
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
              <button type="button" class="row-button" onClick={() => pickPage(page)}>
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

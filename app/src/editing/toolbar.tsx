import { m } from '../messages/messages.ts';
import { Button } from '../ui/button.tsx';
import { FileButton } from '../ui/file-button.tsx';
import { Menu } from '../ui/menu.tsx';
import { BLOCKS } from './blocks.ts';
import type { TextEditor } from './editor.ts';

/** Tools for the text: formatting, links, files and blocks. */
export function Toolbar({
  editor,
  isReady,
  onLink,
  onInclude,
  onTable,
  onFiles,
}: {
  readonly editor: { readonly current?: TextEditor | undefined };
  readonly isReady: boolean;
  readonly onLink: () => void;
  readonly onInclude: () => void;
  readonly onTable: () => void;
  readonly onFiles: (files: readonly File[]) => void;
}) {
  const insert = (name: string): void =>
    editor.current?.insertBlock(BLOCKS.find((block) => block.name === name)!.template);
  const tools = [
    { label: m.editing.bold, icon: 'bold', run: () => editor.current?.wrap('**') },
    { label: m.editing.italic, icon: 'italic', run: () => editor.current?.wrap('_') },
    { label: m.editing.inlineCode, icon: 'code', run: () => editor.current?.wrap('`') },
    { label: m.blocks.heading2, icon: 'heading', run: () => insert('heading2') },
    { label: m.blocks.bullets, icon: 'bullets', run: () => insert('bullets') },
    { label: m.blocks.tasks, icon: 'tasks', run: () => insert('tasks') },
    { label: m.table.tool, icon: 'table', run: onTable },
  ] as const;
  return (
    <div class="toolbar" role="group" aria-label={m.editing.tools}>
      <Button
        kind="quiet"
        icon="undo"
        label={m.common.undo}
        disabled={!isReady}
        onClick={() => editor.current?.undo()}
      />
      <Button
        kind="quiet"
        icon="redo"
        label={m.editing.redo}
        disabled={!isReady}
        onClick={() => editor.current?.redo()}
      />
      {tools.map(({ label, icon, run }) => (
        <Button key={label} kind="quiet" icon={icon} label={label} disabled={!isReady} onClick={run} />
      ))}
      <Button kind="quiet" icon="link" label={m.editing.link} disabled={!isReady} onClick={onLink} />
      <FileButton kind="quiet" icon="image" label={m.editing.addFile} disabled={!isReady} multiple onFiles={onFiles} />
      <Menu
        label={m.editing.insert}
        text={m.editing.insert}
        icon="add"
        items={BLOCKS.map(({ name, template }) => ({
          label: m.blocks[name],
          onSelect: () => (name === 'include' ? onInclude() : editor.current?.insertBlock(template)),
        }))}
      />
    </div>
  );
}

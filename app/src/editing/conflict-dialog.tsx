import { useEffect, useState } from 'preact/hooks';
import { m } from '../messages/messages.ts';
import { Button } from '../ui/button.tsx';
import { Choices } from '../ui/fields.tsx';
import { Loading } from '../ui/notices.tsx';
import type { MergedPart, Side } from './merge-texts.ts';
import type { PageText, SaveConflict } from './page-saver.ts';

export interface ConflictDialogProps {
  readonly conflict: SaveConflict;
  readonly onResolve: (page: PageText) => void;
}

/** Shows the lines that two writers changed, each in both versions, and asks which to keep. */
export function ConflictDialog({ conflict, onResolve }: ConflictDialogProps) {
  const { base, mine, theirs } = conflict;
  const [parts, setParts] = useState<readonly MergedPart[]>();
  const [sides, setSides] = useState<readonly Side[]>([]);
  const [title, setTitle] = useState(mine.title);
  const isTitleSplit = mine.title !== theirs.title && mine.title !== base.title && theirs.title !== base.title;
  useEffect(() => {
    void import('./merge-texts.ts').then(({ mergeTexts, splitMerged }) =>
      setParts(splitMerged(mergeTexts(base.text, theirs.text, mine.text))),
    );
  }, [conflict]);
  const save = async (): Promise<void> => {
    const { joinParts } = await import('./merge-texts.ts');
    onResolve({
      title: isTitleSplit ? title : mine.title === base.title ? theirs.title : mine.title,
      text: joinParts(parts ?? [], sides),
    });
  };
  const conflicts = (parts ?? []).filter((part) => part.kind === 'conflict');
  return (
    <section class="notice warning conflict" aria-labelledby="conflict-title">
      <h2 id="conflict-title" tabIndex={-1} ref={(element) => element?.focus()}>
        {m.editing.conflict}
      </h2>
      <p role="alert">{m.editing.conflictText}</p>
      {parts === undefined && <Loading />}
      {isTitleSplit && (
        <Choices
          legend={m.editing.pageTitle}
          value={title}
          onChange={setTitle}
          options={[
            { value: mine.title, label: mine.title, hint: m.editing.mine },
            { value: theirs.title, label: theirs.title, hint: m.editing.theirs },
          ]}
        />
      )}
      {conflicts.map((part, index) => (
        <div key={index} class="conflict-part">
          <div class="sides">
            <figure>
              <figcaption>{m.editing.theirs}</figcaption>
              <pre tabIndex={0}>{part.theirs || ' '}</pre>
            </figure>
            <figure>
              <figcaption>{m.editing.mine}</figcaption>
              <pre tabIndex={0}>{part.mine || ' '}</pre>
            </figure>
          </div>
          <Choices<Side>
            legend={m.editing.keep(index + 1, conflicts.length)}
            value={sides[index] ?? 'both'}
            onChange={(side) => setSides(Object.assign([...sides], { [index]: side }))}
            options={[
              { value: 'both', label: m.editing.keepBoth },
              { value: 'theirs', label: m.editing.keepTheirs },
              { value: 'mine', label: m.editing.keepMine },
            ]}
          />
        </div>
      ))}
      {parts && (
        <Button kind="primary" onClick={() => void save()}>
          {m.editing.saveMerged}
        </Button>
      )}
    </section>
  );
}

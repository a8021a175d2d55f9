import { useEffect, useRef, useState } from 'preact/hooks';
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

/** Splits the merged text of both versions at the lines that both changed. */
async function partsOf({ base, theirs, mine }: SaveConflict): Promise<readonly MergedPart[]> {
  const { mergeTexts, splitMerged } = await import('./merge-texts.ts');
  return splitMerged(mergeTexts(base.text, theirs.text, mine.text));
}

/** Shows the lines that two writers changed, each in both versions, and asks which to keep. */
export function ConflictDialog({ conflict, onResolve }: ConflictDialogProps) {
  const { base, mine, theirs } = conflict;
  const [parts, setParts] = useState<readonly MergedPart[]>();
  const [sides, setSides] = useState<readonly Side[]>([]);
  const [titleSide, setTitleSide] = useState<'mine' | 'theirs'>('mine');
  const isTitleSplit = mine.title !== theirs.title && mine.title !== base.title && theirs.title !== base.title;
  useEffect(() => {
    void partsOf(conflict).then(setParts);
  }, [conflict]);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const save = async (): Promise<void> => {
    const { joinParts } = await import('./merge-texts.ts');
    // What was typed last may not be shown yet.
    const text = joinParts(await partsOf(conflict), sides);
    onResolve({
      title: (isTitleSplit ? titleSide === 'theirs' : mine.title === base.title) ? theirs.title : mine.title,
      text,
    });
  };
  const conflicts = (parts ?? []).filter((part) => part.kind === 'conflict');
  return (
    <section class="notice warning conflict" aria-labelledby="conflict-title">
      <h2 id="conflict-title" tabIndex={-1} ref={heading}>
        {m.editing.conflict}
      </h2>
      <p role="alert">{m.editing.conflictText}</p>
      {parts === undefined && <Loading />}
      {isTitleSplit && (
        <Choices
          legend={m.editing.pageTitle}
          value={titleSide}
          onChange={setTitleSide}
          options={[
            { value: 'mine', label: mine.title, hint: m.editing.mine },
            { value: 'theirs', label: theirs.title, hint: m.editing.theirs },
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

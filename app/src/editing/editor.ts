import {
  autocompletion,
  completionKeymap,
  snippet,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab, redo, undo } from '@codemirror/commands';
import {
  deleteMarkupBackward,
  insertNewlineContinueMarkupCommand,
  markdown,
  markdownLanguage,
} from '@codemirror/lang-markdown';
import { HighlightStyle, syntaxHighlighting, syntaxTree } from '@codemirror/language';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { EditorSelection, EditorState, Transaction, type ChangeDesc } from '@codemirror/state';
import { drawSelection, EditorView, keymap } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { m } from '../messages/messages.ts';
import { BLOCKS } from './blocks.ts';
import { fitBlocks } from './fit-blocks.ts';
import { moveItems } from './list-indentation.ts';
import type { AddPicture } from './pasted-markdown.ts';
import { toggleMark } from './toggle-mark.ts';

const LOOK = HighlightStyle.define([
  { tag: tags.heading1, fontWeight: '700', fontSize: '1.3em' },
  { tag: tags.heading2, fontWeight: '700', fontSize: '1.18em' },
  { tag: tags.heading, fontWeight: '700' },
  { tag: tags.strong, fontWeight: '700' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: tags.link, color: 'var(--accent)' },
  { tag: tags.url, color: 'var(--accent)' },
  { tag: tags.monospace, fontFamily: 'var(--app-mono)' },
  { tag: [tags.processingInstruction, tags.meta, tags.contentSeparator], color: 'var(--soft)' },
  { tag: tags.quote, color: 'var(--soft)' },
]);

const THEME = EditorView.theme({
  '&': { color: 'var(--text)', backgroundColor: 'var(--ground)', fontSize: '0.9375rem', height: '100%' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--app-mono)', lineHeight: '1.6', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--text)', padding: '1rem', minHeight: '16rem' },
  '.cm-cursor': { borderInlineStartColor: 'var(--text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--accent) 25%, var(--ground))',
  },
  '.cm-tooltip': {
    border: '1px solid var(--line)',
    borderRadius: '10px',
    backgroundColor: 'var(--ground)',
    color: 'var(--text)',
    boxShadow: 'var(--shadow)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--app-sans)', maxHeight: '18rem' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '0.35rem 0.75rem' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--soft-accent)',
    color: 'var(--text)',
  },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '700' },
  '.cm-panels': { backgroundColor: 'var(--raised)', color: 'var(--text)', fontFamily: 'var(--app-sans)' },
  '.cm-panels.cm-panels-top': { borderBlockEnd: '1px solid var(--line)' },
  '.cm-panel.cm-search': { padding: '0.5rem 2.25rem 0.5rem 0.75rem' },
  '.cm-panel.cm-search [name=close]': { insetBlockStart: '0.25rem', inlineSize: '2rem', blockSize: '2rem' },
  '.cm-panel.cm-search :is(input, button, label)': { margin: '0.15rem 0.5rem 0.15rem 0', fontSize: '0.875rem' },
  '.cm-textfield, .cm-button': {
    padding: '0.3rem 0.6rem',
    border: '1px solid var(--control-line)',
    borderRadius: '6px',
    backgroundColor: 'var(--ground)',
    backgroundImage: 'none',
    fontFamily: 'inherit',
  },
  '.cm-button:hover': { backgroundColor: 'var(--soft-accent)' },
  '.cm-searchMatch': { backgroundColor: 'var(--mark)' },
  '.cm-searchMatch.cm-searchMatch-selected': { outline: '2px solid var(--accent)' },
  '.cm-snippetField': { backgroundColor: 'var(--soft-accent)' },
});

export interface EditorOptions {
  readonly host: HTMLElement;
  readonly text: string;
  readonly label: string;
  readonly onChange: (text: string) => void;
  readonly onSave: () => void;
  readonly onFiles: (files: readonly File[]) => void;
  readonly onPicture: AddPicture;
  /** Receives a text that was pasted, if the editor was left before its pictures were added. */
  readonly onLateText: (text: string) => void;
  readonly onLink: () => void;
  /** Asks for the reusable content to include at the cursor. */
  readonly onInclude: () => void;
}

/** Place in the text that stays where it is while the text around it changes. */
export interface HeldPlace {
  /** Puts a text there, without the focus, in place of what was selected; the place is behind it then. */
  insert(text: string): void;
  release(): void;
}

interface Range {
  from: number;
  to: number;
}

/** Editor for the Markdown of a page. */
export class TextEditor {
  readonly #view: EditorView;
  /** Line break of the document; within the editor, lines end with a line feed. */
  readonly #lineBreak: string;
  readonly #held = new Set<Range>();
  #isReplacing = false;
  #isDestroyed = false;

  constructor(options: EditorOptions) {
    const { host, text, label, onChange, onSave, onFiles, onLink, onInclude } = options;
    this.#lineBreak = /\r\n|\n/.exec(text)?.[0] ?? '\n';
    // Within a shadow tree the editor adds its styles without a style element, which the policy of the page forbids.
    const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
    const command = (run: () => void) => () => {
      run();
      return true;
    };
    this.#view = new EditorView({
      parent: root,
      root,
      state: EditorState.create({
        doc: text,
        extensions: [
          history(),
          drawSelection(),
          EditorState.phrases.of(m.editing.find),
          EditorView.lineWrapping,
          // The index states that the keyboard can scroll the text.
          EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'true', dir: 'auto', tabindex: '0' }),
          markdown({ base: markdownLanguage, addKeymap: false }),
          syntaxHighlighting(LOOK),
          highlightSelectionMatches(),
          search({ top: true }),
          // The menu opens only after a slash, so that Enter is meant for it at once.
          autocompletion({ override: [completeBlock(onInclude)], icons: false, interactionDelay: 0 }),
          THEME,
          EditorView.updateListener.of((update) => {
            for (const range of this.#held) moveRange(range, update.changes);
            if (update.docChanged && !this.#isReplacing) onChange(this.text.replaceAll('\n', this.#lineBreak));
          }),
          EditorView.domEventHandlers({
            paste: (event) => this.#paste(event, options),
            drop: (event, view) =>
              takeFiles(event, event.dataTransfer, (files) => {
                moveCursorTo(view, event);
                onFiles(files);
              }),
          }),
          keymap.of([
            { key: 'Mod-s', run: command(onSave), preventDefault: true },
            { key: 'Mod-k', run: command(onLink), preventDefault: true },
            { key: 'Mod-b', run: command(() => this.wrap('**')), preventDefault: true },
            { key: 'Mod-i', run: command(() => this.wrap('_')), preventDefault: true },
            { key: 'Mod-e', run: command(() => this.wrap('`')), preventDefault: true },
            { key: 'Escape', run: (view) => leaveByKeyboard(view) },
            ...completionKeymap,
            { key: 'Enter', run: continueMarkup },
            { key: 'Backspace', run: deleteMarkupBackward },
            ...searchKeymap,
            ...historyKeymap,
            ...defaultKeymap,
            { key: 'Tab', run: moveSelectedItems('in'), shift: moveSelectedItems('out') },
            indentWithTab,
          ]),
        ],
      }),
    });
  }

  /** Text, whose lines end with a line feed. */
  get text(): string {
    return this.#view.state.doc.toString();
  }
  /** Text that is selected. */
  get selection(): string {
    const { from, to } = this.#view.state.selection.main;
    return this.#view.state.sliceDoc(from, to);
  }

  focus(): void {
    this.#view.focus();
  }
  undo(): void {
    undo(this.#view);
    this.focus();
  }
  redo(): void {
    redo(this.#view);
    this.focus();
  }

  /**
   * Replaces the whole text; only what differs, so that the cursor stays where it is. An undo takes back what was typed
   * before, and a replacement that is not undoable stays.
   */
  replace(document: string, { isUndoable }: { readonly isUndoable: boolean }): void {
    const text = withLineFeeds(document);
    const before = this.text;
    let start = 0;
    while (start < before.length && start < text.length && before[start] === text[start]) start++;
    let end = 0;
    while (
      end < before.length - start &&
      end < text.length - start &&
      before[before.length - 1 - end] === text[text.length - 1 - end]
    )
      end++;
    this.#isReplacing = true;
    this.#view.dispatch({
      changes: { from: start, to: before.length - end, insert: text.slice(start, text.length - end) },
      annotations: Transaction.addToHistory.of(isUndoable),
    });
    this.#isReplacing = false;
  }

  /** Puts marks around the selection, or removes them. */
  wrap(mark: string): void {
    const { text } = this;
    this.#view.dispatch(
      this.#view.state.changeByRange((range) => {
        const { changes, from, to } = toggleMark(text, range.from, range.to, mark);
        return { changes, range: EditorSelection.range(from, to) };
      }),
    );
    this.focus();
  }

  /** Offset of the cursor. */
  get cursor(): number {
    return this.#view.state.selection.main.head;
  }

  /** Replaces a part of the text: the one nearest to an offset. @returns false if the text does not contain the part */
  replacePart(before: string, after: string, near: number): boolean {
    const { text } = this;
    let from = text.indexOf(before);
    if (from < 0) return false;
    for (let at = from; at >= 0; at = text.indexOf(before, at + 1))
      if (Math.abs(at - near) < Math.abs(from - near)) from = at;
    this.#view.dispatch({ changes: { from, to: from + before.length, insert: after } });
    return true;
  }

  /** Replaces the selection by a text, and puts the cursor behind it. */
  insert(text: string): void {
    this.#view.dispatch(this.#view.state.replaceSelection(text));
    this.focus();
  }

  /** Holds the place of the selection for texts that are inserted later, and focuses the text. */
  holdPlace(): HeldPlace {
    const { from, to } = this.#view.state.selection.main;
    const range = { from, to };
    this.#held.add(range);
    this.focus();
    return {
      insert: (text) => {
        const { from, to } = range;
        const { main } = this.#view.state.selection;
        const end = from + withLineFeeds(text).length;
        this.#view.dispatch({
          changes: { from, to, insert: text },
          ...(main.from === from && main.to === to && { selection: { anchor: end } }),
        });
        Object.assign(range, { from: end, to: end });
      },
      release: () => this.#held.delete(range),
    };
  }

  /** Inserts a block on lines of its own, below the line of the cursor if that has text. */
  insertBlock(template: string): void {
    this.#insertSnippet(asSnippet(template));
  }

  /** Inserts Markdown like a block. */
  insertMarkdown(markdown: string): void {
    this.#insertSnippet(markdown.replace(/[{}]/g, '\\$&'));
  }

  #insertSnippet(block: string): void {
    const { doc, selection } = this.#view.state;
    const line = doc.lineAt(selection.main.head);
    const isEmpty = line.text.trim() === '';
    const isFollowed = line.number < doc.lines && doc.line(line.number + 1).text.trim() !== '';
    const written = (isEmpty ? '' : '\n\n') + block + (isFollowed ? '\n' : '');
    snippet(written)(this.#view, null, isEmpty ? line.from : line.to, line.to);
    this.focus();
  }

  destroy(): void {
    this.#isDestroyed = true;
    this.#view.destroy();
  }

  /** Takes files of the clipboard, or its formatted text as Markdown. Returns false where the plain text is pasted. */
  #paste(event: ClipboardEvent, { onFiles, onPicture, onLateText }: EditorOptions): boolean {
    const html = event.clipboardData?.getData('text/html') ?? '';
    const text = event.clipboardData?.getData('text/plain') ?? '';
    // Beside what they copy, word processors and spreadsheets offer a picture of it.
    const isText = html !== '' && text !== '';
    if (!isText && takeFiles(event, event.clipboardData, onFiles)) return true;
    if (!isText || !isConvertible(html) || isInCode(this.#view.state)) return false;
    event.preventDefault();
    const { state } = this.#view;
    void import('./pasted-markdown.ts')
      .then(({ pastedMarkdown }) => pastedMarkdown(html, onPicture))
      .catch(() => text)
      .then((pasted) => {
        if (this.#isDestroyed) return onLateText(pasted || text);
        this.#view.dispatch({ selection: placeToPaste(state, this.#view.state) });
        insertBlocks(this.#view, pasted || text);
      });
    return true;
  }
}

/** Moves a range along with changes of the text; what is written at its edges stays outside of it. */
function moveRange(range: Range, changes: ChangeDesc): void {
  const from = changes.mapPos(range.from, range.from === range.to ? -1 : 1);
  const to = changes.mapPos(range.to, -1);
  Object.assign(range, { from, to: Math.max(from, to) });
}

/** Returns a text as the editor holds it. */
const withLineFeeds = (text: string): string => text.replace(/\r\n?/g, '\n');

/** Begins another item of a list or line of a quote; in an empty item, ends the list. */
const continueMarkup = insertNewlineContinueMarkupCommand({ nonTightLists: false });

/** Moves the selected items of a list a level in or out; leaves other lines, and those of code, to the next command. */
const moveSelectedItems =
  (direction: 'in' | 'out') =>
  (view: EditorView): boolean => {
    const { doc, selection } = view.state;
    const { from, to } = selection.main;
    if (isInCode(view.state)) return false;
    const lines = doc.toString().split('\n');
    const moved = moveItems(lines, doc.lineAt(from).number - 1, doc.lineAt(to).number - 1, direction);
    if (moved === undefined) return false;
    const changes = moved.lines.map((line, index) => {
      const { from, text } = doc.line(moved.first + index + 1);
      let same = 0;
      while (same < Math.min(line.length, text.length) && line.at(-1 - same) === text.at(-1 - same)) same++;
      return { from, to: from + text.length - same, insert: line.slice(0, line.length - same) };
    });
    view.dispatch({ changes, scrollIntoView: true, userEvent: 'input.indent' });
    return true;
  };

/** Escapes braces of the format, which mark fields in snippets. */
const asSnippet = (template: string): string => template.replace(/\{%/g, '\\{%').replace(/%\}/g, '%\\}');

/** Offers blocks after a slash at the beginning of a line. */
const completeBlock =
  (onInclude: () => void) =>
  (context: CompletionContext): CompletionResult | null => {
    const found = context.matchBefore(/(?<=^\s*)\/[^\n/]*$/);
    if (found === null) return null;
    const query = found.text.slice(1).toLowerCase();
    const include = (view: EditorView, _: unknown, from: number, to: number): void => {
      view.dispatch({ changes: { from, to } });
      onInclude();
    };
    return {
      from: found.from,
      filter: false,
      options: BLOCKS.filter(
        ({ name, words }) => query === '' || `${m.blocks[name].toLowerCase()} ${words}`.includes(query),
      ).map(({ name, template }) => ({
        label: m.blocks[name],
        apply: name === 'include' ? include : snippet(asSnippet(template)),
      })),
    };
  };

/** Moves the cursor to the character that is nearest to the pointer. */
function moveCursorTo(view: EditorView, { clientX: x, clientY: y }: MouseEvent): void {
  view.dispatch({ selection: { anchor: view.posAtCoords({ x, y }, false) } });
}

function takeFiles(event: Event, from: DataTransfer | null, onFiles: (files: readonly File[]) => void): boolean {
  const files = [...(from?.files ?? [])];
  if (files.length === 0) return false;
  event.preventDefault();
  onFiles(files);
  return true;
}

/** Elements of formatted text; editors of code copy their colors without them. */
const FORMATTED = /<(?:h[1-6]|a|ul|ol|table|b|strong|i|em|img|blockquote|code|del|s)[\s>]/i;
/** Largest formatted text that is converted, in characters without its pictures. */
const MAX_FORMATTED = 1_000_000;
const isConvertible = (html: string): boolean =>
  FORMATTED.test(html) && html.replace(/\bdata:image[^"']*/g, '').length <= MAX_FORMATTED;

/**
 * Returns what a paste replaces that was begun in another state, because its pictures took a while: the selection then; at
 * another text only the cursor now.
 */
const placeToPaste = (begun: EditorState, now: EditorState): EditorSelection =>
  now.doc.eq(begun.doc) ? begun.selection : EditorSelection.single(now.selection.main.head);

/** Replaces the selection by Markdown, whose blocks get lines of their own. */
function insertBlocks(view: EditorView, markdown: string): void {
  const text = view.state.doc.toString();
  const change = view.state.changeByRange((selected) => {
    const { from, to, insert } = fitBlocks(text, selected.from, selected.to, markdown);
    return { changes: { from, to, insert }, range: EditorSelection.cursor(from + insert.length) };
  });
  view.dispatch(change, { userEvent: 'input.paste', scrollIntoView: true });
}

/** Tells whether the cursor is in code, which has no formats. */
function isInCode(state: EditorState): boolean {
  let node: ReturnType<ReturnType<typeof syntaxTree>['resolve']> | null = syntaxTree(state).resolveInner(
    state.selection.main.head,
    -1,
  );
  while (node !== null && !node.name.includes('Code')) node = node.parent;
  return node !== null;
}

/** Lets the keyboard leave the editor, in which Tab indents: after Escape the next Tab moves the focus. */
function leaveByKeyboard(view: EditorView): boolean {
  view.setTabFocusMode(2_000);
  return false;
}

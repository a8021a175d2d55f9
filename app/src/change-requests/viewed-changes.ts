import { useState } from 'preact/hooks';
import type { Page, SemanticChange } from '../api/operations.ts';
import { userId } from '../api/session.ts';
import { entryKey } from '../api/stored-entries.ts';
import { findInTree } from '../spaces/tree.ts';

const keyOfUser = (): string => entryKey('viewed', userId.value ?? '');
/** Change requests whose marks are kept; those that were marked last. */
const MAX_REQUESTS = 50;

/** Version of the changes of each page that the user has viewed, by the ID of the page. */
type Marks = Readonly<Record<string, string>>;

export interface ViewedChanges {
  /** Tells whether the changes of a page are marked as viewed, and are the same since. */
  isViewed(pageId: string, version: string): boolean;
  setViewed(pageId: string, version: string, viewed: boolean): void;
}

/** Marks of the changes that a user has viewed in a change request; the browser keeps them for each user. */
export function useViewedChanges(changeRequest: string): ViewedChanges {
  const [marks, setMarks] = useState<Marks>(() => readAll().find(([id]) => id === changeRequest)?.[1] ?? {});
  return {
    isViewed: (pageId, version) => marks[pageId] === version,
    setViewed(pageId, version, viewed) {
      const { [pageId]: _, ...others } = marks;
      const next = viewed ? { ...others, [pageId]: version } : others;
      setMarks(next);
      write(changeRequest, next);
    },
  };
}

/** Returns a text that changes with the changes of a page. @param pages tree with the changes */
export function versionOf(changes: readonly SemanticChange[], pageId: string, pages: readonly Page[]): string {
  const page = findInTree(pages, pageId)?.page;
  const documentId = page?.type === 'document' ? page.documentId : undefined;
  return JSON.stringify([documentId, changes], (name, value: unknown) => (name === 'hunks' ? undefined : value));
}

function readAll(): readonly (readonly [changeRequest: string, marks: Marks])[] {
  try {
    return JSON.parse(localStorage.getItem(keyOfUser()) ?? '[]') as readonly (readonly [string, Marks])[];
  } catch {
    // Unreadable or forbidden storage holds no marks.
    return [];
  }
}

function write(changeRequest: string, marks: Marks): void {
  const others = readAll().filter(([id]) => id !== changeRequest);
  try {
    localStorage.setItem(keyOfUser(), JSON.stringify([[changeRequest, marks], ...others].slice(0, MAX_REQUESTS)));
  } catch {
    // Full or forbidden storage keeps no marks; the screen has them.
  }
}

import type { PageNode } from '../../domain/content/content-reads.ts';
import type { File, ReusableContent, VariableValue } from '../../domain/content/page.ts';
import type { Revision } from '../../domain/content/revision.ts';
import type { UserState } from '../../domain/users.ts';
import type { BlockDocument } from '../../ports/content/block-documents.ts';
import type { ChangeRequestView } from '../change-requests/change-request-view.ts';
import type { DeferredOutput } from '../kernel/deferred-output.ts';
import type { ContentLocation } from './content-location.ts';

/** Options for the parts of a response that a caller can omit. */
export interface ReadOptions {
  /** Includes Git metadata. */
  readonly metadata: boolean;
}

/** Output that grows with the space, and the revision that it is read from. */
export type DeferredContent<Output> = DeferredOutput<Output> & { readonly place: ContentLocation };

/** Document of a page in the requested format. */
export interface PageBody {
  readonly markdown?: string;
  readonly document?: BlockDocument;
}

export interface PageView extends ReadOptions {
  readonly place: ContentLocation;
  readonly node: PageNode;
  /** True when the page or a page below it is computed. */
  readonly hasComputed?: boolean;
  /** Document of the page; absent in lists. */
  readonly body?: PageBody;
}

export interface PagesView extends ReadOptions {
  readonly place: ContentLocation;
  readonly pages: readonly PageNode[];
}

export interface FileView extends ReadOptions {
  readonly file: File;
  /** Path to download the file, relative to the public URL. */
  readonly download: string;
}

export interface RevisionView extends PagesView {
  readonly revision: Revision;
  readonly files: readonly File[];
  /** Creates the view of a file, with a link to download it. */
  readonly viewOfFile: (file: File) => FileView;
  readonly reusableContents: readonly ReusableContent[];
  readonly variables: ReadonlyMap<string, VariableValue>;
  /** Change request that this revision merged. */
  readonly mergedFrom?: ChangeRequestView;
  /** Author, if requested; absent for revisions of the system and of deleted users. */
  readonly author?: UserState;
}

export interface ReusableContentView extends ReadOptions {
  readonly content: ReusableContent;
  /** Text, if requested. */
  readonly markdown?: string | undefined;
}

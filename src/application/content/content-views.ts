import type { PageNode } from '../../domain/content/content-reads.ts';
import type { File, ReusableContent, VariableValue } from '../../domain/content/page.ts';
import type { Revision } from '../../domain/content/revision.ts';
import type { BlockDocument } from '../../ports/content/block-documents.ts';
import type { ChangeRequestView } from '../change-requests/change-request-view.ts';
import type { ContentLocation } from './content-location.ts';

/** What a reader may switch off. */
export interface ReadOptions {
  /** Whether Git metadata is shown. */
  readonly metadata: boolean;
}

/** What a page says, in the form that was asked for. */
export interface PageBody {
  readonly markdown?: string;
  readonly document?: BlockDocument;
}

export interface PageView extends ReadOptions {
  readonly place: ContentLocation;
  readonly node: PageNode;
  /** Whether the page or one below it is computed. */
  readonly hasComputed?: boolean;
  /** Absent in lists. */
  readonly body?: PageBody;
}

export interface PagesView extends ReadOptions {
  readonly place: ContentLocation;
  readonly pages: readonly PageNode[];
}

export interface FileView extends ReadOptions {
  readonly file: File;
  /** Where its bytes are, below the public URL. */
  readonly download: string;
}

export interface RevisionView extends PagesView {
  readonly revision: Revision;
  readonly files: readonly FileView[];
  readonly reusableContents: readonly ReusableContent[];
  readonly variables: ReadonlyMap<string, VariableValue>;
  /** The change request that a merge took in. */
  readonly mergedFrom?: ChangeRequestView;
}

export interface ReusableContentView extends ReadOptions {
  readonly content: ReusableContent;
}

import type { PageNode } from '../../domain/content/content-reads.ts';
import type { Hash } from '../../domain/content/objects/objects.ts';
import type { File, ReusableContent, VariableValue } from '../../domain/content/page.ts';
import type { Revision } from '../../domain/content/revision.ts';
import type { Id } from '../../domain/kernel/id.ts';
import type { BlockDocument } from '../../ports/content/block-documents.ts';
import type { ChangeRequestView } from '../change-requests/change-request-view.ts';
import { fileLink } from '../files/file-links.ts';
import type { QueryContext } from '../kernel/use-case.ts';
import type { ContentPlace } from './locate-content.ts';

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
  readonly place: ContentPlace;
  readonly node: PageNode;
  /** Whether the page or one below it is computed. */
  readonly hasComputed?: boolean;
  /** Absent in lists. */
  readonly body?: PageBody;
}

export interface PagesView extends ReadOptions {
  readonly place: ContentPlace;
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

/** Shows files of a space to the caller. */
export function filesShown({ sealer, at, now }: QueryContext<{ readonly space: Id }>, { spaceId }: { readonly spaceId: Id }, files: readonly File[], { metadata }: ReadOptions): FileView[] {
  const of = { organizationId: at.organizationId, spaceId, userId: at.caller.userId };
  return files.map((file) => ({ file, download: fileLink(sealer, { ...of, file }, now), metadata }));
}

const DIGEST = 16;
/**
 * Names one version of a document: the thing that holds it and a digest. It opens nothing by itself, as it is looked up
 * through that thing in a revision that the caller may see.
 */
export const documentIdOf = (holder: Id, document: Hash): string => `${holder}${document.slice(0, DIGEST)}`;
/** The page or reusable content that a document's id names. */
export const holderOf = (documentId: string): Id => documentId.slice(0, -DIGEST);

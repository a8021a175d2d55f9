import {
  getChangeRequestById,
  getSpaceById,
  renderPage,
  renderReusableContent,
  type Page,
  type RenderedContent,
} from '../api/operations.ts';
import { m } from '../messages/messages.ts';
import {
  documentKey,
  loadPage,
  loadReusableContent,
  pageHref,
  reusableContentHref,
  writeContent,
  type ContentChange,
  type ContentPlace,
} from '../spaces/content-place.ts';
import type { PageText, PageVersion } from './page-saver.ts';

/** Document that is edited: of a page, or of a reusable content. */
export interface EditedDocument {
  readonly place: ContentPlace;
  /** Name of the document, as a key of drafts and queries. */
  readonly key: string;
  /** Address at which it is read. */
  readonly href: string;
  /** Labels of the fields for its title and its text. */
  readonly titleLabel: string;
  readonly textLabel: string;
  read(): Promise<PageVersion>;
  /** Renders a text in place of the stored one. */
  render(markdown: string): Promise<RenderedContent>;
  /** Change that writes a text. */
  change(text: PageText, changed: { readonly title: boolean; readonly text: boolean }): ContentChange;
}

/** Writes a document on top of a revision and returns the new one. @throws ApiError 412 if it is not the last one */
export async function writeDocument(
  document: EditedDocument,
  text: PageText,
  changed: { readonly title: boolean; readonly text: boolean },
  ifMatch: string,
): Promise<string> {
  return (await writeContent(document.place, [document.change(text, changed)], ifMatch)).revision;
}

/** Reads the revision of a content, before its text: a write on top of it is refused if the text has changed since. */
async function readRevision({ spaceId, changeRequest }: ContentPlace): Promise<string> {
  const { revision } =
    changeRequest === undefined
      ? await getSpaceById({ path: { spaceId } })
      : await getChangeRequestById({ path: { spaceId, changeRequestId: changeRequest } });
  return revision;
}

const fieldsOf = (text: PageText, changed: { readonly title: boolean; readonly text: boolean }) => ({
  ...(changed.title && { title: text.title }),
  ...(changed.text && { document: { markdown: text.text } }),
});

/** Reads a page and its version. */
export async function openPage(
  place: ContentPlace,
  pageId: string,
): Promise<{ readonly page: Page; readonly version: PageVersion }> {
  const revision = await readRevision(place);
  const page = await loadPage(place, pageId);
  const text = page.type === 'document' ? (page.markdown ?? '') : '';
  return { page, version: { title: page.title, text, revision } };
}

/** Document of a page. */
export const pageDocument = (place: ContentPlace, pageId: string): EditedDocument => ({
  place,
  key: documentKey(place, pageId),
  href: pageHref(place, pageId),
  titleLabel: m.editing.pageTitle,
  textLabel: m.editing.text,
  read: async () => (await openPage(place, pageId)).version,
  render: (markdown) =>
    renderPage({
      path: { spaceId: place.spaceId, pageId },
      body: { markdown, ...(place.changeRequest && { changeRequest: place.changeRequest }) },
    }),
  change: (text, changed) => ({ operation: 'update_page', page: pageId, ...fieldsOf(text, changed) }),
});

/** Document of a reusable content. */
export const reusableContentDocument = (place: ContentPlace, id: string): EditedDocument => ({
  place,
  key: documentKey(place, id),
  href: reusableContentHref(place, id),
  titleLabel: m.reusable.titleOf,
  textLabel: m.reusable.text,
  async read() {
    const revision = await readRevision(place);
    const { title, markdown = '' } = await loadReusableContent(place, id);
    return { title, text: markdown, revision };
  },
  render: (markdown) =>
    renderReusableContent({
      path: { spaceId: place.spaceId, reusableContentId: id },
      body: { markdown, ...(place.changeRequest && { changeRequest: place.changeRequest }) },
    }),
  change: (text, changed) => ({
    operation: 'update_reusable_content',
    reusableContent: id,
    ...fieldsOf(text, changed),
  }),
});

import { locateChangeRequestContent, locatePrimaryContent, locateRevisionContent } from './locate-content.ts';
import { contentQueries } from './read-content.ts';

const primary = contentQueries(locatePrimaryContent, { openToVisitors: true });
/**
 * Gets the primary content of a space: its pages as a tree, files, reusable content and variables, without the
 * documents.
 */
export const getCurrentRevision = primary.revision('getCurrentRevision');
/** Lists the pages of the primary content of a space as a tree, without their documents. */
export const listPages = primary.pages('listPages');
/**
 * Gets a page of the primary content of a space with its document, as Markdown unless `format` says otherwise, and the
 * tree of its subpages.
 */
export const getPageById = primary.page('getPageById');
/**
 * Gets the page at a path of the primary content of a space with its document, as Markdown unless `format` says
 * otherwise, and the tree of its subpages.
 */
export const getPageByPath = primary.pageByPath('getPageByPath');
/** Lists the files of the primary content of a space, with links to download them. */
export const listFiles = primary.files('listFiles');
/** Gets a file of the primary content of a space, with a link to download it. */
export const getFileById = primary.file('getFileById');
/**
 * Gets the document of a page of the primary content of a space as blocks. Fails with `NotFound` for pages without a
 * document, such as groups and links.
 */
export const getPageDocumentById = primary.pageDocument('getPageDocumentById');
/**
 * Lists the meta links of a page of the primary content: its canonical address and its alternates, from the member `metaLinks` of
 * the front matter. A path that leads to a page of the space is answered as that page, everything else as a URL.
 */
export const listSpacePageMetaLinks = primary.pageMetaLinks('listSpacePageMetaLinks');
/**
 * Gets a document of the primary content of a space as blocks. The ID names one version of the document: once the page
 * or reusable content has changed, it is not found.
 */
export const getDocumentById = primary.document('getDocumentById');
/** Lists the reusable contents of the primary content of a space, without their texts. */
export const listReusableContents = primary.reusableContents('listReusableContents');
/** Gets a reusable content of the primary content of a space; with `format` also its text. */
export const getReusableContentById = primary.reusableContent('getReusableContentById');

const proposed = contentQueries(locateChangeRequestContent);
/**
 * Gets the content of a change request: its pages as a tree, files, reusable content and variables, without the
 * documents.
 */
export const getRevisionOfChangeRequestById = proposed.revision('getRevisionOfChangeRequestById');
/** Lists the pages of a change request as a tree, without their documents. */
export const listPagesInChangeRequest = proposed.pages('listPagesInChangeRequest');
/**
 * Gets a page of a change request with its document, as Markdown unless `format` says otherwise, and the tree of its
 * subpages.
 */
export const getPageInChangeRequestById = proposed.page('getPageInChangeRequestById');
/**
 * Gets the page at a path of a change request with its document, as Markdown unless `format` says otherwise, and the
 * tree of its subpages.
 */
export const getPageInChangeRequestByPath = proposed.pageByPath('getPageInChangeRequestByPath');
/** Lists the files of a change request, with links to download them. */
export const listFilesInChangeRequestById = proposed.files('listFilesInChangeRequestById');
/** Gets a file of a change request, with a link to download it. */
export const getFileInChangeRequestById = proposed.file('getFileInChangeRequestById');
/**
 * Gets the document of a page of a change request as blocks. Fails with `NotFound` for pages without a document, such
 * as groups and links.
 */
export const getPageDocumentInChangeRequestById = proposed.pageDocument('getPageDocumentInChangeRequestById');
/**
 * Lists the meta links of a page of a change request: its canonical address and its alternates, from the member `metaLinks` of
 * the front matter. A path that leads to a page of the space is answered as that page, everything else as a URL.
 */
export const listChangeRequestPageMetaLinks = proposed.pageMetaLinks('listChangeRequestPageMetaLinks');
/** Lists the reusable contents of a change request, without their texts. */
export const listReusableContentsInChangeRequest = proposed.reusableContents('listReusableContentsInChangeRequest');
/** Gets a reusable content of a change request; with `format` also its text. */
export const getReusableContentInChangeRequestById = proposed.reusableContent('getReusableContentInChangeRequestById');

const past = contentQueries(locateRevisionContent, { openToVisitors: true, withAuthor: true });
/**
 * Gets the content of a revision: its pages as a tree, files, reusable content and variables, without the documents.
 * Members also get the author.
 */
export const getRevisionById = past.revision('getRevisionById');
/** Lists the pages of a revision as a tree, without their documents. */
export const listPagesInRevisionById = past.pages('listPagesInRevisionById');
/**
 * Gets a page of a revision with its document, as Markdown unless `format` says otherwise, and the tree of its
 * subpages.
 */
export const getPageInRevisionById = past.page('getPageInRevisionById');
/**
 * Gets the page at a path of a revision with its document, as Markdown unless `format` says otherwise, and the tree of
 * its subpages.
 */
export const getPageInRevisionByPath = past.pageByPath('getPageInRevisionByPath');
/** Lists the files of a revision, with links to download them. */
export const listFilesInRevisionById = past.files('listFilesInRevisionById');
/** Gets a file of a revision, with a link to download it. */
export const getFileInRevisionById = past.file('getFileInRevisionById');
/**
 * Gets the document of a page of a revision as blocks. Fails with `NotFound` for pages without a document, such as
 * groups and links.
 */
export const getPageDocumentInRevisionById = past.pageDocument('getPageDocumentInRevisionById');
/**
 * Lists the meta links of a page of a revision: its canonical address and its alternates, from the member `metaLinks` of
 * the front matter. A path that leads to a page of the space is answered as that page, everything else as a URL.
 */
export const listRevisionPageMetaLinks = past.pageMetaLinks('listRevisionPageMetaLinks');
/** Lists the reusable contents of a revision, without their texts. */
export const listReusableContentsInRevisionById = past.reusableContents('listReusableContentsInRevisionById');
/** Gets a reusable content of a revision; with `format` also its text. */
export const getReusableContentInRevisionById = past.reusableContent('getReusableContentInRevisionById');
/** Gets the document of a reusable content of a revision as blocks. */
export const getReusableContentDocumentInRevisionById = past.reusableContentDocument(
  'getReusableContentDocumentInRevisionById',
);

import { changeRequestContent, primaryContent, revisionContent } from './locate-content.ts';
import { contentQueries } from './read-content.ts';

const primary = contentQueries(primaryContent);
export const getCurrentRevision = primary.revision('getCurrentRevision');
export const listPages = primary.pages('listPages');
export const getPageById = primary.page('getPageById');
export const getPageByPath = primary.pageByPath('getPageByPath');
export const listFiles = primary.files('listFiles');
export const getFileById = primary.file('getFileById');
export const getPageDocument = primary.pageDocument('getPageDocumentById');
export const getDocument = primary.document('getDocumentById');
export const getReusableContent = primary.reusableContent('getReusableContentById');

const proposed = contentQueries(changeRequestContent);
export const getRevisionOfChangeRequest = proposed.revision('getRevisionOfChangeRequestById');
export const listPagesInChangeRequest = proposed.pages('listPagesInChangeRequest');
export const getPageInChangeRequestById = proposed.page('getPageInChangeRequestById');
export const getPageInChangeRequestByPath = proposed.pageByPath('getPageInChangeRequestByPath');
export const listFilesInChangeRequest = proposed.files('listFilesInChangeRequestById');
export const getFileInChangeRequest = proposed.file('getFileInChangeRequestById');
export const getPageDocumentInChangeRequest = proposed.pageDocument('getPageDocumentInChangeRequestById');
export const getReusableContentInChangeRequest = proposed.reusableContent('getReusableContentInChangeRequestById');

const past = contentQueries(revisionContent);
export const getRevisionById = past.revision('getRevisionById');
export const listPagesInRevision = past.pages('listPagesInRevisionById');
export const getPageInRevisionById = past.page('getPageInRevisionById');
export const getPageInRevisionByPath = past.pageByPath('getPageInRevisionByPath');
export const listFilesInRevision = past.files('listFilesInRevisionById');
export const getFileInRevision = past.file('getFileInRevisionById');
export const getPageDocumentInRevision = past.pageDocument('getPageDocumentInRevisionById');
export const getReusableContentInRevision = past.reusableContent('getReusableContentInRevisionById');

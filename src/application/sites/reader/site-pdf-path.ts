import type { PageId, SiteSpaceId } from '../../../domain/kernel/id.ts';
import { RESERVED_SEGMENT } from '../../../domain/sites/site-names.ts';
import type { SiteAddress } from './site-address.ts';

/** Builds the path of the PDF file of a space, or of one of its pages. */
export const sitePdfPath = ({ basePath }: SiteAddress, siteSpaceId: SiteSpaceId, pageId?: PageId): string =>
  `${basePath}${RESERVED_SEGMENT}/pdf/${siteSpaceId}${pageId === undefined ? '' : `/${pageId}`}`;

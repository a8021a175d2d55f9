/** What an upload is for (contract: StorageUploadKind; archives are ours). */
export const UPLOAD_KINDS = ['customization_font', 'import_file', 'organization_file', 'space_archive'] as const;
export type UploadKind = (typeof UPLOAD_KINDS)[number];

interface UploadRule {
  /** What such a file is called, for those who sent something else. */
  readonly noun: string;
  /** Media types that it may be announced as and turn out to be; undefined: any. */
  readonly types?: readonly string[];
  /** How many bytes it may have, at most; undefined: as many as a file. */
  readonly maxBytes?: (limits: UploadLimits) => number;
}

/** In bytes. */
export interface UploadLimits {
  /** What becomes a file of a space. */
  readonly file: number;
  /** What is unpacked into one. */
  readonly archive: number;
}

const MEGABYTE = 1024 * 1024;
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

const RULES: Readonly<Record<UploadKind, UploadRule>> = {
  customization_font: {
    noun: 'a font (WOFF2, WOFF, OpenType or TrueType)',
    types: [
      'font/woff2',
      'font/woff',
      'font/otf',
      'font/ttf',
      'font/sfnt',
      'application/font-woff2',
      'application/font-woff',
      'application/x-font-woff',
      'application/x-font-otf',
      'application/x-font-ttf',
      'application/x-font-truetype',
      'application/vnd.ms-opentype',
    ],
    maxBytes: ({ file }) => Math.min(5 * MEGABYTE, file),
  },
  import_file: {
    noun: 'a document to import (Markdown, HTML, text, CSV, Word) or a ZIP archive of such documents',
    types: [
      'text/markdown',
      'text/x-markdown',
      'text/html',
      'text/plain',
      'text/csv',
      'application/zip',
      'application/x-zip-compressed',
      WORD,
    ],
  },
  organization_file: { noun: 'a file' },
  space_archive: {
    noun: 'a ZIP archive',
    types: ['application/zip', 'application/x-zip-compressed'],
    maxBytes: ({ archive }) => archive,
  },
};

/** Without parameters, in lower case. */
const bareMediaType = (mediaType: string): string => mediaType.split(';', 1)[0]!.trim().toLowerCase();

/** Whether an upload of a kind may be of a media type, parameters apart. */
export const acceptsMediaType = (kind: UploadKind, mediaType: string): boolean =>
  RULES[kind].types?.includes(bareMediaType(mediaType)) ?? true;
/** How many bytes an upload of a kind may have. */
export const maxBytesOf = (kind: UploadKind, limits: UploadLimits): number =>
  RULES[kind].maxBytes?.(limits) ?? limits.file;
/** What an upload of a kind has to be, in words. */
export const describeUploadKind = (kind: UploadKind): string => RULES[kind].noun;

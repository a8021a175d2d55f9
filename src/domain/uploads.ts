import { Aggregate, type State } from './kernel/aggregate.ts';
import { Conflict } from './kernel/errors.ts';
import type { Id } from './kernel/id.ts';

/** How long its address takes the bytes, and how long its key can be used; milliseconds from its beginning. */
export const UPLOAD_URL_LIFETIME_MS = 60 * 60 * 1000;
export const UPLOAD_LIFETIME_MS = 24 * 60 * 60 * 1000;

export interface UploadState extends State {
  readonly organizationId: Id;
  /** Who may send the bytes and use the key. */
  readonly createdBy: Id;
  readonly kind: UploadKind;
  readonly name: string;
  /** A media type, as it was announced. */
  readonly contentType: string;
  /** In bytes, as it was announced; the bytes that come must be as many. */
  readonly size: number;
  readonly createdAt: string;
  /** Hash of the bytes; null until they are here. Until the upload is gone, nothing may take them away. */
  readonly blob: string | null;
}

/** A file that is announced, then sent once, then used once by its key; gone after a day. */
export class Upload extends Aggregate<UploadState> {
  static readonly kind = 'upload';
  static restore = (state: UploadState) => new Upload(state);

  static create(of: Omit<UploadState, 'blob'>): Upload {
    const upload = new Upload({ ...of, blob: null });
    upload.record('upload.announced', { kind: of.kind, size: of.size });
    return upload;
  }

  /** The bytes are here. @throws Conflict when they were before */
  receive(blob: string): void {
    requireNotReceived(this.state);
    this.apply({ blob }, 'upload.received');
  }
}

/** @throws Conflict when the bytes were sent already */
export function requireNotReceived({ blob }: UploadState): void {
  if (blob !== null) throw new Conflict('this upload URL has already been used; request a new one');
}

/** Whether the address still takes the bytes. @param now ISO 8601 */
export const acceptsBytes = ({ createdAt }: UploadState, now: string): boolean =>
  Date.parse(now) < Date.parse(createdAt) + UPLOAD_URL_LIFETIME_MS;
/** Whether the key can still be used. @param now ISO 8601 */
export const isUsable = ({ createdAt }: UploadState, now: string): boolean =>
  Date.parse(now) < Date.parse(createdAt) + UPLOAD_LIFETIME_MS;

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

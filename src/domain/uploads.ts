import { Aggregate, type State } from './kernel/aggregate.ts';
import { Conflict } from './kernel/errors.ts';
import type { ImportRunId, OrganizationId, UserId, UploadId } from './kernel/id.ts';
import { DAY_MS, HOUR_MS } from './kernel/time.ts';

/**
 * Time for which the upload URL accepts bytes, and for which the key can be used, in milliseconds from the creation.
 */
const UPLOAD_URL_LIFETIME_MS = HOUR_MS;
export const UPLOAD_LIFETIME_MS = DAY_MS;

export interface UploadState extends State {
  readonly id: UploadId;
  readonly organizationId: OrganizationId;
  /** User who may send the bytes and use the key. */
  readonly createdBy: UserId;
  readonly kind: UploadKind;
  readonly name: string;
  /** Announced media type. */
  readonly contentType: string;
  /** Announced size in bytes, which the upload must match. */
  readonly size: number;
  readonly createdAt: string;
  /**
   * Hash of the bytes; null until they are received. Protects the blob from garbage collection while the upload exists.
   */
  readonly blob: string | null;
  /** Import run that reads the bytes, after which the upload is deleted; null for none. */
  readonly importRunId: ImportRunId | null;
}

/** File upload: announced, received once, and used once by its key; deleted after a day. */
export class Upload extends Aggregate<UploadState> {
  static readonly kind = 'upload';
  static restore = (state: UploadState) => new Upload(state);

  static create(of: Omit<UploadState, 'blob' | 'importRunId'>): Upload {
    const upload = new Upload({ ...of, blob: null, importRunId: null });
    upload.record('upload.announced', { kind: of.kind, size: of.size });
    return upload;
  }

  /**
   * Records the received bytes.
   * @returns false if these bytes were received before
   * @throws UploadUsed if others were
   */
  receive(blob: string): boolean {
    if (this.state.blob === blob) return false;
    if (this.state.blob !== null) throw new UploadUsed();
    this.apply({ blob }, 'upload.received');
    return true;
  }

  /** Reserves the upload for an import run; its key cannot be used again. */
  reserve(importRunId: ImportRunId): void {
    this.applySilently({ importRunId });
  }
}

/** The upload has other bytes already. */
export class UploadUsed extends Conflict {
  constructor() {
    super('this upload URL has already been used; request a new one');
  }
}

/**
 * Tells whether the upload URL still accepts the bytes.
 * @param now ISO 8601
 */
export const acceptsBytes = ({ createdAt }: UploadState, now: string): boolean =>
  Date.parse(now) < Date.parse(createdAt) + UPLOAD_URL_LIFETIME_MS;
/**
 * Tells whether the key can still be used.
 * @param now ISO 8601
 */
export const isUsable = ({ createdAt, importRunId }: UploadState, now: string): boolean =>
  importRunId === null && Date.parse(now) < Date.parse(createdAt) + UPLOAD_LIFETIME_MS;

/** Purposes of uploads. */
export const UPLOAD_KINDS = ['customization_font', 'import_file', 'organization_file', 'space_archive'] as const;
export type UploadKind = (typeof UPLOAD_KINDS)[number];
interface UploadRule {
  /** Description of the expected file, for error messages. */
  readonly noun: string;
  /** Media types that may be announced and detected; undefined for any. */
  readonly types?: readonly string[];
  /** Maximum size in bytes; undefined for the limit of files. */
  readonly maxBytes?: (limits: UploadLimits) => number;
}

/** Size limits in bytes. */
export interface UploadLimits {
  /** Limit of a file of a space. */
  readonly file: number;
  /** Limit of an archive that is imported into a space. */
  readonly archive: number;
}

/** Maximum size of a font file in bytes. */
const MAX_FONT_BYTES = 5 * 1024 * 1024;
const RULES: Readonly<Record<UploadKind, UploadRule>> = {
  customization_font: {
    noun: 'a WOFF2, WOFF, TrueType or OpenType font',
    types: [
      ...['woff2', 'woff', 'ttf', 'otf'].map((format) => `font/${format}`),
      // Types that browsers and tools announce, which are never detected.
      ...['font-woff2', 'font-woff', 'x-font-woff', 'x-font-ttf', 'x-font-otf', 'font-sfnt'].map(
        (name) => `application/${name}`,
      ),
    ],
    maxBytes: ({ file }) => Math.min(file, MAX_FONT_BYTES),
  },
  import_file: { noun: 'a file to import', maxBytes: ({ archive }) => archive },
  organization_file: { noun: 'a file' },
  space_archive: {
    noun: 'a ZIP archive',
    types: ['application/zip', 'application/x-zip-compressed'],
    maxBytes: ({ archive }) => archive,
  },
};

/** Removes the parameters of a media type and lower-cases it. */
const bareMediaType = (mediaType: string): string => mediaType.split(';', 1)[0]!.trim().toLowerCase();

/** Tells whether an upload of a kind may have a media type, ignoring parameters. */
export const acceptsMediaType = (kind: UploadKind, mediaType: string): boolean =>
  RULES[kind].types?.includes(bareMediaType(mediaType)) ?? true;
/** Returns the maximum size of an upload of a kind in bytes. */
export const maxBytesOf = (kind: UploadKind, limits: UploadLimits): number =>
  RULES[kind].maxBytes?.(limits) ?? limits.file;
/** Describes the expected file of an upload of a kind. */
export const describeUploadKind = (kind: UploadKind): string => RULES[kind].noun;

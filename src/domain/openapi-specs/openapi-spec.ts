import type { Initiator, Pause, PauseReason } from '../permissions/pause.ts';
import { Aggregate, type State } from '../kernel/aggregate.ts';
import type { Id, OrganizationId, OpenAPISpecId } from '../kernel/id.ts';

/** Format of a specification's slug. */
export const SPEC_SLUG_PATTERN = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
export const MAX_SPEC_SLUG_LENGTH = 100;
/** Maximum size of a document in bytes, including the documents it references. */
export const MAX_SPEC_BYTES = 16 * 1024 * 1024;
/** Maximum number of specifications of one organization. */
export const MAX_SPECS = 100;
/** Maximum number of versions kept per specification; the oldest are deleted first. */
export const MAX_VERSIONS = 100;

export const SPEC_VISIBILITIES = ['private', 'public'] as const;
export type SpecVisibility = (typeof SPEC_VISIBILITIES)[number];

/** States of processing: waiting to be read or retried; being read; read or failed. */
export const PROCESSING_STATES = ['pending', 'progress', 'complete'] as const;
export type ProcessingState = (typeof PROCESSING_STATES)[number];

export const PROCESS_ERROR_CODES = ['FETCH_TIMEOUT', 'FETCH_ERROR', 'PARSE_ERROR'] as const;
export type ProcessErrorCode = (typeof PROCESS_ERROR_CODES)[number];

/** Reason why the last version does not reflect the source. */
export interface ProcessError {
  readonly code: ProcessErrorCode;
  /** Message for the people who maintain the specification. */
  readonly message: string;
}

/** Source of the document: a URL, or the hash of a submitted text. */
export type SpecSource = { readonly url: string } | { readonly text: string };

export interface OpenAPISpecState extends State {
  readonly id: OpenAPISpecId;
  readonly organizationId: OrganizationId;
  readonly slug: string;
  /** Null for a submitted text. */
  readonly sourceURL: string | null;
  /** Hash of the submitted text; null if the source is a URL. */
  readonly sourceText: string | null;
  readonly visibility: SpecVisibility;
  readonly processingState: ProcessingState;
  /** Id of the latest run; results of earlier runs are discarded. */
  readonly run: Id;
  readonly lastVersion: Id | null;
  readonly lastProcessedAt: string | null;
  readonly lastProcessErrorCode: ProcessErrorCode | null;
  readonly lastProcessErrorMessage: string | null;
  /**
   * User with whose permissions the source is read, who set or refreshed it last, and the origin of the credential; null
   * if unknown.
   */
  readonly orderedBy: Id | null;
  readonly via: string | null;
  /** Set while the source is not read because that user lost the permission. */
  readonly paused: Pause | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

const MAX_MESSAGE_LENGTH = 1_000;

/** Returns the fields that a new initiator changes. */
const initiatorFields = ({
  userId: orderedBy,
  via,
}: Initiator): Pick<OpenAPISpecState, 'orderedBy' | 'via' | 'paused'> => ({
  orderedBy,
  via,
  paused: null,
});

const sourceFields = (source: SpecSource): Pick<OpenAPISpecState, 'sourceURL' | 'sourceText'> =>
  'url' in source ? { sourceURL: source.url, sourceText: null } : { sourceURL: null, sourceText: source.text };

/** Returns the audit log data of a source; a submitted text is not included. */
const sourceEventData = (source: SpecSource): Readonly<Record<string, unknown>> =>
  'url' in source ? { url: source.url } : { text: 'given' };

/**
 * OpenAPI specification of an organization, read from its source repeatedly; each change of its content is a version.
 */
export class OpenAPISpec extends Aggregate<OpenAPISpecState> {
  static readonly kind = 'OpenAPI specification';
  static restore = (state: OpenAPISpecState) => new OpenAPISpec(state);

  /**
   * Adds a specification.
   * @param run id of the first run, which the caller must start
   */
  static add(of: {
    id: Id;
    organizationId: OrganizationId;
    slug: string;
    source: SpecSource;
    run: Id;
    by: Initiator;
    at: string;
  }): OpenAPISpec {
    const { source, by, at, ...rest } = of;
    const spec = new OpenAPISpec({
      ...rest,
      ...sourceFields(source),
      ...initiatorFields(by),
      visibility: 'private',
      processingState: 'pending',
      lastVersion: null,
      lastProcessedAt: null,
      lastProcessErrorCode: null,
      lastProcessErrorMessage: null,
      createdAt: at,
      updatedAt: at,
    });
    spec.record('openapi-spec.created', { slug: of.slug, ...sourceEventData(source) });
    return spec;
  }

  /** Changes the source; the caller must start the run. */
  changeSource(source: SpecSource, run: Id, by: Initiator, at: string): void {
    this.apply(
      { ...sourceFields(source), ...initiatorFields(by), processingState: 'pending', run, updatedAt: at },
      'openapi-spec.source-changed',
      sourceEventData(source),
    );
  }

  /** Starts a run on request of a user; ends a pause. */
  refresh(run: Id, by: Initiator, at: string): void {
    this.apply({ ...initiatorFields(by), processingState: 'pending', run, updatedAt: at }, 'openapi-spec.refreshed');
  }

  /** Starts a scheduled run. */
  scheduleRead(run: Id): void {
    this.applySilently({ processingState: 'pending', run });
  }

  changeVisibility(visibility: SpecVisibility, at: string): void {
    if (visibility !== this.state.visibility)
      this.apply({ visibility, updatedAt: at }, 'openapi-spec.visibility-changed', { visibility });
  }

  /** Tells whether this is the latest run and it has not finished. */
  isPendingRun(run: Id): boolean {
    return this.state.run === run && this.state.processingState !== 'complete';
  }

  startProcessing(): void {
    this.applySilently({ processingState: 'progress' });
  }

  /** Records a failed run that will be retried. */
  retryLater({ code, message }: ProcessError): void {
    this.applySilently({
      processingState: 'pending',
      lastProcessErrorCode: code,
      lastProcessErrorMessage: message.slice(0, MAX_MESSAGE_LENGTH),
    });
  }

  /**
   * Stops reading until a user refreshes the specification; the last version stays.
   * @returns the pause; undefined if it was paused already
   */
  pause(reason: PauseReason, at: string): Pause | undefined {
    if (this.state.paused !== null) return undefined;
    const paused = { reason, since: at };
    const { orderedBy: userId } = this.state;
    this.apply({ processingState: 'complete', paused }, 'openapi-spec.paused', { reason, userId });
    return paused;
  }

  /** Records the final failure of a run; the last version stays. */
  fail({ code, message }: ProcessError, at: string): void {
    const failed = {
      processingState: 'complete',
      lastProcessedAt: at,
      lastProcessErrorCode: code,
      lastProcessErrorMessage: message.slice(0, MAX_MESSAGE_LENGTH),
    } as const;
    this.apply(failed, 'openapi-spec.failed', { code });
  }

  /** Records a successful run; `version` may be the previous version if nothing changed. */
  completeProcessing(version: Id, at: string): void {
    const isNew = version !== this.state.lastVersion;
    this.applySilently({
      processingState: 'complete',
      lastVersion: version,
      lastProcessedAt: at,
      lastProcessErrorCode: null,
      lastProcessErrorMessage: null,
      ...(isNew && { updatedAt: at }),
    });
    if (isNew) this.record('openapi-spec.version-added', { version });
  }

  delete(): void {
    this.record('openapi-spec.deleted', { slug: this.state.slug });
  }
}

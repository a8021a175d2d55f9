import type { Initiator, Pause, PauseReason } from '../permissions/pause.ts';
import { Aggregate, type State } from '../kernel/aggregate.ts';
import type { Id } from '../kernel/id.ts';

/** What a specification is called in addresses (specification: slug). */
export const SPEC_SLUG_PATTERN = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
export const MAX_SPEC_SLUG_LENGTH = 100;
/** Bytes of a document, with all that it refers to. */
export const MAX_SPEC_BYTES = 16 * 1024 * 1024;
/** Specifications of one organization. */
export const MAX_SPECS = 100;
/** Versions that are kept of one specification; the oldest go first. */
export const MAX_VERSIONS = 100;

export const SPEC_VISIBILITIES = ['private', 'public'] as const;
export type SpecVisibility = (typeof SPEC_VISIBILITIES)[number];

/** Waiting to be read or to be tried again; being read; read, or given up. */
export const PROCESSING_STATES = ['pending', 'progress', 'complete'] as const;
export type ProcessingState = (typeof PROCESSING_STATES)[number];

export const PROCESS_ERROR_CODES = ['FETCH_TIMEOUT', 'FETCH_ERROR', 'PARSE_ERROR'] as const;
export type ProcessErrorCode = (typeof PROCESS_ERROR_CODES)[number];

/** Why the last version is not what the source says now. */
export interface ProcessError {
  readonly code: ProcessErrorCode;
  /** In words for whoever looks after the specification. */
  readonly message: string;
}

/** Where the document comes from: an address, or the hash of the text that was given. */
export type SpecSource = { readonly url: string } | { readonly text: string };

export interface OpenAPISpecState extends State {
  readonly organizationId: Id;
  readonly slug: string;
  /** Null where the text itself was given. */
  readonly sourceURL: string | null;
  /** Hash of the text that was given; null where it is fetched. */
  readonly sourceText: string | null;
  readonly visibility: SpecVisibility;
  readonly processingState: ProcessingState;
  /** Names what is or was read last: what comes of an earlier reading is not taken any more. */
  readonly run: Id;
  readonly lastVersion: Id | null;
  readonly lastProcessedAt: string | null;
  readonly lastProcessErrorCode: ProcessErrorCode | null;
  readonly lastProcessErrorMessage: string | null;
  /** Person on whose rights the source is read, with `via`: whoever set or refreshed it last; null where that is not known. */
  readonly orderedBy: Id | null;
  readonly via: string | null;
  /** Set while the source is not read because that person lost the right to it. */
  readonly paused: Pause | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

const MAX_MESSAGE_LENGTH = 1_000;

/** Change of an order: the person whose rights count from then on. */
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

/** What the audit log says of a source: a text is only known to have been given. */
const sourceEventData = (source: SpecSource): Readonly<Record<string, unknown>> =>
  'url' in source ? { url: source.url } : { text: 'given' };

/** An OpenAPI specification of an organization, read from its source again and again; each state of it is a version. */
export class OpenAPISpec extends Aggregate<OpenAPISpecState> {
  static readonly kind = 'OpenAPI specification';
  static restore = (state: OpenAPISpecState) => new OpenAPISpec(state);

  /** @param run the first reading, which has to follow */
  static add(of: {
    id: Id;
    organizationId: Id;
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

  /** From now on it is read from there; a reading has to follow. */
  changeSource(source: SpecSource, run: Id, by: Initiator, at: string): void {
    this.apply(
      { ...sourceFields(source), ...initiatorFields(by), processingState: 'pending', run, updatedAt: at },
      'openapi-spec.source-changed',
      sourceEventData(source),
    );
  }

  /** Its source is read again, because somebody asked for it; ends a pause. */
  refresh(run: Id, by: Initiator, at: string): void {
    this.apply({ ...initiatorFields(by), processingState: 'pending', run, updatedAt: at }, 'openapi-spec.refreshed');
  }

  /** Its source is read again, because it is time. */
  scheduleRead(run: Id): void {
    this.applySilently({ processingState: 'pending', run });
  }

  changeVisibility(visibility: SpecVisibility, at: string): void {
    if (visibility !== this.state.visibility)
      this.apply({ visibility, updatedAt: at }, 'openapi-spec.visibility-changed', { visibility });
  }

  /** Whether this is the reading that counts, and still has to come to an end. */
  isPendingRun(run: Id): boolean {
    return this.state.run === run && this.state.processingState !== 'complete';
  }

  startProcessing(): void {
    this.applySilently({ processingState: 'progress' });
  }

  /** It could not be had, and will be tried again. */
  retryLater({ code, message }: ProcessError): void {
    this.applySilently({
      processingState: 'pending',
      lastProcessErrorCode: code,
      lastProcessErrorMessage: message.slice(0, MAX_MESSAGE_LENGTH),
    });
  }

  /** Stops reading until somebody orders it again; the last version stays. @returns the pause; undefined where there is one */
  pause(reason: PauseReason, at: string): Pause | undefined {
    if (this.state.paused !== null) return undefined;
    const paused = { reason, since: at };
    const { orderedBy: userId } = this.state;
    this.apply({ processingState: 'complete', paused }, 'openapi-spec.paused', { reason, userId });
    return paused;
  }

  /** It was given up; the last version stays. */
  fail({ code, message }: ProcessError, at: string): void {
    const failed = {
      processingState: 'complete',
      lastProcessedAt: at,
      lastProcessErrorCode: code,
      lastProcessErrorMessage: message.slice(0, MAX_MESSAGE_LENGTH),
    } as const;
    this.apply(failed, 'openapi-spec.failed', { code });
  }

  /** It was read; `version` is what it says, which may be the one that there was. */
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

import type { ComponentChildren } from 'preact';
import { AnotherUserError, ApiError, sentence } from '../api/api-error.ts';
import { hasSession, isSessionOver, type SessionLoss } from '../api/session.ts';
import { m } from '../messages/messages.ts';
import { Button } from './button.tsx';

/** Says what went wrong, what to do, and the ID of the request for the operator. */
export function ErrorNotice({
  error,
  onRetry,
}: {
  readonly error: unknown;
  readonly onRetry?: (() => void) | undefined;
}) {
  if (error === undefined) return null;
  const mustSignIn = lossOf(error) !== undefined && hasSession.value;
  // Once the user continues, nothing of this is true any longer; the next request tells whether it is.
  if (mustSignIn && !isSessionOver.value) return null;
  const { message, requestId, advice } = describeProblem(error);
  return (
    <div class="notice danger" role="alert">
      <p>
        <strong>{message}</strong> {advice}
      </p>
      {requestId && (
        <p class="soft">
          {m.errors.requestId} <code>{requestId}</code>
        </p>
      )}
      {(mustSignIn || onRetry) && (
        <p class="actions">
          {mustSignIn && <SignInAgain />}
          {onRetry && <Button onClick={onRetry}>{m.errors.retry}</Button>}
        </p>
      )}
    </div>
  );
}

/** Link that signs in again beside the present screen. */
export const SignInAgain = () => (
  <a class="button primary" href="/sign-in?to=/app" target="_blank" rel="noreferrer">
    {m.session.signInAgain}
  </a>
);

/** Returns why the session does not serve a request any longer; undefined for other errors. */
function lossOf(error: unknown): SessionLoss | undefined {
  if (error instanceof AnotherUserError) return 'replaced';
  return error instanceof ApiError && error.status === 401 ? 'ended' : undefined;
}

/** Describes an error for people. */
export function describeProblem(error: unknown): { message: string; requestId: string | undefined; advice: string } {
  if (!(error instanceof ApiError))
    return {
      message: sentence(error instanceof Error ? error.message : String(error)),
      requestId: undefined,
      advice: '',
    };
  const { status, message, requestId, details } = error;
  const loss = lossOf(error);
  if (loss !== undefined)
    return { message: `${m.session.titles[loss]}.`, requestId, advice: m.session.explanations[loss] };
  const text = describeIssues(details['issues']) ?? message;
  const advice =
    status === 0
      ? m.errors.offline
      : status === 403
        ? m.errors.forbidden
        : status === 404
          ? m.errors.missing
          : status === 412
            ? m.errors.changed
            : status === 429
              ? m.errors.tooMany
              : status >= 500
                ? m.errors.internal
                : '';
  return { message: sentence(text), requestId, advice };
}

/** Describes what is wrong with the fields of a request, by the labels that forms have for them. */
function describeIssues(issues: unknown): string | undefined {
  if (!Array.isArray(issues) || issues.length === 0) return undefined;
  return (issues as readonly { readonly path?: string; readonly message: string }[])
    .map(({ path = '', message }) => {
      // Labels are kept by paths without positions, which the API counts from 0 and people from 1.
      const label = m.errors.fields[path.replace(/\.\d+(?=\.|$)/g, '')];
      const position = /\.(\d+)$/.exec(path)?.[1];
      const place = label === undefined ? path : position === undefined ? label : `${label} (${Number(position) + 1})`;
      return place === '' ? message : `${place}: ${message}`;
    })
    .join('; ');
}

/** Says that something is being loaded; appears after a moment, so that quick answers do not flicker. */
export const Loading = ({ label = m.common.loading }: { readonly label?: string }) => (
  <p class="loading" role="status">
    <span class="spinner" aria-hidden="true" />
    {label}
  </p>
);

/** Stands where a list is empty, and offers what to do. */
export const Empty = ({ title, children }: { readonly title: string; readonly children?: ComponentChildren }) => (
  <div class="empty">
    <p class="empty-title">{title}</p>
    {children}
  </div>
);

/** Progress of long work; without a total it only says that work goes on. */
export const Progress = ({
  label,
  done,
  total,
}: {
  readonly label: string;
  readonly done?: number;
  readonly total?: number;
}) => (
  <div class="progress" role="status">
    <span>{label}</span>
    <progress aria-label={label} {...(total !== undefined && total > 0 && { value: done ?? 0, max: total })} />
  </div>
);

/** Returns the title of a screen whose data cannot be loaded; undefined as long as it may be. */
export function titleOfFailure(of: { readonly data: unknown; readonly error: unknown }): string | undefined {
  if (of.data !== undefined || of.error === undefined) return undefined;
  return of.error instanceof ApiError && of.error.status === 404 ? m.errors.notFound : m.errors.failed;
}

/** Shows data when it is there, and until then that it is loaded or why it is not. */
export function Loaded<Data>({
  of,
  isScreen = false,
  children,
}: {
  readonly of: { readonly data: Data | undefined; readonly error: unknown; reload(): void };
  /** True if the screen is about the data, so that a failure is its heading. */
  readonly isScreen?: boolean;
  readonly children: (data: Data) => ComponentChildren;
}) {
  if (of.data === undefined)
    return of.error === undefined ? (
      <Loading />
    ) : (
      <>
        {isScreen && <h1>{titleOfFailure(of)}</h1>}
        <ErrorNotice error={of.error} onRetry={of.reload} />
      </>
    );
  return (
    <>
      {of.error !== undefined && <ErrorNotice error={of.error} onRetry={of.reload} />}
      {children(of.data)}
    </>
  );
}

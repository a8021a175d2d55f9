import type { DatabaseError } from 'pg';
import { Conflict, StaleWrite, TransactionAborted } from '../../../../domain/kernel/errors.ts';
import { UnstorableText } from '../../../../domain/kernel/storable-text.ts';
import { DatabaseUnavailable, type DatabaseFailure } from '../../../../ports/kernel/unit-of-work.ts';

/** SQLSTATE that the database function `require_written` raises. */
const STALE_WRITE = 'QR001';
/** SQLSTATEs after which the whole transaction may succeed when it is run again. */
const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';
/**
 * SQLSTATE raised when a parent row is deleted while a child is inserted: the next attempt finds the parent missing.
 */
const FOREIGN_KEY_VIOLATION = '23503';
const UNIQUE_VIOLATION = '23505';
/** SQLSTATEs of texts with a NUL: in `text`, and in JSON. */
const CHARACTER_NOT_IN_REPERTOIRE = '22021';
const UNTRANSLATABLE_CHARACTER = '22P05';
/** SQLSTATE of a lone surrogate in JSON, and of any malformed input. */
const INVALID_TEXT_REPRESENTATION = '22P02';
/**
 * SQLSTATEs of a server that is starting, stopping, full, closed by `ALLOW_CONNECTIONS false`, or ended the session; and
 * error codes of the network.
 */
const UNREACHABLE =
  /^(?:57P0[1-5]|55000|53[34]00|25P0[34]|08\w{3}|ECONN\w+|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE)$/;
/** Messages of the driver that have no code. */
const NO_CONNECTION =
  /^(?:timeout expired|timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/;
/** Message of the driver when the server did not answer a statement at all. */
const NO_ANSWER = 'Query read timeout';
/** SQLSTATE of a write to a standby or a read-only database. */
const READ_ONLY = '25006';
/** SQLSTATEs of a server that is well and cannot do what it was asked for. */
const FAILURES: Readonly<Record<string, DatabaseFailure>> = {
  '57014': 'too-slow',
  '55P03': 'locked',
  [READ_ONLY]: 'read-only',
  '53100': 'full',
};

/** Messages of conflicts, by the uniqueness constraint that was violated. */
const UNIQUE: Readonly<Record<string, string>> = {
  users_email_unique: 'a user with this e-mail address exists already',
  api_tokens_hash_unique: 'this token exists already',
  members_user_unique: 'the user is a member already',
  saml_identities_name_unique: 'the identity provider uses this name already',
  organizations_hostname_unique: 'the hostname is taken',
  email_domains_proven_unique: 'the e-mail domain is proven by another organization',
  email_domains_claim_unique: 'the organization claims the e-mail domain already',
  organization_keys_unique: 'the organization has a key already',
  team_members_user_unique: 'the user is in the team already',
  grants_holder_unique: 'there is a permission for this user or team here already',
  openapi_specs_slug_unique: 'the slug is taken by another specification of the organization',
  credentials_reset_unique: 'this link exists already',
  invites_hash_unique: 'this invitation exists already',
  invites_email_unique: 'the address is invited already',
  change_requests_number_unique: 'the number is taken',
  review_requests_user_unique: 'the user is asked for a review already',
  review_requests_team_unique: 'the team is asked for a review already',
  git_syncs_pkey: 'the space is importing already; see git/info',
  git_follows_pkey: 'the space follows a branch already',
  sites_basename_unique: 'the basename is taken',
  sites_hostname_unique: 'the hostname is taken',
  site_redirects_source_unique: 'the site already has a redirect from this source',
  site_share_links_key_unique: 'this link exists already',
  site_sections_path_unique: 'the path is taken by another section of the site',
  site_spaces_path_unique: 'the path is taken by another space of the site',
  site_spaces_space_unique: 'the space is already part of the site',
};

type DriverError = Partial<Pick<DatabaseError, 'code' | 'constraint' | 'message'>>;

/** Translates an error of connecting or of a statement that changes nothing into the error that callers know. */
export function readError(error: unknown): unknown {
  const { code = '', message = '' } = error as DriverError;
  if (isUnstorable(code, message)) return new UnstorableText();
  if (FAILURES[code] !== undefined) return new DatabaseUnavailable(error, FAILURES[code]);
  if (message === NO_ANSWER) return new DatabaseUnavailable(error, 'too-slow');
  return isConnectionError(error) ? new DatabaseUnavailable(error) : error;
}

/**
 * Translates an error of a transaction into the error that callers know.
 * @param mayHaveCommitted whether COMMIT was sent before the error, so that a lost connection leaves the outcome unknown
 */
export function writeError(error: unknown, mayHaveCommitted = false): unknown {
  const { code = '', constraint = '', message = '' } = error as DriverError;
  if (code === STALE_WRITE) return new StaleWrite('content');
  if (code === SERIALIZATION_FAILURE || code === DEADLOCK_DETECTED || code === FOREIGN_KEY_VIOLATION)
    return new TransactionAborted();
  if (mayHaveCommitted && (isConnectionError(error) || message === NO_ANSWER))
    return new DatabaseUnavailable(error, 'unknown-outcome');
  if (code !== UNIQUE_VIOLATION) return readError(error);
  if (UNIQUE[constraint] !== undefined) return new Conflict(UNIQUE[constraint]);
  // Another transaction inserted a row with the same id first.
  return constraint.endsWith('_pkey') ? new StaleWrite('object') : error;
}

const isConnectionError = (error: unknown): boolean => {
  const { code = '', message = '' } = error as DriverError;
  return UNREACHABLE.test(code) || NO_CONNECTION.test(message);
};

/** Tells whether a connection stopped answering, so that others of its age may have stopped too. */
export const isUnanswered = (error: unknown): boolean => error instanceof Error && error.message === NO_ANSWER;

/** Tells whether the server refused to write, as one does that is no longer the primary. */
export const isReadOnly = (error: unknown): boolean =>
  error instanceof Error && (error as DriverError).code === READ_ONLY;

/** Tells the error of a prepared statement whose plan a migration made invalid. */
export const isStalePlan = (error: unknown): boolean =>
  /cached plan must not change result type/.test((error as Error).message);

const isUnstorable = (code: string, message: string): boolean =>
  code === CHARACTER_NOT_IN_REPERTOIRE ||
  code === UNTRANSLATABLE_CHARACTER ||
  (code === INVALID_TEXT_REPRESENTATION && /invalid input syntax for type json/.test(message));

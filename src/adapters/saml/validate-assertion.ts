import { SignInRefused, type SignInRefusal } from '../../domain/sso/sign-in-refused.ts';
import type { SamlAssertion, SamlIdentityProvider, SamlServiceProvider } from '../../ports/sso.ts';
import { ASSERTION, BEARER, TRANSIENT } from './identifiers.ts';
import { parseSamlXml, type ResponseShape } from './response-shape.ts';
import { attributeOf, childrenNamed, childElements, isElement, textOf, type XmlElement } from './xml.ts';

/** Tolerated difference between clocks, and maximum age of an assertion regardless of its own limits. */
export const SKEW_MS = 60_000;
export const MAX_AGE_MS = 10 * 60_000;

const MAX_NAME = 1024;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/;
/** Supported conditions; an assertion with any other is rejected, because an unknown condition cannot be checked. */
const CONDITIONS = ['AudienceRestriction', 'OneTimeUse', 'ProxyRestriction'];

const reject = (reason: SignInRefusal): never => {
  throw new SignInRefused(reason);
};
const onlyChild = (parent: XmlElement, name: string): XmlElement => {
  const found = childrenNamed(parent, ASSERTION, name);
  return found.length === 1 ? found[0]! : reject('malformed');
};
const requiredText = (element: XmlElement): string => textOf(element) || reject('malformed');
const parseInstant = (instant: string): number => (INSTANT.test(instant) ? Date.parse(instant) : reject('malformed'));

/**
 * Parses an assertion from the bytes whose signature was verified, and checks that it is addressed to this service
 * provider and valid now.
 *
 * @param verified canonical XML that the signature covers
 * @param now ISO 8601
 * @throws SignInRefused
 */
export function validateAssertion(
  verified: string,
  shape: ResponseShape,
  serviceProvider: SamlServiceProvider,
  identityProvider: SamlIdentityProvider,
  now: string,
): SamlAssertion {
  const assertion = parseSamlXml(verified);
  if (!isElement(assertion, ASSERTION, 'Assertion') || attributeOf(assertion, 'Version') !== '2.0') reject('malformed');
  if (requiredText(onlyChild(assertion, 'Issuer')) !== identityProvider.entityID) reject('issuer');
  const nowMs = Date.parse(now);
  const issuedAt = parseInstant(attributeOf(assertion, 'IssueInstant') ?? '');
  if (issuedAt > nowMs + SKEW_MS) reject('not-yet-valid');

  const subject = onlyChild(assertion, 'Subject');
  const bearer = childrenNamed(subject, ASSERTION, 'SubjectConfirmation').filter(
    (each) => attributeOf(each, 'Method') === BEARER,
  );
  if (bearer.length !== 1) reject('malformed');
  const confirmation = onlyChild(bearer[0]!, 'SubjectConfirmationData');
  if (attributeOf(confirmation, 'Recipient') !== serviceProvider.acsURL) reject('recipient');
  const notOnOrAfter = attributeOf(confirmation, 'NotOnOrAfter') ?? reject('malformed');
  const conditions = onlyChild(assertion, 'Conditions');
  requireTime(confirmation, nowMs);
  requireTime(conditions, nowMs);
  requireAudience(conditions, serviceProvider.entityID);
  if (childrenNamed(assertion, ASSERTION, 'AuthnStatement').length === 0) reject('malformed');
  for (const statement of childrenNamed(assertion, ASSERTION, 'AuthnStatement')) {
    const ended = attributeOf(statement, 'SessionNotOnOrAfter');
    if (ended !== undefined && parseInstant(ended) + SKEW_MS <= nowMs) reject('expired');
  }
  const inResponseTo = attributeOf(confirmation, 'InResponseTo');
  if (shape.inResponseTo !== inResponseTo) reject('in-response-to');

  const expiresAtMs = Math.min(parseInstant(notOnOrAfter), issuedAt + MAX_AGE_MS) + SKEW_MS;
  if (expiresAtMs <= nowMs) reject('expired');
  const nameId = onlyChild(subject, 'NameID');
  const name = requiredText(nameId);
  if (name.length > MAX_NAME) reject('malformed');
  return {
    id: attributeOf(assertion, 'ID') || reject('malformed'),
    inResponseTo,
    nameId: name,
    transient: attributeOf(nameId, 'Format') === TRANSIENT,
    attributes: attributesOf(assertion),
    expiresAt: new Date(expiresAtMs).toISOString(),
  };
}

function requireTime(bounds: XmlElement, nowMs: number): void {
  const [from, until] = [attributeOf(bounds, 'NotBefore'), attributeOf(bounds, 'NotOnOrAfter')];
  if (from !== undefined && parseInstant(from) - SKEW_MS > nowMs) reject('not-yet-valid');
  if (until !== undefined && parseInstant(until) + SKEW_MS <= nowMs) reject('expired');
}

/** Requires every audience restriction to name this service provider. */
function requireAudience(conditions: XmlElement, entityID: string): void {
  const children = childElements(conditions);
  if (children.some(({ localName, namespaceURI }) => namespaceURI !== ASSERTION || !CONDITIONS.includes(localName)))
    reject('malformed');
  const restrictions = childrenNamed(conditions, ASSERTION, 'AudienceRestriction');
  const namesUs = (restriction: XmlElement) =>
    childrenNamed(restriction, ASSERTION, 'Audience').map(textOf).includes(entityID);
  if (restrictions.length === 0 || !restrictions.every(namesUs)) reject('audience');
}

function attributesOf(assertion: XmlElement): ReadonlyMap<string, readonly string[]> {
  const attributes = new Map<string, readonly string[]>();
  for (const statement of childrenNamed(assertion, ASSERTION, 'AttributeStatement'))
    for (const attribute of childrenNamed(statement, ASSERTION, 'Attribute')) {
      const name = attributeOf(attribute, 'Name');
      const values = childrenNamed(attribute, ASSERTION, 'AttributeValue')
        .map(textOf)
        .filter((value): value is string => Boolean(value));
      if (name !== undefined) attributes.set(name, [...(attributes.get(name) ?? []), ...values]);
    }
  return attributes;
}

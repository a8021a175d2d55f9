import { SignInRefused, type SignInRefusal } from '../../domain/sso/sign-in-refused.ts';
import type { SamlAssertion, SamlIdentityProvider, SamlServiceProvider } from '../../ports/sso.ts';
import { ASSERTION, BEARER, TRANSIENT } from './names.ts';
import { parsed, type ResponseShape } from './response-shape.ts';
import { attributeOf, childrenNamed, elementsIn, is, textOf, type XmlElement } from './xml.ts';

/** How far clocks may be apart, and how long ago an assertion may have been made, whatever it says of itself. */
export const SKEW_MS = 60_000;
export const MAX_AGE_MS = 10 * 60_000;

const MAX_NAME = 1024;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/;
/** Conditions that we understand; with any other we could not say that it holds. */
const CONDITIONS = ['AudienceRestriction', 'OneTimeUse', 'ProxyRestriction'];

const refuse = (reason: SignInRefusal): never => {
  throw new SignInRefused(reason);
};
const one = (parent: XmlElement, name: string): XmlElement => {
  const found = childrenNamed(parent, ASSERTION, name);
  return found.length === 1 ? found[0]! : refuse('malformed');
};
const text = (element: XmlElement): string => textOf(element) || refuse('malformed');
const millis = (instant: string): number => (INSTANT.test(instant) ? Date.parse(instant) : refuse('malformed'));

/**
 * Reads an assertion off the very bytes whose signature was verified, and checks that it is meant for us, here and now.
 * @param verified the canonical XML that the signature covers; @param now ISO 8601
 * @throws SignInRefused
 */
export function readAssertion(
  verified: string,
  shape: ResponseShape,
  service: SamlServiceProvider,
  peer: SamlIdentityProvider,
  now: string,
): SamlAssertion {
  const assertion = parsed(verified);
  if (!is(assertion, ASSERTION, 'Assertion') || attributeOf(assertion, 'Version') !== '2.0') refuse('malformed');
  if (text(one(assertion, 'Issuer')) !== peer.entityID) refuse('issuer');
  const clock = Date.parse(now);
  const made = millis(attributeOf(assertion, 'IssueInstant') ?? '');
  if (made > clock + SKEW_MS) refuse('not-yet-valid');

  const subject = one(assertion, 'Subject');
  const bearer = childrenNamed(subject, ASSERTION, 'SubjectConfirmation').filter(
    (each) => attributeOf(each, 'Method') === BEARER,
  );
  if (bearer.length !== 1) refuse('malformed');
  const confirmation = one(bearer[0]!, 'SubjectConfirmationData');
  if (attributeOf(confirmation, 'Recipient') !== service.acsURL) refuse('recipient');
  const until = attributeOf(confirmation, 'NotOnOrAfter') ?? refuse('malformed');
  const conditions = one(assertion, 'Conditions');
  requireTime(confirmation, clock);
  requireTime(conditions, clock);
  requireAudience(conditions, service.entityID);
  if (childrenNamed(assertion, ASSERTION, 'AuthnStatement').length === 0) refuse('malformed');
  for (const statement of childrenNamed(assertion, ASSERTION, 'AuthnStatement')) {
    const ended = attributeOf(statement, 'SessionNotOnOrAfter');
    if (ended !== undefined && millis(ended) + SKEW_MS <= clock) refuse('expired');
  }
  const inResponseTo = attributeOf(confirmation, 'InResponseTo');
  if (shape.inResponseTo !== inResponseTo) refuse('in-response-to');

  const ends = Math.min(millis(until), made + MAX_AGE_MS) + SKEW_MS;
  if (ends <= clock) refuse('expired');
  const nameId = one(subject, 'NameID');
  const name = text(nameId);
  if (name.length > MAX_NAME) refuse('malformed');
  return {
    id: attributeOf(assertion, 'ID') || refuse('malformed'),
    inResponseTo,
    nameId: name,
    transient: attributeOf(nameId, 'Format') === TRANSIENT,
    attributes: attributesOf(assertion),
    expiresAt: new Date(ends).toISOString(),
  };
}

function requireTime(bounds: XmlElement, clock: number): void {
  const [from, until] = [attributeOf(bounds, 'NotBefore'), attributeOf(bounds, 'NotOnOrAfter')];
  if (from !== undefined && millis(from) - SKEW_MS > clock) refuse('not-yet-valid');
  if (until !== undefined && millis(until) + SKEW_MS <= clock) refuse('expired');
}

/** Every restriction has to name us. */
function requireAudience(conditions: XmlElement, entityID: string): void {
  const inside = elementsIn(conditions);
  if (inside.some(({ localName, namespaceURI }) => namespaceURI !== ASSERTION || !CONDITIONS.includes(localName)))
    refuse('malformed');
  const restrictions = childrenNamed(conditions, ASSERTION, 'AudienceRestriction');
  const named = (restriction: XmlElement) =>
    childrenNamed(restriction, ASSERTION, 'Audience').map(textOf).includes(entityID);
  if (restrictions.length === 0 || !restrictions.every(named)) refuse('audience');
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

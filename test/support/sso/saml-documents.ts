import { randomBytes } from 'node:crypto';
import { SignedXml } from 'xml-crypto';
import type { SelfSigned } from '../servers/self-signed.ts';

export const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
export const RSA_SHA1 = 'http://www.w3.org/2000/09/xmldsig#rsa-sha1';
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256';
export const SHA1 = 'http://www.w3.org/2000/09/xmldsig#sha1';
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';

const newId = (): string => `_${randomBytes(16).toString('hex')}`;
const instant = (ms: number): string => new Date(ms).toISOString();

/** Data of a response, valid or not; times in milliseconds from `now`. */
export interface SamlResponseData {
  readonly issuer: string;
  readonly audience: string;
  readonly recipient: string;
  readonly destination?: string | null;
  readonly inResponseTo?: string | undefined;
  /** InResponseTo of the response itself, if different. */
  readonly responseTo?: string | undefined;
  readonly nameId: string;
  readonly format?: string;
  readonly attributes?: Readonly<Record<string, string | readonly string[]>>;
  readonly now?: number;
  readonly made?: number;
  readonly notBefore?: number;
  readonly notOnOrAfter?: number;
  readonly confirmedUntil?: number;
  readonly status?: string;
  readonly assertionId?: string;
  /** XML that replaces the default conditions. */
  readonly conditions?: string;
  readonly nameIdXml?: string;
}

const MINUTE = 60_000;

/** Creates an unsigned assertion. */
export function assertionXml(saying: SamlResponseData): string {
  const {
    issuer,
    audience,
    recipient,
    inResponseTo,
    nameId,
    attributes = {},
    now = Date.now(),
    assertionId = newId(),
  } = saying;
  const {
    format = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
    made = 0,
    notBefore = -MINUTE,
    notOnOrAfter = 5 * MINUTE,
    confirmedUntil = notOnOrAfter,
  } = saying;
  const values = (value: string | readonly string[]) =>
    [value]
      .flat()
      .map((each) => `<saml:AttributeValue>${each}</saml:AttributeValue>`)
      .join('');
  const said = Object.entries(attributes)
    .map(([name, value]) => `<saml:Attribute Name="${name}">${values(value)}</saml:Attribute>`)
    .join('');
  const inside =
    saying.conditions ??
    `<saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction>`;
  return (
    `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${assertionId}" Version="2.0" IssueInstant="${instant(now + made)}"><saml:Issuer>${issuer}</saml:Issuer>` +
    `<saml:Subject>${saying.nameIdXml ?? `<saml:NameID Format="${format}">${nameId}</saml:NameID>`}<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">` +
    `<saml:SubjectConfirmationData Recipient="${recipient}" NotOnOrAfter="${instant(now + confirmedUntil)}"${inResponseTo === undefined ? '' : ` InResponseTo="${inResponseTo}"`}/></saml:SubjectConfirmation></saml:Subject>` +
    `<saml:Conditions NotBefore="${instant(now + notBefore)}" NotOnOrAfter="${instant(now + notOnOrAfter)}">${inside}</saml:Conditions>` +
    `<saml:AuthnStatement AuthnInstant="${instant(now + made)}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>` +
    `${said === '' ? '' : `<saml:AttributeStatement>${said}</saml:AttributeStatement>`}</saml:Assertion>`
  );
}

/** Creates a response around assertions. */
export function responseXml(saying: SamlResponseData, ...inside: readonly string[]): string {
  const {
    issuer,
    recipient,
    destination = recipient,
    now = Date.now(),
    made = 0,
    inResponseTo,
    responseTo = inResponseTo,
  } = saying;
  const { status = 'urn:oasis:names:tc:SAML:2.0:status:Success' } = saying;
  return (
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="${newId()}" Version="2.0" IssueInstant="${instant(now + made)}"${destination === null ? '' : ` Destination="${destination}"`}${responseTo === undefined ? '' : ` InResponseTo="${responseTo}"`}>` +
    `<saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="${status}"/></samlp:Status>${inside.join('')}</samlp:Response>`
  );
}

export interface Signing {
  readonly by: SelfSigned;
  /** Element to sign; the first assertion by default. */
  readonly of?: 'Assertion' | 'Response';
  readonly method?: string;
  readonly digest?: string;
  readonly transforms?: readonly string[];
  /** Certificate that is added to the signature as if it were trusted. */
  readonly keyInfo?: string;
}

/** Adds a signature to an element at the position required by the schema. */
export function signed(
  xml: string,
  { by, of = 'Assertion', method = RSA_SHA256, digest = SHA256, transforms = [ENVELOPED, EXCLUSIVE], keyInfo }: Signing,
): string {
  const signature = new SignedXml({
    privateKey: by.key,
    signatureAlgorithm: method,
    canonicalizationAlgorithm: EXCLUSIVE,
    ...(keyInfo !== undefined && { publicCert: keyInfo, getKeyInfoContent: SignedXml.getKeyInfoContent }),
  });
  const element = `//*[local-name(.)='${of}']`;
  signature.addReference({ xpath: element, transforms: [...transforms], digestAlgorithm: digest });
  signature.computeSignature(xml, {
    prefix: 'ds',
    location: { reference: `${element}/*[local-name(.)='Issuer']`, action: 'after' },
  });
  return signature.getSignedXml();
}

/** Creates a typical response: only the assertion is signed. */
export const goodResponse = (saying: SamlResponseData, by: SelfSigned): string =>
  signed(responseXml(saying, assertionXml(saying)), { by });
export const posted = (xml: string): string => Buffer.from(xml).toString('base64');

/** Removes the element of a name with its content; such elements are not nested here. */
export function cut(xml: string, name: string): { readonly element: string; readonly rest: string } {
  const [element = ''] = new RegExp(`<(\\w+:)?${name}[ >][\\s\\S]*?</(\\w+:)?${name}>`).exec(xml) ?? [];
  return { element, rest: xml.replace(element, '') };
}

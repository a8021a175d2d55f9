import { SignInRefused, type SignInRefusal } from '../../domain/sso/sign-in-refused.ts';
import {
  ASSERTION,
  DIGEST_METHODS,
  DSIG,
  ENVELOPED,
  EXCLUSIVE_C14N,
  PROTOCOL,
  SIGNATURE_METHODS,
  SUCCESS,
} from './names.ts';
import {
  allElements,
  attributeOf,
  BadXml,
  childrenNamed,
  elementsIn,
  is,
  parseXml,
  textOf,
  type XmlElement,
} from './xml.ts';

/** What is known of a response before any signature is checked: nothing of it is sworn. */
export interface ResponseShape {
  readonly responseIsSigned: boolean;
  readonly issuer: string | undefined;
  readonly destination: string | undefined;
  readonly inResponseTo: string | undefined;
}

const refuse = (reason: SignInRefusal): never => {
  throw new SignInRefused(reason);
};

/** The text of a posted response. @throws SignInRefused */
export function decodeResponse(encoded: string): string {
  const base64 = encoded.replace(/\s+/g, '');
  if (base64 === '' || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return refuse('malformed');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(base64, 'base64'));
  } catch {
    return refuse('malformed');
  }
}

/**
 * Holds a response to the one shape that there is any use for: a single assertion right below the root, no element of that
 * name anywhere else, every id once, signatures of the root and of the assertion only, each right below what it signs and of
 * nothing but that. A document that hides a second assertion or moves a signed one has no such shape, so that nobody has to
 * ask which of two was meant.
 * @throws SignInRefused
 */
export function shapeOf(text: string): ResponseShape {
  const root = parsed(text);
  if (!is(root, PROTOCOL, 'Response') || attributeOf(root, 'Version') !== '2.0') refuse('malformed');
  const everything = [...allElements(root)];
  const named = (name: string) => everything.filter(({ localName }) => localName === name);

  if (named('Response').length > 1) refuse('malformed');
  requireDistinctIds(everything);
  requireSuccess(root);
  if (named('EncryptedAssertion').length > 0 || named('EncryptedID').length > 0) refuse('encrypted');
  const [assertion] = childrenNamed(root, ASSERTION, 'Assertion');
  if (assertion === undefined || named('Assertion').length !== 1) return refuse('malformed');

  const ofRoot = childrenNamed(root, DSIG, 'Signature');
  const ofAssertion = childrenNamed(assertion, DSIG, 'Signature');
  if (ofAssertion.length === 0) refuse('unsigned');
  if (ofAssertion.length > 1 || ofRoot.length > 1 || named('Signature').length !== ofRoot.length + ofAssertion.length)
    refuse('signature');
  for (const [signature, signed] of [
    ...ofRoot.map((each) => [each, root] as const),
    ...ofAssertion.map((each) => [each, assertion] as const),
  ])
    requireSoundSignature(signature, signed);

  const [issuer] = childrenNamed(root, ASSERTION, 'Issuer');
  return {
    responseIsSigned: ofRoot.length > 0,
    issuer: issuer && (textOf(issuer) ?? refuse('malformed')),
    destination: attributeOf(root, 'Destination') || undefined,
    inResponseTo: attributeOf(root, 'InResponseTo'),
  };
}

/** @throws SignInRefused */
export function parsed(text: string): XmlElement {
  try {
    return parseXml(text);
  } catch (error) {
    if (error instanceof BadXml) return refuse('malformed');
    throw error;
  }
}

/** By any of the names under which ids are looked for. */
function requireDistinctIds(elements: readonly XmlElement[]): void {
  const seen = new Set<string>();
  for (const { attributes } of elements)
    for (const { localName, value } of Array.from(attributes)) {
      if (localName.toLowerCase() !== 'id') continue;
      if (seen.has(value)) refuse('signature');
      seen.add(value);
    }
}

function requireSuccess(root: XmlElement): void {
  const codes = childrenNamed(root, PROTOCOL, 'Status').flatMap((status) =>
    childrenNamed(status, PROTOCOL, 'StatusCode'),
  );
  if (codes.length !== 1) refuse('malformed');
  if (attributeOf(codes[0]!, 'Value') !== SUCCESS) refuse('not-successful');
}

/** One reference, to what the signature is in, by methods that are safe; no objects to hide anything in. */
function requireSoundSignature(signature: XmlElement, signed: XmlElement): void {
  const only = (parent: XmlElement, name: string): XmlElement => {
    const found = childrenNamed(parent, DSIG, name);
    return found.length === 1 ? found[0]! : refuse('signature');
  };
  const id = attributeOf(signed, 'ID');
  if (id === undefined || id === '') refuse('signature');
  if (
    elementsIn(signature).some(
      (child) => !['SignedInfo', 'SignatureValue', 'KeyInfo'].includes(child.localName) || child.namespaceURI !== DSIG,
    )
  )
    refuse('signature');
  only(signature, 'SignatureValue');
  const info = only(signature, 'SignedInfo');
  const reference = only(info, 'Reference');
  if (attributeOf(reference, 'URI') !== `#${id}`) refuse('signature');
  const transforms = childrenNamed(only(reference, 'Transforms'), DSIG, 'Transform').map((each) =>
    attributeOf(each, 'Algorithm'),
  );
  if (transforms.length !== 2 || transforms[0] !== ENVELOPED || transforms[1] !== EXCLUSIVE_C14N) refuse('signature');
  if (attributeOf(only(info, 'CanonicalizationMethod'), 'Algorithm') !== EXCLUSIVE_C14N) refuse('signature');
  if (!SIGNATURE_METHODS.includes(attributeOf(only(info, 'SignatureMethod'), 'Algorithm') ?? '')) refuse('algorithm');
  if (!DIGEST_METHODS.includes(attributeOf(only(reference, 'DigestMethod'), 'Algorithm') ?? '')) refuse('algorithm');
}

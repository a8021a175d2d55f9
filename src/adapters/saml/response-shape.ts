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
} from './identifiers.ts';
import {
  elementAndDescendants,
  attributeOf,
  InvalidXml,
  childrenNamed,
  childElements,
  isElement,
  parseXml,
  textOf,
  type XmlElement,
} from './xml.ts';

/** Facts about a response before any signature is verified; none of them is trusted. */
export interface ResponseShape {
  readonly responseIsSigned: boolean;
  readonly issuer: string | undefined;
  readonly destination: string | undefined;
  readonly inResponseTo: string | undefined;
}

const reject = (reason: SignInRefusal): never => {
  throw new SignInRefused(reason);
};

/**
 * Decodes the base64 text of a posted response.
 *
 * @throws SignInRefused
 */
export function decodeResponse(encoded: string): string {
  const base64 = encoded.replace(/\s+/g, '');
  if (base64 === '' || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return reject('malformed');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(base64, 'base64'));
  } catch {
    return reject('malformed');
  }
}

/**
 * Checks that a response has the only supported structure: one assertion as a direct child of the root and no other
 * element of that name, unique ids, signatures of the root and the assertion only, each a direct child of what it signs
 * and referring only to its parent. A document that hides a second assertion or moves a signed one does not have this
 * structure (signature wrapping).
 *
 * @throws SignInRefused
 */
export function readResponseShape(text: string): ResponseShape {
  const root = parseSamlXml(text);
  if (!isElement(root, PROTOCOL, 'Response') || attributeOf(root, 'Version') !== '2.0') reject('malformed');
  const elements = [...elementAndDescendants(root)];
  const named = (name: string) => elements.filter(({ localName }) => localName === name);

  if (named('Response').length > 1) reject('malformed');
  requireDistinctIds(elements);
  requireSuccess(root);
  if (named('EncryptedAssertion').length > 0 || named('EncryptedID').length > 0) reject('encrypted');
  const [assertion] = childrenNamed(root, ASSERTION, 'Assertion');
  if (assertion === undefined || named('Assertion').length !== 1) return reject('malformed');

  const rootSignatures = childrenNamed(root, DSIG, 'Signature');
  const assertionSignatures = childrenNamed(assertion, DSIG, 'Signature');
  if (assertionSignatures.length === 0) reject('unsigned');
  if (
    assertionSignatures.length > 1 ||
    rootSignatures.length > 1 ||
    named('Signature').length !== rootSignatures.length + assertionSignatures.length
  )
    reject('signature');
  for (const [signature, signed] of [
    ...rootSignatures.map((each) => [each, root] as const),
    ...assertionSignatures.map((each) => [each, assertion] as const),
  ])
    requireSafeSignature(signature, signed);

  const [issuer] = childrenNamed(root, ASSERTION, 'Issuer');
  return {
    responseIsSigned: rootSignatures.length > 0,
    issuer: issuer && (textOf(issuer) ?? reject('malformed')),
    destination: attributeOf(root, 'Destination') || undefined,
    inResponseTo: attributeOf(root, 'InResponseTo'),
  };
}

/** @throws SignInRefused */
export function parseSamlXml(text: string): XmlElement {
  try {
    return parseXml(text);
  } catch (error) {
    if (error instanceof InvalidXml) return reject('malformed');
    throw error;
  }
}

/** Requires ids to be unique under every spelling of the id attribute. */
function requireDistinctIds(elements: readonly XmlElement[]): void {
  const seen = new Set<string>();
  for (const { attributes } of elements)
    for (const { localName, value } of Array.from(attributes)) {
      if (localName.toLowerCase() !== 'id') continue;
      if (seen.has(value)) reject('signature');
      seen.add(value);
    }
}

function requireSuccess(root: XmlElement): void {
  const codes = childrenNamed(root, PROTOCOL, 'Status').flatMap((status) =>
    childrenNamed(status, PROTOCOL, 'StatusCode'),
  );
  if (codes.length !== 1) reject('malformed');
  if (attributeOf(codes[0]!, 'Value') !== SUCCESS) reject('not-successful');
}

/** Requires exactly one reference, to the parent of the signature, with safe methods and without embedded objects. */
function requireSafeSignature(signature: XmlElement, signed: XmlElement): void {
  const onlyChild = (parent: XmlElement, name: string): XmlElement => {
    const found = childrenNamed(parent, DSIG, name);
    return found.length === 1 ? found[0]! : reject('signature');
  };
  const id = attributeOf(signed, 'ID');
  if (id === undefined || id === '') reject('signature');
  if (
    childElements(signature).some(
      (child) => !['SignedInfo', 'SignatureValue', 'KeyInfo'].includes(child.localName) || child.namespaceURI !== DSIG,
    )
  )
    reject('signature');
  onlyChild(signature, 'SignatureValue');
  const info = onlyChild(signature, 'SignedInfo');
  const reference = onlyChild(info, 'Reference');
  if (attributeOf(reference, 'URI') !== `#${id}`) reject('signature');
  const transforms = childrenNamed(onlyChild(reference, 'Transforms'), DSIG, 'Transform').map((each) =>
    attributeOf(each, 'Algorithm'),
  );
  if (transforms.length !== 2 || transforms[0] !== ENVELOPED || transforms[1] !== EXCLUSIVE_C14N) reject('signature');
  if (attributeOf(onlyChild(info, 'CanonicalizationMethod'), 'Algorithm') !== EXCLUSIVE_C14N) reject('signature');
  if (!SIGNATURE_METHODS.includes(attributeOf(onlyChild(info, 'SignatureMethod'), 'Algorithm') ?? ''))
    reject('algorithm');
  if (!DIGEST_METHODS.includes(attributeOf(onlyChild(reference, 'DigestMethod'), 'Algorithm') ?? ''))
    reject('algorithm');
}

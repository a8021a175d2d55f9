import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { atTheEnd, temporaryFolder } from '../backends.ts';
import { selfSigned, type SelfSigned } from './self-signed.ts';

/** Person at the provider, which accepts any data, because it is for tests. */
export interface ProviderPerson {
  readonly userName: string;
  readonly email?: string;
  readonly displayName?: string;
  readonly nameIdFormat?: string;
}

/** Form that the provider has a browser post to the instance. */
export interface ProviderForm {
  readonly action: string;
  readonly fields: Record<string, string>;
}

/** Identity provider on loopback by an independent program (saml-idp). */
export interface IdentityProvider extends SelfSigned {
  readonly issuer: string;
  readonly ssoURL: string;
  /** Opens the sign-in URL, or the provider's own page, fills in the person, and returns the resulting form. */
  signIn(person: ProviderPerson, at?: string): Promise<ProviderForm>;
}

const PROGRAM = createRequire(import.meta.url).resolve('saml-idp/bin/run.js');
const START_MS = 60_000;
const unescaped = (text: string): string =>
  text
    .replaceAll(/&#x([0-9a-f]+);/gi, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

/** Starts a provider for an address of the instance; it stops after the last test. */
export async function startIdentityProvider({
  acsURL,
  entityID,
}: {
  acsURL: string;
  entityID: string;
}): Promise<IdentityProvider> {
  const keys = selfSigned('Identity provider');
  const folder = temporaryFolder();
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  writeFileSync(cert, keys.certificate);
  writeFileSync(key, keys.key, { mode: 0o600 });
  const issuer = 'urn:test:identity-provider';
  const flags = { host: '127.0.0.1', port: '0', cert, key, issuer, acsUrl: acsURL, audience: entityID };
  const program = spawn(
    process.execPath,
    ['--no-deprecation', PROGRAM, ...Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value])],
    { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  atTheEnd(
    () =>
      new Promise<void>((resolve) => {
        if (program.exitCode !== null || program.signalCode !== null) return resolve();
        program.once('exit', () => resolve());
        program.kill('SIGKILL');
      }),
  );
  const port = await new Promise<string>((resolve, reject) => {
    let said = '';
    const timer = setTimeout(() => reject(new Error(`the identity provider did not start: ${said}`)), START_MS);
    const listen = (chunk: Buffer): void => {
      said += chunk.toString();
      const found = /http:\/\/[\w.-]+:(\d+)\/metadata/.exec(said)?.[1];
      if (found === undefined) return;
      clearTimeout(timer);
      resolve(found);
    };
    program.stdout.on('data', listen);
    program.stderr.on('data', listen);
    program.once('exit', (code) => reject(new Error(`the identity provider ended with ${code}: ${said}`)));
  });
  const url = `http://127.0.0.1:${port}`;

  return {
    ...keys,
    issuer,
    ssoURL: `${url}/saml/sso`,
    async signIn(person, at = url) {
      const page = await fetch(at);
      const cookie = page.headers
        .getSetCookie()
        .map((line) => line.split(';')[0])
        .join('; ');
      const fields = {
        ...hiddenFields(await page.text()),
        nameIdFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
        firstName: 'First',
        lastName: 'Last',
        displayName: 'First Last',
        email: person.userName,
        ...person,
      };
      const answer = await fetch(`${url}/signin`, {
        method: 'POST',
        body: new URLSearchParams(fields),
        headers: { cookie },
      });
      const html = await answer.text();
      const action = /<form[^>]*action="([^"]+)"/.exec(html)?.[1];
      if (action === undefined)
        throw new Error(`the identity provider answered ${answer.status}: ${html.slice(0, 500)}`);
      return { action: unescaped(action), fields: hiddenFields(html) };
    },
  };
}

function hiddenFields(html: string): Record<string, string> {
  const inputs = [...html.matchAll(/<input[^>]*>/g)]
    .map(([input]) => input)
    .filter((input) => /type=["']hidden["']/.test(input));
  const attribute = (input: string, name: string) => new RegExp(`\\s${name}=(["'])(.*?)\\1`).exec(input)?.[2] ?? '';
  return Object.fromEntries(inputs.map((input) => [attribute(input, 'name'), unescaped(attribute(input, 'value'))]));
}

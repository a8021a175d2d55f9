import { expect } from 'chai';
import { WebBrowser } from './web-browser.ts';
import { apiOf, must, type Api, type Person, type World } from './world.ts';

export const PASSWORD = 'a long enough pass phrase';

/** Creates a password link as the operator and returns its path. */
export const passwordLink = async (world: World, userId: string): Promise<string> => {
  const { url } = must(await world.operator.post(`/v1/instance/users/${userId}/password-link`), 201);
  expect(url).to.match(new RegExp(`^${world.instance.publicUrl}/set-password/ql_[\\w-]{32}$`));
  return url.slice(world.instance.publicUrl.length);
};

export const setPassword = async (world: World, person: Pick<Person, 'userId'>, password = PASSWORD): Promise<void> => {
  const browser = new WebBrowser(world.instance);
  await browser.open(await passwordLink(world, person.userId));
  const seen = await browser.send('', { password });
  expect(seen.at, seen.text).to.equal('/sign-in?set');
};

/** Creates a reader who signs in with `PASSWORD`. */
export const withPassword = async (world: World): Promise<Person> => {
  const person = await world.member('read');
  await setPassword(world, person);
  // The link revoked the person's first token.
  return world.withToken(person);
};

/** Returns an API client with a token that a signed-in user creates on the account page. */
export async function apiFrom(browser: WebBrowser, world: World): Promise<Api> {
  await browser.open('/account');
  const { text } = await browser.send('/account/tokens', { name: 'mine' });
  return apiOf(world.instance, /qr_[\w-]+/.exec(text)![0]);
}

/** Person whose account was created from a forwarded invitation link, so that the address is unproven. */
export interface UnprovenPerson extends Omit<Person, 'client' | 'token'> {
  readonly browser: WebBrowser;
}

/** Creates such an account by an invitation of the organization, with `PASSWORD` and an API token. */
export async function unprovenPerson(
  world: World,
  email: string,
  invitation: object = { role: 'read' },
): Promise<UnprovenPerson> {
  const { links } = must(
    await world.admin.api.post(`/v1/orgs/${world.organizationId}/invites`, { emails: [email], ...invitation }),
    200,
  );
  const browser = new WebBrowser(world.instance);
  await browser.open(links[0].url.slice(world.instance.publicUrl.length));
  const seen = await browser.send('', { displayName: 'A stranger', password: PASSWORD });
  expect(seen.status, seen.text).to.equal(200);
  const api = await apiFrom(browser, world);
  return { userId: must(await api.get('/v1/user'), 200).id, email, api, browser };
}

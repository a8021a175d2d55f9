import { expect } from 'chai';
import { WebBrowser } from './web-browser.ts';
import { apiOf, must, type Api, type Person, type World } from './world.ts';

export const PASSWORD = 'a long enough pass phrase';

/** The path of a link that the operator made for somebody. */
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

/** A reader who signs in with `PASSWORD`. */
export const withPassword = async (world: World): Promise<Person> => {
  const person = await world.member('read');
  await setPassword(world, person);
  // The link has revoked the token that they began with.
  return world.withToken(person);
};

/** The API with a token that somebody who is signed in makes on the page of their account. */
export async function apiFrom(browser: WebBrowser, world: World): Promise<Api> {
  await browser.open('/account');
  const { text } = await browser.send('/account/tokens', { name: 'mine' });
  return apiOf(world.instance, /qr_[\w-]+/.exec(text)![0]);
}

/** Somebody with an account that was made from a link which its inviter handed on: nobody has proven the address. */
export interface UnprovenPerson extends Omit<Person, 'client' | 'token'> {
  readonly browser: WebBrowser;
}

/** Makes such an account by an invitation of the organization, with `PASSWORD` and an API token. */
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

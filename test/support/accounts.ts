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
  return person;
};

/** The API with a token that somebody who is signed in makes on the page of their account. */
export async function apiFrom(browser: WebBrowser, world: World): Promise<Api> {
  await browser.open('/account');
  const { text } = await browser.send('/account/tokens', { name: 'mine' });
  return apiOf(world.instance, /qr_[\w-]+/.exec(text)![0]);
}

import { SignJWT } from 'jose';
import type { SpaceInput } from '../fill-space.ts';
import { publish, type PublishedSite } from './published-site.ts';
import { must, type World } from '../world.ts';

/** Claims that a site knows of its visitors. */
export const VISITORS = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  properties: {
    staff: { type: 'boolean', description: 'Works here' },
    plan: { type: 'string', enum: ['free', 'pro'], description: 'What they pay for' },
    unsigned: {
      type: 'object',
      description: 'Unsigned claims of the site visitor.',
      properties: {
        language: { type: 'string', enum: ['en', 'fr'], description: 'Language' },
        beta: { type: 'boolean', description: 'Tries what is new' },
        name: { type: 'string', description: 'What they are called' },
        seats: { type: 'number', description: 'How many they are' },
        teams: {
          type: 'array',
          description: 'Their teams',
          items: { type: 'string', enum: ['red', 'blue'], description: 'Team' },
        },
      },
      additionalProperties: false,
    },
  },
  additionalProperties: false,
};

const MAIN: SpaceInput = {
  pages: [
    {
      title: 'Home',
      markdown:
        'Words for all.\n\n{% if visitor.claims.staff %}\nWords for staff.\n{% endif %}\n\n{% if visitor.claims.unsigned.language == "fr" %}\nBonjour.\n{% endif %}',
    },
    { title: 'Hidden', hidden: true, markdown: 'Not in the table' },
    { title: 'Insider', condition: 'visitor.claims.staff', markdown: 'What staff knows' },
    { title: 'Beta', condition: 'visitor.claims.unsigned.beta', markdown: 'What is new' },
  ],
};

export interface AudienceSite extends PublishedSite {
  /** Key that signs the tokens of visitors. */
  readonly key: string;
}

/** Creates a published site with a public section, whose second variant is for staff, and a section for staff. */
export async function audienceSite(world: World, visibility: string): Promise<AudienceSite> {
  const made = await publish(world, [MAIN, { pages: [{ title: 'Variant' }] }], {
    titles: ['Main', 'Inner'],
    visibility,
  });
  const { api } = made;
  const { admin } = world;
  must(await admin.api.patch(api, { adaptiveContent: { enabled: true } }), 200);
  must(await admin.api.put(`${api}/adaptive-schema`, { jsonSchema: VISITORS }), 200);
  const staff = must(
    await admin.api.post(`${api}/sections`, { spaceId: (await world.space({ title: 'Staff' })).id, title: 'Staff' }),
    201,
  );
  const [first] = must(await admin.api.get(`${api}/sections`), 200).items;
  must(await admin.api.patch(`${api}/sections/${first.id}`, { title: 'For all' }), 200);
  must(await admin.api.patch(`${api}/sections/${staff.id}`, { condition: 'visitor.claims.staff' }), 200);
  const inner = must(await admin.api.get(`${api}/site-spaces`), 200).items.find(({ title }: any) => title === 'Inner');
  must(await admin.api.patch(`${api}/site-spaces/${inner.id}`, { condition: 'visitor.claims.staff == true' }), 200);
  const { privateKey: key } = must(await admin.api.get(`${api}/publishing/auth`), 200);
  return { ...made, key };
}

/** Creates a share link of a site: its id, its key and the path at which it opens the site. */
export async function shareLink(
  world: World,
  { api }: Pick<PublishedSite, 'api'>,
  name = 'Friends',
): Promise<{ readonly id: string; readonly key: string; readonly at: string }> {
  const link = must(await world.admin.api.post(`${api}/share-links`, { name }), 201);
  const at = new URL(link.urls.published).pathname;
  return { id: link.id, key: at.split('/').at(-2)!, at };
}

/** Creates a visitor token, valid for an hour by default. */
export const visitorToken = (
  key: string | Uint8Array,
  claims: object = {},
  { exp = Math.floor(Date.now() / 1000) + 3600, alg = 'HS256' } = {},
): Promise<string> =>
  new SignJWT({ ...claims, exp })
    .setProtectedHeader({ alg })
    .sign(typeof key === 'string' ? new TextEncoder().encode(key) : key);

/** Creates an unsigned token. */
export const unsignedToken = (claims: object): string =>
  `${[{ alg: 'none' }, { exp: Math.floor(Date.now() / 1000) + 3600, ...claims }].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`;

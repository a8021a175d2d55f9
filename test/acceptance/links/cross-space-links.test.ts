import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { Draft, insert } from '../../support/content/api-content.ts';
import { must, World } from '../../support/world.ts';

onEveryBackend('links of published pages to other spaces', (backend) => {
  let world: World;
  before(async () => {
    world = await World.create(await backend.instance());
  });
  const page = (title: string, markdown: string, more: object = {}) =>
    insert(title, { document: { markdown }, ...more });
  /** A space with the pages Home and Target. */
  const space = async (own = world) => {
    const draft = await Draft.open(own);
    const [, target] = (
      await draft.live(
        page('Home', 'words', { slug: 'home' }),
        page('Target', '# Target\n\n## Part\n', { slug: 'target' }),
      )
    ).changes.map(({ page: one }: any) => one.id);
    return { draft, id: draft.spaceId, target: target as string };
  };
  const site = async (spaces: readonly string[], visibility = 'public', own = world) => {
    const api = `/v1/orgs/${own.organizationId}/sites`;
    const { id } = must(await own.admin.api.post(api, { title: 'Docs', visibility, spaces }), 201);
    must(await own.admin.api.patch(`${api}/${id}`, { basename: `site-${randomBytes(6).toString('hex')}` }), 200);
    const { urls } = must(await own.admin.api.post(`${api}/${id}/publish`), 200);
    return { path: `${api}/${id}`, home: urls.published as string };
  };
  /** Page with links, as a reader sees it. */
  const reader = async (home: string, slug = 'reader') => {
    const answer = await fetch(home + slug);
    expect(answer.status).to.equal(200);
    return /<article[\s\S]*<\/article>|<main[\s\S]*<\/main>/.exec(await answer.text())![0];
  };
  const linkIn = (html: string, text: string): string | undefined =>
    new RegExp(`<a [^>]*href="([^"]*)"[^>]*>(?:<[^>]*>)*${text}<`).exec(html)?.[1];
  const plain = (html: string, text: string): void => {
    expect(html).to.include(`>${text}<`);
    expect(linkIn(html, text)).to.equal(undefined);
  };
  const follow = async (home: string, href: string) => {
    const answer = await fetch(new URL(href, home));
    return [answer.status, /<title>([^<]*)/.exec(await answer.text())?.[1]?.split(/ [–|·-] /)[0]];
  };

  it('lead to the heading of the page on the same site, wherever the page has moved', async () => {
    const [from, to] = [await space(), await space()];
    await from.draft.live(
      page(
        'Reader',
        `[space](/spaces/${to.id}) [target](/spaces/${to.id}/pages/${to.target}) [part](/spaces/${to.id}/pages/${to.target}#part) [own](/spaces/${from.id}/pages/${from.target}#part)\n\n<a href="/spaces/${to.id}/pages/${to.target}">in HTML</a>\n\n{% content-ref url="/spaces/${to.id}/pages/${to.target}" %}\n[card](/spaces/${to.id}/pages/${to.target})\n{% endcontent-ref %}`,
        { slug: 'reader' },
      ),
    );
    const { home } = await site([from.id, to.id]);
    let html = await reader(home);
    expect(await follow(home, linkIn(html, 'target')!)).to.deep.equal([200, 'Target']);
    expect(await follow(home, linkIn(html, 'space')!)).to.deep.equal([200, 'Home']);
    expect(linkIn(html, 'part')).to.equal(`${linkIn(html, 'target')}#part`);
    expect(linkIn(html, 'own')).to.match(/\/target#part$/);
    expect(linkIn(html, 'in HTML')).to.equal(linkIn(html, 'target'));
    expect(html.split(`href="${linkIn(html, 'target')}"`)).to.have.lengthOf(4);

    await to.draft.live({ operation: 'update_page', page: to.target, slug: 'moved' });
    html = await reader(home);
    expect(linkIn(html, 'target')).to.match(/\/moved$/);
    expect(await follow(home, linkIn(html, 'target')!)).to.deep.equal([200, 'Target']);
  });

  it('lead to another site of the organization while readers may see the page there', async () => {
    const [from, to] = [await space(), await space()];
    const {
      touchedReusableContents: [
        {
          reusableContent: { id: shared },
        },
      ],
    } = await from.draft.live({
      operation: 'insert_reusable_content',
      title: 'Shared',
      document: { markdown: `[included](/spaces/${to.id}/pages/${to.target})` },
    });
    await from.draft.live(
      page(
        'Reader',
        `[target](/spaces/${to.id}/pages/${to.target}#part) [space](/spaces/${to.id})\n\n{% include "/reusable-content/${shared}" %}`,
        { slug: 'reader' },
      ),
    );
    const { home } = await site([from.id]);
    for (const text of ['target', 'space', 'included']) plain(await reader(home), text);

    const other = await site([to.id]);
    let html = await reader(home);
    expect(linkIn(html, 'target')).to.equal(`${other.home}target#part`);
    expect(linkIn(html, 'included')).to.equal(`${other.home}target`);
    expect(linkIn(html, 'space')).to.equal(other.home);
    expect(await follow(home, linkIn(html, 'target')!)).to.deep.equal([200, 'Target']);

    await to.draft.live({ operation: 'delete_page', page: to.target });
    html = await reader(home);
    plain(html, 'target');
    plain(html, 'included');
    expect(linkIn(html, 'space')).to.equal(other.home);
    must(await world.admin.api.post(`${other.path}/unpublish`), 200);
    plain(await reader(home), 'space');
  });

  it('are plain text where readers may not see the target', async () => {
    const stranger = await World.create(world.instance);
    const [from, unpublished, restricted, unlisted, foreign, staff] = [
      await space(),
      await space(),
      await space(),
      await space(),
      await space(stranger),
      await space(),
    ];
    await site([restricted.id], 'visitor-auth');
    const hidden = await site([unlisted.id], 'unlisted');
    await site([foreign.id], 'public', stranger);
    const {
      changes: [
        {
          page: { id: conditional },
        },
      ],
    } = await staff.draft.live(page('For staff', 'words', { condition: 'visitor.claims.unsigned.staff' }));
    await site([staff.id]);
    const links = [
      ['unpublished', unpublished.id, unpublished.target],
      ['restricted', restricted.id, restricted.target],
      ['unlisted', unlisted.id, unlisted.target],
      ['foreign', foreign.id, foreign.target],
      ['staff', staff.id, conditional],
      ['unknown space', '0'.repeat(20), from.target],
      ['unknown page', staff.id, '0'.repeat(20)],
    ] as const;
    await from.draft.live(
      page('Reader', links.map(([text, id, target]) => `[${text}](/spaces/${id}/pages/${target})`).join(' '), {
        slug: 'reader',
      }),
    );
    const { home } = await site([from.id]);
    const html = await reader(home);
    for (const [text] of links) plain(html, text);
    // Whoever is on an unlisted site was told of it.
    const secret = await site([from.id], 'unlisted');
    expect(linkIn(await reader(secret.home), 'unlisted')).to.equal(`${hidden.home}target`);
    plain(await reader(secret.home), 'restricted');
  });
});

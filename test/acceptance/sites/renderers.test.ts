import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { petStore, waitForSpec } from '../../support/openapi-specs.ts';
import { ClientTypes } from '../../support/routes/client-types.ts';
import { PNG, publish } from '../../support/sites/published-site.ts';
import { apiOf, must, World, type Api } from '../../support/world.ts';

const DOCUMENT = '/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}/document';

/** Pages of each kind with the types of their top-level blocks, as a renderer reads them. */
const PAGES: Readonly<Record<string, readonly [markdown: string, types: readonly string[]]>> = {
  Text: [
    '# Text\n\na **b** *c* ~~d~~ `e` <mark style="color:red;">f</mark> x<sup>2</sup> <kbd>K</kbd> :rocket: <i class="fa-star">:star:</i> $$y$$[^1]\n\n## Part\n\n- [ ] g\n- [x] h\n\n1. i\n   - j\n\n> k\n\n***\n\n##### l\n\n[^1]: note\n',
    ['paragraph', 'heading-1', 'list-tasks', 'list-ordered', 'blockquote', 'divider', 'heading-3'],
  ],
  Code: [
    '{% code title="a.ts" lineNumbers="true" overflow="wrap" %}\n```ts\nb\n```\n{% endcode %}\n\n<pre class="language-js"><code class="lang-js">let <strong>c</strong>;\n</code></pre>\n',
    ['code', 'code'],
  ],
  Tables: [
    '| a | b |\n| :- | -: |\n| c | [d](text.md) |\n\n<table data-header-hidden><thead><tr><th width="9" data-type="number">e</th><th data-type="content-ref">f</th></tr></thead><tbody><tr><td>1</td><td><a href="text.md">g</a></td></tr></tbody></table>\n\n<table border="1"><tr><td colspan="2">h</td></tr><tr><td><p>i</p><ul><li>j</li></ul></td></tr></table>\n',
    ['table', 'table', 'table'],
  ],
  Cards: [
    '<table data-view="cards"><thead><tr><th></th><th data-hidden data-card-target data-type="content-ref"></th><th data-hidden data-card-cover data-type="files"></th></tr></thead><tbody><tr><td>a</td><td><a href="text.md">text</a></td><td><a href="/files/{file:a.png}">a.png</a></td></tr></tbody></table>\n',
    ['table'],
  ],
  Containers: [
    '{% hint style="warning" icon="bolt" %}\na\n{% endhint %}\n\n{% tabs %}\n{% tab title="b" %}\nc\n{% endtab %}\n{% endtabs %}\n\n<details>\n\n<summary>d</summary>\n\ne\n\n</details>\n\n{% stepper %}\n{% step %}\n## f\n{% endstep %}\n{% endstepper %}\n\n{% columns %}\n{% column width="33%" %}\ng\n{% endcolumn %}\n{% column %}\nh\n{% endcolumn %}\n{% endcolumns %}\n',
    ['hint', 'tabs', 'expandable', 'stepper', 'columns'],
  ],
  Strays: [
    [
      '{% stepper %}\nbefore\n{% step %}\na\n{% endstep %}',
      '![b](/files/{file:a.png})',
      '{% tab title="c" %}\nd\n{% endtab %}\n{% step %}\ne\n{% endstep %}\n{% endstepper %}',
      '{% step %}\nf\n{% endstep %}',
      '> {% column %}\n> g\n> {% endcolumn %}',
      '{% hint %}\n{% tab title="h" %}\ni\n{% endtab %}\n{% endhint %}',
      '{% tabs %}\nj\n{% endtabs %}',
      '{% endstepper %}\n',
    ].join('\n\n'),
    ['stepper', 'paragraph', 'blockquote', 'hint', 'paragraph'],
  ],
  Updates: [
    '{% updates format="full" %}\n{% update date="2026-03-01" tags="fix" %}\n## a\n{% endupdate %}\n{% endupdates %}\n',
    ['updates'],
  ],
  Media: [
    '![a](/files/{file:a.png})\n\n<figure><img src="/files/{file:a.png}" alt="b" width="9"><figcaption><p>c</p></figcaption></figure>\n\n{% file src="/files/{file:a.png}" %}\nd\n{% endfile %}\n\n{% embed url="https://example.com/e" %}\n\n{% content-ref url="/pages/{page:Text}" %}\n[text](text.md)\n{% endcontent-ref %}\n\n$$\nf\n$$\n',
    ['images', 'images', 'file', 'embed', 'content-ref', 'math'],
  ],
  Buttons: [
    '<a href="/pages/{page:Text}" class="button primary" data-icon="star">a</a> <button type="button" class="button secondary" data-action="ask" data-query="b?">c</button>\n\n{% prompt description="d" %}\n```\ne\n```\n{% endprompt %}\n',
    ['paragraph', 'prompt'],
  ],
  Operations: [
    '{% openapi-operation spec="pets" path="/pets" method="get" %}\n[p](https://example.com/p)\n{% endopenapi-operation %}\n\n{% openapi-schemas spec="pets" schemas="Pet" grouped="true" %}\n[p](https://example.com/p)\n{% endopenapi-schemas %}\n\n{% swagger src="https://example.com/p.json" path="/pets" method="get" %}\n[p](https://example.com/p.json)\n{% endswagger %}\n',
    ['openapi-operation', 'openapi-schemas', 'swagger'],
  ],
  Html: [
    '<!-- a -->\n\n<p align="center">b <u>c</u></p>\n\n<div class="d"><h2 id="e">f</h2>\n<iframe src="https://example.com/g" width="9"></iframe></div>\n\n[h]: /x\n',
    ['paragraph', 'heading-1', 'embed'],
  ],
  Conditions: [
    '{% include "note.md" %}\n\n{{ space.vars.edition }} {{ visitor.claims.name }}\n\n{% if visitor.claims.staff %}\nstaff\n{% endif %}\n',
    ['hint', 'paragraph'],
  ],
};

const inside = (node: any): any[] => [...(node.nodes ?? []), ...(node.fragments ?? [])];
const every = (node: any): any[] => [node, ...inside(node).flatMap(every)];

onEveryBackend('what a renderer reads with the token of a visitor', (backend) => {
  let world: World;
  let reader: Api;
  let resolved: any;
  let profile: any;
  before(async () => {
    world = await World.create(await backend.instance());
    const specs = `/v1/orgs/${world.organizationId}/openapi`;
    must(await world.admin.api.post(specs, { slug: 'pets', source: { text: JSON.stringify(petStore()) } }), 201);
    await waitForSpec(world.admin.api, `${specs}/pets`);
    must(await world.admin.api.patch(`${specs}/pets`, { visibility: 'public' }), 200);
    const { site } = await publish(world, [
      {
        pages: Object.entries(PAGES).map(([title, [markdown]]) => ({
          title,
          markdown,
          gitPath: `${title.toLowerCase()}.md`,
        })),
        files: [{ name: 'a.png', bytes: PNG, contentType: 'image/png' }],
        includes: [{ title: 'Note', markdown: '{% hint style="info" %}\nnote\n{% endhint %}\n', gitPath: 'note.md' }],
        variables: { edition: 'full' },
      },
    ]);
    resolved = must(await apiOf(world.instance).post('/v1/urls/published', { url: site.urls.published }), 200);
    reader = apiOf(world.instance, resolved.apiToken);
    profile = must(await reader.get(`/v1/orgs/${resolved.organization}/sites/${resolved.site}/published`), 200);
  });

  it('is a page tree and a document of types of the newest client for every kind of page', async function () {
    this.timeout(60_000);
    const { revision } = must(await reader.get(`/v1/spaces/${resolved.space}`), 200);
    const at = `/v1/spaces/${resolved.space}/revisions/${revision}`;
    const { pages } = must(await reader.get(`${at}?metadata=true`), 200);
    expect(pages.map(({ title }: any) => title)).to.deep.equal(Object.keys(PAGES));
    const client = new ClientTypes('gitbook-api-newest');
    for (const { id, title } of pages) {
      const document = must(
        await reader.get(`${at}/page/${id}/document?evaluated=deterministic-only&dereferenced=reusable-contents`),
        200,
      );
      expect(
        document.nodes.map(({ type }: any) => type),
        title,
      ).to.deep.equal(PAGES[title]![1]);
      expect(client.findProblem('GET', DOCUMENT, document) ?? title).to.equal(title);
      for (const node of document.nodes.flatMap(every)) {
        expect(node.raw ?? node.data?.raw, title).to.equal(undefined);
        if (/^heading-/.test(node.type)) expect(node.meta.id, title).to.match(/^\w/);
      }
      const [first, ...rest] = document.nodes;
      const broken = { ...document, nodes: [{ ...first, type: 'nothing' }, ...rest] };
      expect(client.findProblem('GET', DOCUMENT, broken)).to.be.a('string');
      must(await reader.get(`${at}/page/${id}/meta-links`), 200);
    }
  });

  it('has the settings that the newest client requires', () => {
    const { customizations, site, structure } = profile;
    expect(site.ads.status).to.equal('disabled');
    expect(structure.type).to.equal('siteSpaces');
    expect(customizations.site.socialAccounts).to.deep.equal([]);
    expect(customizations.site.styling.codeTheme).to.have.all.keys('default', 'openapi');
    expect(customizations.site.pageActions.items).to.be.an('array');
  });

  it('has the HTML of descriptions of operations, which authors read as they wrote them', async () => {
    const content = `/v1/orgs/${resolved.organization}/openapi/described/versions/latest/content`;
    const text = '**Lists** pets. <script>alert(1)</script>[More](https://example.com/)';
    const specs = `/v1/orgs/${world.organizationId}/openapi`;
    const spec = petStore();
    spec.paths['/pets'].get.description = text;
    spec.paths['/pets'].get.responses['200'].content = {
      'application/json': { example: { description: '**data**' }, schema: { type: 'object', description: '*Pet*' } },
    };
    must(await world.admin.api.post(specs, { slug: 'described', source: { text: JSON.stringify(spec) } }), 201);
    await waitForSpec(world.admin.api, `${specs}/described`);
    must(await world.admin.api.patch(`${specs}/described`, { visibility: 'public' }), 200);
    const operationOf = async (api: Api) => {
      const { filesystem } = must(await api.get(content), 200);
      return filesystem[0].specification.paths['/pets'].get;
    };
    const shown = await operationOf(reader);
    expect(shown.description).to.equal(text);
    expect(shown['x-gitbook-description-html']).to.equal(
      '<p><strong>Lists</strong> pets. <a href="https://example.com/">More</a></p>',
    );
    const { example, schema } = shown.responses['200'].content['application/json'];
    expect(example).to.deep.equal({ description: '**data**' });
    expect(schema['x-gitbook-description-html']).to.equal('<p><em>Pet</em></p>');
    expect(JSON.stringify(await operationOf(world.admin.api))).not.to.include('x-gitbook');
  });

  it('is found by searches in each form of renderers', async () => {
    const search = `/v1/orgs/${resolved.organization}/sites/${resolved.site}/search`;
    const [{ id }] = profile.structure.structure;
    for (const scope of [
      { mode: 'all' },
      { mode: 'current', siteSpaceId: id },
      { mode: 'specific', siteSpaceIds: [id] },
      { scope: { mode: 'default', currentSiteSpace: id, restrictTo: 'currentSiteSpace' } },
    ]) {
      const [found] = must(await reader.post(search, { query: 'staff', ...scope }), 200).items;
      expect(found, 'a condition hides the word').to.equal(undefined);
      const [item] = must(await reader.post(search, { query: 'containers', ...scope }), 200).items;
      expect(item.pages[0].title, JSON.stringify(scope)).to.equal('Containers');
    }
  });

  it('has no computed pages whose specification does not exist', async () => {
    const { site, spaces } = await publish(world, [{ pages: [{ title: 'Start' }] }]);
    const computedOf = (spec: string) => ({
      type: 'builtin:openapi',
      dependencies: { spec: { ref: { kind: 'openapi', spec } } },
      props: {},
    });
    const insert = (title: string, spec: string, into?: string) => ({
      operation: 'insert_page',
      type: 'computed',
      title,
      computed: computedOf(spec),
      ...(into !== undefined && { into }),
    });
    const content = `/v1/spaces/${spaces[0].id}/content`;
    const [start] = must(await world.admin.api.get(`${content}/pages`), 200).pages;
    const changes = [insert('Pets', 'pets'), insert('Gone', 'gone'), insert('Below', 'gone', start.id)];
    must(await world.admin.api.post(content, { changes }), 200);
    const { space, apiToken } = must(
      await apiOf(world.instance).post('/v1/urls/published', { url: site.urls.published }),
      200,
    );
    const visitor = apiOf(world.instance, apiToken);
    const { pages } = must(await visitor.get(`/v1/spaces/${space}/content/pages`), 200);
    expect(pages.map(({ title, type }: any) => [title, type])).to.deep.equal([
      ['Start', 'document'],
      ['Pets', 'group'],
    ]);
    expect(pages[0].pages).to.deep.equal([]);
    expect(must(await visitor.get(`/v1/spaces/${space}/content/page/${start.id}`), 200).pages).to.deep.equal([]);
    const { pages: authored } = must(await world.admin.api.get(`${content}/pages`), 200);
    expect(authored.map(({ type }: any) => type)).to.deep.equal(['document', 'group', 'computed']);
  });

  it('is resolved by share links on the address of the instance', async () => {
    const { api, site } = await publish(world, [{ pages: [{ title: 'Start' }, { title: 'Inner' }] }], {
      visibility: 'share-link',
    });
    must(await world.admin.api.post(`${api}/share-links`, { name: 'Partners' }), 201);
    const [{ urls }] = must(await world.admin.api.get(`${api}/share-links`), 200).items;
    const resolve = async (url: string) => apiOf(world.instance).post('/v1/urls/published', { url });
    const { apiToken, pathname, shareKey } = must(await resolve(new URL('inner', urls.published).href), 200);
    expect(pathname).to.equal('/inner');
    expect(shareKey).to.be.a('string');
    must(await apiOf(world.instance, apiToken).get(`/v1/orgs/${world.organizationId}/sites/${site.id}/published`), 200);
  });

  it('resolves addresses of files that a renderer serves itself', async () => {
    for (const path of ['~gitbook/site-index', 'llms.txt', 'text.md', 'a/b/c/d']) {
      const { pathname, apiToken } = must(
        await apiOf(world.instance).post('/v1/urls/published', { url: profile.site.urls.published + path }),
        200,
      );
      expect(pathname).to.equal(`/${path}`);
      expect(apiToken).to.match(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    }
  });
});

import { expect } from 'chai';
import { onEveryBackend } from '../../support/backends.ts';
import { petStore, waitForSpec } from '../../support/openapi-specs.ts';
import { chat, EngineServer, toUpperCaseMarkup } from '../../support/servers/translation-engines.ts';
import { instanceWith, Translations } from '../../support/translation-world.ts';
import { must, World, type Api } from '../../support/world.ts';

const text = (node: any): string =>
  (node.leaves ?? []).map((leaf: any) => leaf.text).join('') + (node.nodes ?? []).map(text).join('');
const spec = (slug: string) => ({ spec: { ref: { kind: 'openapi', spec: slug } } });
const translated = (id: string) => ({ translation: { ref: { kind: 'translation', translation: id } } });

onEveryBackend('computed content', (backend) => {
  let world: World;
  let translations: Translations;
  let space: string;
  let translation: string;
  before(async () => {
    const engine = await EngineServer.start();
    engine.answer = chat((line) => toUpperCaseMarkup(line));
    world = await World.create(
      await instanceWith(backend, {
        TRANSLATION_ENGINE: 'openai',
        TRANSLATION_URL: engine.url,
        TRANSLATION_MODEL: 'model',
      }),
    );
    const specs = `/v1/orgs/${world.organizationId}/openapi`;
    must(await world.admin.api.post(specs, { slug: 'pets', source: { text: JSON.stringify(petStore()) } }), 201);
    await waitForSpec(world.admin.api, `${specs}/pets`);
    translations = new Translations(world);
    space = await translations.space({ Brief: 'Brief words.' });
    translation = (await translations.completed((await translations.create(space)).id)).id;
  });
  const compute = async (of: 'document' | 'revision', source: object, status = 200, api?: Api): Promise<any> =>
    must(
      await (api ?? world.admin.api).post(`/v1/spaces/${space}/content/computed/${of}`, { source, seed: 'seed' }),
      status,
    );
  const refusedField = async (of: 'document' | 'revision', source: object): Promise<string> =>
    (await compute(of, source, 400)).error.issues[0].path;

  describe('getComputedRevision', () => {
    it('answers the pages of a specification, each with the source of its document', async () => {
      const source = { type: 'builtin:openapi', props: { models: true }, dependencies: spec('pets') };
      const { pages, files, reusableContents } = await compute('revision', source);
      expect([files, reusableContents]).to.deep.equal([[], []]);
      expect(pages.map(({ title, path, type }: any) => [title, path, type])).to.deep.equal([
        ['Pets', 'pets', 'document'],
        ['Models', 'models', 'document'],
      ]);
      for (const { computed, computedSeed } of pages) {
        expect(computedSeed).to.equal('seed');
        expect((await compute('document', computed)).nodes).not.to.deep.equal([]);
      }
      expect((await compute('revision', source)).pages).to.deep.equal(pages);
    });

    it('answers a page below its tag for each operation when asked to group by operation', async () => {
      const props = { models: false, grouping: 'by-operation' };
      const { pages } = await compute('revision', { type: 'builtin:openapi', props, dependencies: spec('pets') });
      const [below] = pages[0].pages;
      expect([pages.length, below.title, below.path]).to.deep.equal([1, 'List pets', 'pets/list-pets']);
      const { nodes } = await compute('document', below.computed);
      expect(nodes.map(({ type }: any) => type)).to.deep.equal(['openapi-operation']);
    });

    it('answers the result of a translation, each page with the source of its document', async () => {
      const { pages } = await compute('revision', {
        type: 'builtin:translation',
        props: {},
        dependencies: translated(translation),
      });
      expect(pages.map(({ title }: any) => title)).to.deep.equal(['BRIEF']);
      const { nodes } = await compute('document', pages[0].computed);
      expect(nodes.map(text)).to.deep.equal(['BRIEF WORDS.']);
    });

    it('names the member of a source that it cannot use', async () => {
      expect(await refusedField('revision', { type: 'integration:a:b', props: {} })).to.equal('source.type');
      expect(await refusedField('revision', { type: 'builtin:openapi', props: {} })).to.equal(
        'source.dependencies.spec.ref',
      );
      const unknown = { type: 'builtin:openapi', props: {}, dependencies: spec('nothing') };
      expect(await refusedField('revision', unknown)).to.equal('source.dependencies.spec.ref.spec');
      const gone = { type: 'builtin:translation', props: {}, dependencies: translated('x'.repeat(20)) };
      expect(await refusedField('revision', gone)).to.equal('source.dependencies.translation.ref.translation');
    });
  });

  describe('getComputedDocument', () => {
    const doc = (props: object) => ({ type: 'builtin:openapi', props, dependencies: spec('pets') });

    it('answers the operations of a tag, one operation, the introduction and the schemas', async () => {
      const kinds = async (props: object): Promise<string[]> =>
        (await compute('document', doc(props))).nodes.map(({ type }: any) => type);
      expect(await kinds({ doc: 'operations', page: 'pets' })).to.include('openapi-operation');
      expect(await kinds({ doc: 'operation', page: '/pets', method: 'get' })).to.deep.equal(['openapi-operation']);
      expect(await kinds({ doc: 'info', page: 'pets' })).not.to.include('openapi-operation');
      expect(await kinds({ doc: 'tag', page: 'Pets' })).not.to.include('openapi-operation');
      expect(await kinds({ doc: 'models' })).to.deep.equal(['openapi-schemas']);
    });

    it('names the property that leads to no document', async () => {
      expect(await refusedField('document', doc({ doc: 'all' }))).to.equal('source.props.doc');
      expect(await refusedField('document', doc({ doc: 'operations' }))).to.equal('source.props.page');
      expect(await refusedField('document', doc({ doc: 'operations', page: 'cats' }))).to.equal('source.props.page');
      expect(await refusedField('document', doc({ doc: 'operation', page: '/pets' }))).to.equal('source.props.method');
      const source = { type: 'builtin:translation', dependencies: translated(translation) };
      const props = { space, document: 'x'.repeat(36) };
      expect(await refusedField('document', { ...source, props })).to.equal('source.props.document');
      expect(await refusedField('document', { ...source, props: { ...props, space: 'other' } })).to.equal(
        'source.props.space',
      );
    });

    it('hides private specifications and results of translations from guests of the space', async () => {
      const guest = await world.member(null);
      must(await world.admin.api.post(`/v1/spaces/${space}/permissions`, { users: [guest.userId], role: 'read' }), 204);
      for (const source of [
        { type: 'builtin:openapi', props: {}, dependencies: spec('pets') },
        { type: 'builtin:translation', props: {}, dependencies: translated(translation) },
      ])
        await compute('revision', source, 400, guest.api);
    });
  });
});

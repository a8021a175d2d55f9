import { expect } from 'chai';
import { UndiciGuardedFetch } from '../../../../src/adapters/fetch/undici-guarded-fetch.ts';
import { createEngine, type EngineSettings } from '../../../../src/adapters/translation/create-engine.ts';
import { EngineFailed, type EngineOrder } from '../../../../src/ports/translation-engine.ts';
import { chat, EngineServer, shouted } from '../../../support/translation-engines.ts';

const signal = (): AbortSignal => new AbortController().signal;
const order = (texts: readonly string[], more: Partial<EngineOrder> = {}): EngineOrder => ({ from: 'en', to: 'pt', texts, instructions: '', terms: texts.map(() => []), ...more });

describe('engines of translations', () => {
  let server: EngineServer;
  beforeEach(async () => {
    server = await EngineServer.start();
  });
  const engine = (name: EngineSettings['engine'], more: Partial<EngineSettings> = {}) => {
    const settings = { engine: name, url: server.url, key: 'key', model: 'model', concurrency: 2, requestsPerMinute: undefined, ...more };
    return createEngine(settings, new UndiciGuardedFetch({ trustedOrigins: [new URL(settings.url ?? server.url).origin] }));
  };
  const failure = async (name: EngineSettings['engine'], more: Partial<EngineSettings> = {}): Promise<EngineFailed> => engine(name, more).translate(order(['a']), signal()).then(() => expect.fail('it did not fail'), (error: unknown) => error as EngineFailed);

  it('that chat are told the rules, the words of the authors, and each text by its number', async () => {
    server.answer = chat((text) => shouted(text));
    const terms = [[], [{ tag: 2, source: 'space', target: 'espaço' }]];
    const { texts, requests, characters } = await engine('openai').translate(order(['One <x1/>', 'A <x2/>'], { instructions: 'Be brief.', terms }), signal());
    expect(texts).to.deep.equal(['ONE <x1/>', 'A <x2/>']);
    expect([requests, characters]).to.deep.equal([1, 16]);
    const [{ path, headers, body }] = server.asked as [any];
    expect([path, headers.authorization, body.model]).to.deep.equal(['/chat/completions', 'Bearer key', 'model']);
    expect(body.messages[0].content).to.include('from English to Portuguese').and.to.include('Be brief.');
    expect(JSON.parse(body.messages[1].content).texts[1]).to.deep.equal({ id: 1, text: 'A <x2/>', meaning: { '<x2/>': 'espaço' } });
  });

  it('that chat may put a fence around their answer, leave texts out, or say something else', async () => {
    const says = async (content: unknown) => {
      server.answer = () => ({ body: { choices: [{ message: { content } }] } });
      return (await engine('openai').translate(order(['a', 'b']), signal())).texts;
    };
    expect(await says('```json\n{"translations": [{"id": 1, "text": "B"}]}\n```')).to.deep.equal([undefined, 'B']);
    expect(await says('{"translations": [{"id": "0", "text": "A"}, {"id": 7, "text": "C"}, {"id": 1}]}')).to.deep.equal(['A', undefined]);
    for (const other of ['I cannot do that.', '[]', '{"translations": "no"}', null, 7]) expect(await says(other)).to.deep.equal([undefined, undefined]);
  });

  it('of DeepL are asked for XML, in their names of languages', async () => {
    server.answer = ({ body }) => ({ body: { translations: body.text.map((text: string) => ({ text: shouted(text) })) } });
    const { texts } = await engine('deepl').translate(order(['One <g1>two</g1>', 'three']), signal());
    expect(texts).to.deep.equal(['ONE <g1>TWO</g1>', 'THREE']);
    expect(server.asked[0]).to.nested.include({ path: '/v2/translate', 'headers.authorization': 'DeepL-Auth-Key key', 'body.source_lang': 'EN', 'body.target_lang': 'PT-PT', 'body.tag_handling': 'xml' });
  });

  it('of LibreTranslate are asked for HTML, and answer with its elements', async () => {
    server.answer = ({ body }) => ({ body: { translatedText: body.q.map((text: string) => shouted(text).replaceAll('></span>', '> </span>')) } });
    const { texts } = await engine('libretranslate').translate(order(['One <g1>two <x2/></g1>', 'R&amp;D'], { to: 'zh' }), signal());
    expect(texts).to.deep.equal(['ONE <g1>TWO <x2/></g1>', 'R&amp;D']);
    expect(server.asked[0]).to.nested.include({ path: '/translate', 'body.source': 'en', 'body.target': 'zh-Hans', 'body.format': 'html', 'body.api_key': 'key', 'body.q[0]': 'One <span id="g1">two <span id="x2"></span></span>' });
  });

  it('of APy are asked with a form', async () => {
    server.answer = ({ body }) => ({ body: { responseData: { translatedText: shouted(body.q) }, responseStatus: 200 } });
    const { texts } = await engine('apertium').translate(order(['One <x1/>', 'two'], { to: 'es' }), signal());
    expect(texts).to.deep.equal(['ONE <x1/>', 'TWO']);
    expect(server.asked[0]!.body).to.include({ langpair: 'eng|spa', format: 'html' });
  });

  it('that are a program say so where it is missing', async () => {
    const { ApertiumEngine } = await import('../../../../src/adapters/translation/apertium-engine.ts');
    const error = await ApertiumEngine.program(1, 'no-such-program').translate(order(['a']), signal()).then(() => undefined, (failed: Error) => failed.message);
    expect(error).to.equal('the program apertium is not installed');
  });

  it('of no language put accents on letters, and leave tags alone', async () => {
    const { texts } = await engine('pseudo').translate(order(['Hello <g1>world</g1> &amp; <x2/> 12']), signal());
    expect(texts).to.deep.equal(['Ĥéļļö·· <g1>ŵöŕļđ··</g1> &amp; <x2/> 12']);
  });

  it('are asked again when they are busy or down, as late as they say, and no more than six times', async () => {
    const busy = [429, 503, 500];
    server.answer = (asked) => (busy.length > 0 ? { status: busy.shift()!, headers: { 'retry-after': '0' }, body: {} } : chat((text) => text)(asked));
    expect((await engine('openai').translate(order(['a']), signal())).requests).to.equal(4);
    server.asked.length = 0;
    server.answer = () => ({ status: 429, headers: { 'retry-after': '0' }, body: {} });
    expect((await failure('openai')).message).to.match(/answered 429$/);
    expect(server.asked).to.have.length(6);
  });

  it('are not asked again what will not pass, and the reason names what to look at', async () => {
    for (const [status, words] of [[401, /401: look at TRANSLATION_API_KEY$/], [404, /TRANSLATION_URL and TRANSLATION_MODEL$/], [456, /quota/], [400, /languages$/], [302, /302|redirects/]] as const) {
      server.asked.length = 0;
      server.answer = () => ({ status, headers: { ...(status === 302 && { location: 'http://169.254.169.254/' }) }, body: 'secret' });
      const { message } = await failure('openai');
      expect(message).to.match(words).and.not.to.include('secret');
      if (status !== 302) expect(server.asked).to.have.length(1);
    }
  });

  it('are reached where the operator says, and nowhere else', async () => {
    const other = await EngineServer.start();
    const settings = { engine: 'openai', url: other.url, key: 'key', model: 'model', concurrency: 1, requestsPerMinute: undefined } as const;
    const error = await createEngine(settings, new UndiciGuardedFetch({ trustedOrigins: [server.url] })).translate(order(['a']), signal()).then(() => undefined, (failed: Error) => failed);
    expect(error).to.be.instanceOf(EngineFailed);
    expect(error!.message).to.include('not on the public internet');
    expect(other.asked).to.have.length(0);
  });
});

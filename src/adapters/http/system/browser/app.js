'use strict';

// Script of the pages below /app: fetches the resource at the address with the session of the browser or with an API
// token for this tab, and shows it as text. It creates elements and sets their text, and never parses content as HTML.
(() => {
  const KEY = 'quire-token';
  const SIGN_IN = '/sign-in?to=' + encodeURIComponent(location.pathname + location.search);
  const main = document.getElementById('main');
  let session = document.body.dataset.session !== undefined;
  const parts = location.pathname.split('/').filter(Boolean).slice(1).map(decodeURIComponent);
  const path = (...segments) => segments.map(encodeURIComponent).join('/');

  // The address of a page names the same thing as an address of the API.
  const [kind, id, inside, innerId, under, underId] = parts;
  const pageOf = (base, page) => base + '/content/page/' + encodeURIComponent(page) + '?format=markdown';
  const space = '/v1/' + path('spaces', id || '');
  const resource =
    kind === undefined
      ? '/v1/user'
      : kind === 'spaces' && inside === 'pages'
        ? pageOf(space, innerId)
        : kind === 'spaces' && inside === 'change-requests' && under === 'pages'
          ? pageOf(space + '/' + path(inside, innerId), underId)
          : '/v1/' + path(...parts);
  const lists =
    kind === undefined
      ? [['Organizations', '/v1/orgs']]
      : kind === 'orgs' && inside === undefined
        ? [
            ['Spaces', resource + '/spaces'],
            ['Collections', resource + '/collections'],
            ['Sites', resource + '/sites'],
          ]
        : kind === 'collections'
          ? [['Spaces', resource + '/spaces']]
          : kind === 'spaces' && inside === undefined
            ? [
                ['Pages', resource + '/content/pages'],
                ['Open change requests', resource + '/change-requests'],
              ]
            : [];

  const element = (name, text, attributes) => {
    const made = document.createElement(name);
    if (text !== undefined) made.textContent = text;
    for (const [key, value] of Object.entries(attributes || {})) made.setAttribute(key, value);
    return made;
  };
  const link = (text, href) => element('a', text, { href });
  const show = (...children) => main.replaceChildren(...children);
  // An emoji may be stored as its code points in hexadecimal.
  const isPoint = (point) => point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);
  const emojiOf = (emoji) => {
    const points = /^[0-9a-f]{1,6}(-[0-9a-f]{1,6})*$/i.test(emoji || '')
      ? emoji.split('-').map((point) => parseInt(point, 16))
      : [];
    return points.length > 0 && points.every(isPoint) ? String.fromCodePoint(...points) : emoji;
  };
  const titleOf = (thing) =>
    [emojiOf(thing.emoji), thing.title || thing.subject || thing.displayName || thing.id].filter(Boolean).join(' ');
  const local = (url) => {
    const { pathname, search } = new URL(url, location.origin);
    return pathname + search;
  };

  async function call(address) {
    const token = sessionStorage.getItem(KEY);
    const response = await (token === null
      ? fetch('/app/~' + address)
      : fetch(address, { headers: { authorization: 'Bearer ' + token } }));
    const body = await response.json().catch(() => ({}));
    if (response.ok) return body;
    if (response.status === 401) {
      if (token === null) session = false;
      sessionStorage.removeItem(KEY);
    }
    throw new Error(response.status + ': ' + ((body.error && body.error.message) || response.statusText));
  }

  function signIn(problem) {
    const form = element('form');
    const input = element('input', undefined, {
      type: 'password',
      id: 'token',
      autocomplete: 'off',
      required: '',
      spellcheck: 'false',
    });
    form.append(element('label', 'API token', { for: 'token' }), input, element('button', 'Sign in'));
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      sessionStorage.setItem(KEY, input.value.trim());
      void open();
    });
    show(
      element('h1', 'Quire'),
      element('p', 'The token stays in this tab and is sent to this server only.'),
      form,
      link('Sign in with a password, or through an organization', SIGN_IN),
      ...(problem ? [element('p', problem, { role: 'alert' })] : []),
    );
    input.focus();
  }

  function itemsOf(things) {
    const list = element('ul');
    for (const thing of things) {
      const item = element('li');
      const href = (thing.urls && (thing.urls.app || thing.urls.location)) || thing.href;
      item.append(href ? link(titleOf(thing), thing.urls ? local(href) : href) : titleOf(thing));
      if (thing.pages && thing.pages.length > 0) item.append(itemsOf(thing.pages));
      list.append(item);
    }
    return list;
  }

  function state(thing) {
    const list = element('dl');
    for (const [name, value] of Object.entries(thing)) {
      if (value === null || typeof value === 'object' || name === 'markdown' || name === 'title') continue;
      list.append(element('dt', name), element('dd', String(value)));
    }
    return list;
  }

  async function open() {
    show(element('p', 'Loading…'));
    try {
      const thing = await call(resource);
      document.title = titleOf(thing) + ' · Quire';
      const shown = [element('h1', titleOf(thing)), state(thing)];
      if (typeof thing.markdown === 'string') shown.push(element('pre', thing.markdown, { dir: 'auto' }));
      if (Array.isArray(thing.pages)) shown.push(itemsOf(thing.pages));
      if (thing.urls && thing.urls.published) shown.push(link('Published', thing.urls.published));
      for (const [title, address] of lists) {
        const { items, pages } = await call(address);
        shown.push(element('h2', title), itemsOf(items || pages));
      }
      const footer = element('p', 'API: ');
      footer.append(link(resource, resource), ' · ', link('reference', '/docs'), ' · ');
      if (sessionStorage.getItem(KEY) === null) {
        footer.append(link('Your account', '/account'));
        show(...shown, footer);
        return;
      }
      const leave = element('button', 'Sign out');
      leave.addEventListener('click', () => {
        sessionStorage.removeItem(KEY);
        if (session) void open();
        else signIn();
      });
      footer.append(leave);
      show(...shown, footer);
    } catch (error) {
      if (sessionStorage.getItem(KEY) === null && !session) signIn(error.message);
      else
        show(
          element('h1', 'Not shown'),
          element('p', error.message, { role: 'alert' }),
          link('Back to the start page', '/app'),
        );
    }
  }

  if (sessionStorage.getItem(KEY) === null && !session) signIn();
  else void open();
})();

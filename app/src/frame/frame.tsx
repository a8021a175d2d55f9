import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { hasSession, sessionLoss, setToken, signInHref, signOut, token, tokenProblem } from '../api/session.ts';
import { m } from '../messages/messages.ts';
import { pathTo } from '../navigation/paths.ts';
import { current, navigate, query } from '../navigation/router.ts';
import { leaveUnsaved } from '../navigation/unsaved.ts';
import { lastOrganization, openQuickly } from '../quick-open/quick-open.tsx';
import { Button, LinkButton } from '../ui/button.tsx';
import { Menu } from '../ui/menu.tsx';
import { SignInAgain } from '../ui/notices.tsx';
import { nextTheme, theme } from './theme.ts';

export interface Crumb {
  readonly label: string;
  readonly href?: string;
}

export interface FrameProps {
  /** Title of the document. */
  readonly title: string;
  readonly crumbs?: readonly Crumb[];
  /** Organization that the search is about. */
  readonly organizationId?: string | undefined;
  /** Navigation beside the content. */
  readonly side?: ComponentChildren;
  readonly sideLabel?: string;
  readonly wide?: boolean;
  readonly children: ComponentChildren;
}

/** Frame of each screen: links to where the user is, search, account, and the navigation of the screen. */
export function Frame({ title, crumbs = [], organizationId, side, sideLabel, wide = false, children }: FrameProps) {
  const [isOpen, setOpen] = useState(false);
  const main = useRef<HTMLElement>(null);
  const { path } = current.value;
  useEffect(() => {
    if (organizationId !== undefined) lastOrganization.value = organizationId;
  }, [organizationId]);
  useEffect(() => {
    document.title = title === '' ? 'Quire' : `${title} · Quire`;
  }, [title]);
  useEffect(() => setOpen(false), [path]);
  useEffect(() => {
    // The screen before it, or the notice that it is being loaded, may have gone with the focus.
    if (document.activeElement === document.body) main.current?.focus({ preventScroll: true });
  }, []);
  return (
    <>
      <a class="skip" href="#main">
        {m.frame.skip}
      </a>
      <header class="top">
        {side && (
          <span class="side-button">
            <Button
              kind="quiet"
              icon="menu"
              label={m.frame.navigation}
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            />
          </span>
        )}
        <Brand />
        <Breadcrumbs crumbs={crumbs} />
        {organizationId !== undefined && <SearchBox organizationId={organizationId} />}
        <AccountMenu />
      </header>
      <div class={side ? 'layout' : ''}>
        {side && (
          <nav class={isOpen ? 'side is-open' : 'side'} aria-label={sideLabel ?? m.frame.navigation}>
            {side}
          </nav>
        )}
        <main class={side || wide ? 'main' : 'main narrow'} id="main" tabIndex={-1} ref={main}>
          {children}
        </main>
      </div>
    </>
  );
}

/** Link to the start page. */
const Brand = () => (
  <a class="brand" href={pathTo('home')} aria-label={m.frame.home}>
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="#2456c7" />
      <path d="M10 8h8l5 5v11H10z" fill="#fff" />
      <path d="M18 8v5h5" fill="#b9cdf6" />
    </svg>
    <span>Quire</span>
  </a>
);

/** Links to where the user is. */
const Breadcrumbs = ({ crumbs }: { readonly crumbs: readonly Crumb[] }) => (
  <nav class="crumbs" aria-label={m.frame.breadcrumbs}>
    <ol>
      {crumbs.map(({ label, href }) => (
        <li key={`${label} ${href ?? ''}`} dir="auto">
          {href === undefined ? <span aria-current="page">{label}</span> : <a href={href}>{label}</a>}
        </li>
      ))}
    </ol>
  </nav>
);

/** Menu of what is the same on each screen. */
const AccountMenu = () => (
  <Menu
    label={m.frame.account}
    icon="people"
    items={[
      lastOrganization.value !== undefined && { label: m.quickOpen.open, icon: 'search', onSelect: openQuickly },
      { label: m.frame.organizations, icon: 'home', href: `${pathTo('home')}?all` },
      { label: m.frame.yourAccount, icon: 'settings', href: pathTo('account') },
      { label: m.frame.theme[theme.value], icon: 'theme', onSelect: nextTheme },
      { label: m.frame.reference, icon: 'document', href: '/docs' },
      hasSession.value && { label: m.account.signInLink, icon: 'close', href: '/account' },
      token.value !== null && {
        label: m.frame.forgetToken,
        icon: 'close',
        onSelect: () => leaveUnsaved(signOut),
      },
    ]}
  />
);

/** Search over all content of an organization. The key `/` moves the focus to it. */
function SearchBox({ organizationId }: { readonly organizationId: string }) {
  const input = useRef<HTMLInputElement>(null);
  const searched = query.value.get('query') ?? '';
  const [text, setText] = useState(searched);
  useEffect(() => setText(searched), [searched]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const at = event.composedPath()[0] as HTMLElement;
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (at.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(at.tagName)) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <form
      class="top-search"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') navigate(pathTo('search', { organizationId }, { query: text.trim() }));
      }}
    >
      <input
        ref={input}
        type="search"
        aria-label={m.frame.search}
        placeholder={m.frame.search}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
    </form>
  );
}

/** Notice that the session does not serve this tab any longer. It takes no focus: what is typed still goes into the text, which is kept. */
export function SessionOver() {
  const { value: loss } = sessionLoss;
  if (loss === undefined) return null;
  return (
    <section class="notice warning session-over" aria-label={m.session.titles[loss]}>
      <p role="alert">
        <strong>{m.session.titles[loss]}</strong> {m.session.explanations[loss]}
      </p>
      <p class="actions">
        <SignInAgain />
        <Button onClick={() => (sessionLoss.value = undefined)}>{m.session.goOn}</Button>
        {loss === 'replaced' && <Button onClick={() => location.reload()}>{m.session.openAsOther}</Button>}
      </p>
    </section>
  );
}

/** Screen for a browser without a session and a tab without a token. */
export function SignIn() {
  const problem = tokenProblem.value;
  const [secret, setSecret] = useState('');
  useEffect(() => {
    document.title = `${m.signIn.title} · Quire`;
  }, []);
  return (
    <main class="sign-in" id="main">
      <h1>Quire</h1>
      {problem && (
        <p class="notice danger" role="alert">
          {problem}
        </p>
      )}
      <p>
        <LinkButton kind="primary" href={signInHref()}>
          {m.signIn.password}
        </LinkButton>
      </p>
      <p class="soft">{m.signIn.providers}</p>
      <TokenForm secret={secret} onInput={setSecret} onSubmit={() => setToken(secret.trim())} />
    </main>
  );
}

const TokenForm = ({
  secret,
  onInput,
  onSubmit,
}: {
  readonly secret: string;
  readonly onInput: (text: string) => void;
  readonly onSubmit: () => void;
}) => (
  <details open>
    <summary>{m.signIn.withToken}</summary>
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <div class="field">
        <label for="token">{m.signIn.token}</label>
        <input
          id="token"
          type="password"
          autocomplete="off"
          required
          spellcheck={false}
          value={secret}
          onInput={(event) => onInput(event.currentTarget.value)}
          aria-describedby="token-hint"
        />
        <p class="hint" id="token-hint">
          {m.signIn.tokenHint}
        </p>
      </div>
      <Button type="submit">{m.signIn.title}</Button>
    </form>
  </details>
);

import type { VNode } from 'preact';
import { ApiError } from '../api/api-error.ts';
import { useQuery } from '../api/use-query.ts';
import { Frame } from '../frame/frame.tsx';
import { m } from '../messages/messages.ts';
import { ErrorNotice, Loading } from '../ui/notices.tsx';
import type { Parameters } from './paths.ts';

type Screen = (parameters: Parameters) => VNode | null;

/** Time in milliseconds after which a browser that does not report idle time counts as idle. */
const IDLE_AFTER_MS = 2_000;

/** Functions that load the modules of the screens. */
const loads: (() => Promise<unknown>)[] = [];

/** Screen whose module is loaded when it is first shown. @param name unique among the screens that are loaded so */
export function onDemand(name: string, load: () => Promise<Screen>): Screen {
  let Component: ((of: { readonly parameters: Parameters }) => VNode | null) | undefined;
  const loadScreen = async (): Promise<void> => {
    const screen = await load();
    Component ??= ({ parameters: of }) => screen(of);
  };
  loads.push(loadScreen);
  return (parameters) => {
    const loading = useQuery(Component ? undefined : `screen ${name}`, async () => {
      await loadScreen().catch(() => {
        throw new ApiError(0, m.errors.notLoaded, undefined);
      });
      return true;
    });
    if (Component !== undefined) return <Component parameters={parameters} />;
    return (
      <Frame title="" organizationId={parameters['organizationId']}>
        {loading.error === undefined ? (
          <Loading />
        ) : (
          // After an upgrade of the instance, only a new page knows its files.
          <ErrorNotice error={loading.error} onRetry={() => location.reload()} />
        )}
      </Frame>
    );
  };
}

/**
 * Loads the modules of all screens when the browser is idle, so that a screen is shown at once, after an upgrade of the
 * instance too. A module that fails to load is requested again when its screen is shown.
 */
export function loadScreensWhenIdle(): void {
  const loadAll = async (): Promise<void> => {
    for (const load of loads) await load().catch(() => {});
  };
  // Safari reports no idle time.
  if ('requestIdleCallback' in window) requestIdleCallback(() => void loadAll());
  else setTimeout(loadAll, IDLE_AFTER_MS);
}

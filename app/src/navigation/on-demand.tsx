import type { VNode } from 'preact';
import { ApiError } from '../api/api-error.ts';
import { useQuery } from '../api/use-query.ts';
import { Frame } from '../frame/frame.tsx';
import { m } from '../messages/messages.ts';
import { ErrorNotice, Loading } from '../ui/notices.tsx';
import type { Parameters } from './paths.ts';

type Screen = (parameters: Parameters) => VNode | null;

/** Screen whose module is loaded when it is first shown. @param name unique among the screens that are loaded so */
export function onDemand(name: string, load: () => Promise<Screen>): Screen {
  let Component: ((of: { readonly parameters: Parameters }) => VNode | null) | undefined;
  return (parameters) => {
    const loading = useQuery(Component ? undefined : `screen ${name}`, async () => {
      const screen = await load().catch(() => {
        throw new ApiError(0, m.errors.notLoaded, undefined);
      });
      Component = ({ parameters: of }) => screen(of);
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

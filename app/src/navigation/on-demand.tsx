import type { VNode } from 'preact';
import { useQuery } from '../api/use-query.ts';
import { ErrorNotice, Loading } from '../ui/notices.tsx';
import type { Parameters } from './paths.ts';

type Screen = (parameters: Parameters) => VNode | null;

/** Screen whose module is loaded when it is first shown. @param name unique among the screens that are loaded so */
export function onDemand(name: string, load: () => Promise<Screen>): Screen {
  let Component: ((of: { readonly parameters: Parameters }) => VNode | null) | undefined;
  return (parameters) => {
    const loading = useQuery(Component ? undefined : `screen ${name}`, async () => {
      const screen = await load();
      Component = ({ parameters: of }) => screen(of);
      return true;
    });
    if (Component !== undefined) return <Component parameters={parameters} />;
    return (
      <main id="main" class="main" tabIndex={-1}>
        {loading.error === undefined ? <Loading /> : <ErrorNotice error={loading.error} onRetry={loading.reload} />}
      </main>
    );
  };
}

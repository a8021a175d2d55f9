import type { ComponentChildren } from 'preact';
import type { QueryState } from '../api/use-query.ts';
import { Loaded, titleOfFailure } from '../ui/notices.tsx';
import { Frame } from './frame.tsx';

export interface LoadedScreenProps<Data> {
  readonly of: QueryState<Data>;
  readonly children: (data: Data) => ComponentChildren;
}

/** Screen that brings a frame of its own once its data is there; until then a frame without a place. */
export const LoadedScreen = <Data,>({ of, children }: LoadedScreenProps<Data>) =>
  of.data === undefined ? (
    <Frame title={titleOfFailure(of) ?? ''}>
      <Loaded of={of} isScreen>
        {() => null}
      </Loaded>
    </Frame>
  ) : (
    <>{children(of.data)}</>
  );

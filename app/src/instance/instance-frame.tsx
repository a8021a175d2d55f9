import type { ComponentChildren } from 'preact';
import { Frame } from '../frame/frame.tsx';
import { m } from '../messages/messages.ts';
import { pathTo } from '../navigation/paths.ts';
import { Tabs } from '../ui/parts.tsx';
import { INSTANCE_PARTS, type InstancePart } from './instance-parts.ts';

/** Frame of the screens for operators. */
export const InstanceFrame = ({
  part,
  actions,
  children,
}: {
  readonly part: InstancePart;
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}) => (
  <Frame title={m.instance.title} crumbs={[{ label: m.instance.title }]}>
    <div class="head">
      <h1>{m.instance.title}</h1>
      {actions && <div class="actions">{actions}</div>}
    </div>
    <Tabs
      label={m.instance.parts}
      items={INSTANCE_PARTS.map((name) => ({
        label: m.instance.partNames[name],
        href: pathTo(name),
        isCurrent: name === part,
      }))}
    />
    {children}
  </Frame>
);

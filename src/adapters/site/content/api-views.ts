import { block, link, text, nodeText, type Nodes } from './nodes.ts';
import type { BlockTag } from '../../../domain/content/markdown/block-tag.ts';

const METHODS = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query']);

/**
 * Renders a tag for an API operation: current tags name a specification and contain a link; older ones describe the
 * operation.
 */
export function apiView(tag: BlockTag, children: readonly Nodes[]): readonly Nodes[] {
  const { values } = tag;
  const method = values.get('method')?.toLowerCase();
  const path = [values.get('baseurl') ?? values.get('host') ?? '', values.get('path') ?? ''].join('');
  const descriptions = [values.get('summary'), values.get('status'), values.get('httpcode'), values.get('description')];
  const head: Nodes[] = [
    ...(method && METHODS.has(method)
      ? [block('span', ['q-method', `q-method-${method}`], [text(method.toUpperCase())])]
      : []),
    ...(path ? [block('code', [], [text(path)])] : []),
    ...(values.get('name') ? [block('code', [], [text(values.get('name') as string)])] : []),
    ...(values.get('type') ? [block('em', [], [text(values.get('type') as string)])] : []),
    ...descriptions.filter((word) => word).map((word) => block('span', [], [text(word as string)])),
  ];
  const source = values.get('src') ?? values.get('spec');
  const linked = source && /^https?:/i.test(source) && nodeText({ type: 'x', children } as never).trim() === '';
  const body = linked ? [...children, block('p', [], [link(source, [text(source)])])] : children;
  if (head.length === 0 && source && body.length === 0) head.push(block('span', [], [text(`OpenAPI ${source}`)]));
  const part =
    tag.name.includes('-') && !/^(?:openapi-operation|openapi-schemas|openapi-webhook|api-method)$/.test(tag.name);
  return [
    block(
      'div',
      [part ? 'q-api-part' : 'q-api'],
      [
        ...(head.length > 0
          ? [
              block(
                'p',
                ['q-api-head'],
                head.flatMap((each) => [each, text(' ')]),
              ),
            ]
          : []),
        ...body,
      ],
    ),
  ];
}

import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type Koa from 'koa';
import type { Logger } from 'pino';
import * as z from 'zod';
import { Invalid } from '../../../domain/kernel/errors.ts';
import type { BodyMemory } from '../kernel/body-memory.ts';
import { announcedBytes, readJsonBody } from '../kernel/body.ts';
import { describeError } from '../kernel/errors.ts';
import { check } from '../kernel/input.ts';
import { refuseUnknown, unknownFields } from '../kernel/unknown-fields.ts';

/** Tool in the form that clients list. */
export interface ToolDescription {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject;
  /** True if the tool changes nothing. */
  readonly isReadOnly: boolean;
}

/** A server of the protocol, as clients see it. */
export interface McpServerOptions<T extends ToolDescription> {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  /** Hints that clients give their model. */
  readonly instructions: string;
  readonly tools: readonly T[];
  /** Calls a tool with checked input and returns its result, which is sent as JSON. */
  readonly call: (tool: T, input: any) => Promise<unknown>;
  readonly log: Logger;
}

/** Maximum number of messages in one request, which clients of the protocol of 2025-03-26 may send as a batch. */
export const MAX_MESSAGES = 20;

/** Limits of the messages of one request. */
export interface MessageOptions {
  readonly bodyMemory: BodyMemory;
  /** Maximum bytes of a message. */
  readonly maxBytes: number;
  /** Caller whose share of the body memory the message takes. */
  readonly caller: string;
}

/**
 * Reads a message, or a batch of messages, and passes it to `use`; its memory is released afterwards.
 * @throws the errors of `readJsonBody`, Invalid for a batch of more than `MAX_MESSAGES`
 */
export async function withMessage<T>(
  ctx: Koa.Context,
  { bodyMemory, maxBytes, caller }: MessageOptions,
  use: (message: unknown) => Promise<T>,
): Promise<T> {
  const memory = bodyMemory.reserve(caller, Math.min(announcedBytes(ctx.req), maxBytes));
  try {
    const message = await readJsonBody(ctx, { limit: maxBytes, memory });
    if (Array.isArray(message) && message.length > MAX_MESSAGES)
      throw Invalid.field('', `the batch has more than ${MAX_MESSAGES} messages`);
    return await use(message);
  } finally {
    memory.release();
  }
}

/** Answers one request with a server of its own, which lives as long as the request. */
export async function answerMessage<T extends ToolDescription>(
  ctx: Koa.Context,
  message: unknown,
  options: McpServerOptions<T>,
): Promise<void> {
  // Loaded when first needed: most instances never answer this protocol.
  const { WebStandardStreamableHTTPServerTransport: Transport } =
    await import('@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js');
  const transport = new Transport({ enableJsonResponse: true });
  const server = await createMcpServer(options, (error) =>
    options.log.error({ requestId: ctx.state['requestId'], operation: 'mcp', err: error }, 'unexpected error'),
  );
  try {
    // The properties of the transport are optional in its class and not in its interface.
    await server.connect(transport as Parameters<Server['connect']>[0]);
    const headers = new Headers({ 'content-type': 'application/json', accept: ctx.get('accept') });
    const protocol = ctx.get('mcp-protocol-version');
    if (protocol !== '') headers.set('mcp-protocol-version', protocol);
    const request = new Request('http://localhost/mcp', { method: 'POST', headers });
    const response = await transport.handleRequest(request, { parsedBody: message });
    ctx.status = response.status;
    ctx.set('Cache-Control', 'no-store');
    const type = response.headers.get('content-type');
    const text = await response.text();
    ctx.body = text === '' ? null : text;
    if (type !== null && text !== '') ctx.type = type;
    ctx.status = response.status;
  } finally {
    await server.close();
  }
}

async function createMcpServer<T extends ToolDescription>(
  { name, title, version, instructions, tools, call }: McpServerOptions<T>,
  onError: (error: unknown) => void,
): Promise<Server> {
  const { Server } = await import('@modelcontextprotocol/sdk/server/index.js');
  const { CallToolRequestSchema, ErrorCode, ListToolsRequestSchema, McpError } =
    await import('@modelcontextprotocol/sdk/types.js');
  const server = new Server({ name, title, version }, { capabilities: { tools: {} }, instructions });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(describeTool) }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }): Promise<CallToolResult> => {
    const tool = tools.find((one) => one.name === params.name);
    if (tool === undefined) throw new McpError(ErrorCode.InvalidParams, `no tool is named ${params.name}`);
    try {
      const args = params.arguments ?? {};
      const input = check(tool.input, args);
      refuseUnknown([unknownFields(tool.input, args)], false);
      const result = await call(tool, input);
      return { content: [{ type: 'text', text: JSON.stringify(result) }] };
    } catch (error) {
      const { body, unexpected } = describeError(error, '');
      if (unexpected) onError(error);
      return { isError: true, content: [{ type: 'text', text: body.error.message }] };
    }
  });
  return server;
}

const describeTool = ({ name, title, description, input, isReadOnly }: ToolDescription) => ({
  name,
  title,
  description,
  inputSchema: z.toJSONSchema(input, { io: 'input', target: 'draft-7' }) as { type: 'object' },
  annotations: { readOnlyHint: isReadOnly, destructiveHint: false, openWorldHint: false },
});

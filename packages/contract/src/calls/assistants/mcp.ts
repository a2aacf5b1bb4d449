import { declareCall } from '../../call.ts';
import { z } from '../../zod.ts';

/**
 * The Model Context Protocol for assistants: tools that read cases, accounts and agents. Each tool makes a call of this contract for the
 * caller, so that a token needs that call's scope as well. Answered by a separate route, which speaks JSON-RPC.
 */
export const mcp = declareCall({
  access: 'subscriber',
  also: ['analyst', 'auditor'],
  scope: 'cases:read',
  raw: true,
  method: 'POST',
  path: '/mcp',
  summary: 'Model Context Protocol',
  tag: 'Server',
  input: z.looseObject({ jsonrpc: z.literal('2.0'), method: z.string() }),
  output: z.looseObject({ jsonrpc: z.literal('2.0') }),
});

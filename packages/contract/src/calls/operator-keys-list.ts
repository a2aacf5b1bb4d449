import { declareCall } from '../call.ts';
import { serverKey } from '../entities/key.ts';
import { z } from '../zod.ts';

/** The server's keys by purpose, the newest first; nothing that is secret. */
export const operatorKeysList = declareCall({
  access: 'operator',
  method: 'GET',
  path: '/operator/v1/keys',
  summary: "List the server's keys",
  tag: 'Operator',
  input: z.object({}),
  output: z.array(serverKey),
});

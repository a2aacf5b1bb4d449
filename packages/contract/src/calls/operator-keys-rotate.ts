import { declareCall } from '../call.ts';
import { keyName, serverKey } from '../entities/key.ts';
import { z } from '../zod.ts';

/** Makes a new key, which all servers use after a few seconds. What the former ones made stays valid; see the call to reseal. */
export const operatorKeysRotate = declareCall({
  access: 'operator',
  method: 'POST',
  path: '/operator/v1/keys/{key}/rotate',
  summary: 'Replace a key',
  tag: 'Operator',
  input: z.object({ key: keyName }),
  output: serverKey,
});

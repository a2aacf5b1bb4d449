import { contract } from '@scout/contract';
import { submitRequest } from '../sales/submitRequest.ts';
import { implementCall } from './implementCall.ts';

export const demoRequests = implementCall(contract.demoRequests, async (input, { app, request }) => {
  await submitRequest(app, input, request.address);
  return { stored: true as const };
});

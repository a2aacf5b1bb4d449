import { contract } from '@scout/contract';
import { callerOf } from '../../../platform/http/caller.ts';
import { implementCall } from '../services.ts';
import { startSignOn } from '../sso/signOn.ts';

export const ssoStart = implementCall(contract.ssoStart, async ({ email }, context) => {
  const { url, cookies } = await startSignOn(context.app, email, callerOf(context));
  context.setHeader('set-cookie', cookies);
  return { url };
});

import type { InferContractRouterOutputs } from '@orpc/contract';
import type { ApiContract } from '@scout/contract';
import { api, session } from '../../../session/current.ts';

export type EarlyAccessPerson = InferContractRouterOutputs<ApiContract>['earlyAccessPerson'];

/** The signed-in person, or null without a complete session. The session is restored by site/staySignedIn.ts. */
export async function askAboutPerson(): Promise<EarlyAccessPerson | null> {
  const status = await settledStatus();
  return status === 'signed-in' ? api.earlyAccessPerson({}) : null;
}

/** The session state once it is known. */
function settledStatus(): Promise<string> {
  return new Promise((resolve) => {
    const look = () => {
      const { status } = session.get();
      if (status === 'loading') return;
      stop();
      resolve(status);
    };
    const stop = session.subscribe(look);
    look();
  });
}

import { type DefinedUseQueryResult, useQuery } from '@tanstack/react-query';
import { apiOf } from '../../session/current.ts';

type OperatorApi = ReturnType<typeof apiOf>;
export type Status = Awaited<ReturnType<OperatorApi['operatorStatus']>>;
export type OrganizationStatus = Status['organizations'][number];

/** An accepted operator token: the calls that it permits, and the first answer. */
export interface Opened {
  readonly api: OperatorApi;
  readonly status: Status;
}

const refreshMs = 30_000;

/** Asks for the status with a token. @throws the call's error when the token is not the operator's */
export async function openStatus(token: string): Promise<Opened> {
  const api = apiOf(token);
  return { api, status: await api.operatorStatus({}) };
}

/** The status, asked for again every half minute while the page is in view; forgotten with the page. */
export const useStatus = ({ api, status }: Opened): DefinedUseQueryResult<Status> =>
  useQuery({
    queryKey: ['installation'],
    queryFn: () => api.operatorStatus({}),
    initialData: status,
    refetchInterval: refreshMs,
    gcTime: 0,
  });

import { type Rc4Use, rc4CauseTitles, rc4Remedies } from '@scout/contract';
import type { Command } from 'commander';
import type { AddCommand, CommonOptions } from './program.ts';
import { table } from './table.ts';
import { tenantIdOf, tenantOption } from './tenant.ts';

/** `tenant rc4`: what breaks when RC4 is switched off, and what to do before. */
export function addRc4Command(tenants: Command, add: AddCommand): void {
  add<CommonOptions & { tenant: string }>(
    tenants,
    'rc4',
    'List who still uses RC4 for which account, from which client, and what to change before it is switched off',
    [tenantOption()],
    async (client, options) => {
      const tenant_id = await tenantIdOf(client, options.tenant);
      const answer: Rc4Use[] = [];
      let cursor: string | undefined;
      do {
        const page = await client.operatorRc4Uses({ tenant_id, ...(cursor !== undefined && { cursor }) });
        answer.push(...page.uses);
        cursor = page.next ?? undefined;
      } while (cursor !== undefined);
      const rows = answer.map((use) => ({
        account: use.account,
        'requested by': use.requester ?? use.account,
        client: use.client,
        cause: rc4CauseTitles[use.cause],
        tickets: use.tickets,
        last: use.last_seen,
      }));
      const remedies = [...new Set(answer.map(({ cause }) => cause))].map(
        (cause) => `\n${rc4CauseTitles[cause]}: ${rc4Remedies[cause]}\n`,
      );
      const words = table(rows, 'No use of RC4 in the last 90 days.') + remedies.join('');
      return { answer, words };
    },
  );
}

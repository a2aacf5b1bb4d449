import { type Command, Option } from 'commander';
import { Failure } from './failure.ts';
import type { AddCommand, CommonOptions } from './program.ts';
import { fields } from './table.ts';
import { tenantIdOf, tenantOption } from './tenant.ts';

/** `audit verify`: verifies the chain of an organization's audit log; fails for an invalid chain. */
export function addAuditCommands(group: Command, add: AddCommand): void {
  add<CommonOptions & { tenant: string; expectHead?: string }>(
    group,
    'verify',
    "Verify the hash chain of an organization's audit log",
    [tenantOption(), new Option('--expect-head <hash>', 'expected hash of the last entry')],
    async (client, options) => {
      const answer = await client.operatorAuditVerify({
        tenant_id: await tenantIdOf(client, options.tenant),
      });
      if (answer.first_fault !== null) {
        throw new Failure(
          'refused',
          `The audit log is not intact: entry ${answer.first_fault} of ${answer.entries} is missing or was changed. Compare it with the forwarded copy.`,
        );
      }
      if (options.expectHead !== undefined && options.expectHead !== answer.head) {
        throw new Failure('refused', `The last entry has the hash ${answer.head}, not the expected one.`);
      }
      return {
        answer,
        words: fields({ entries: answer.entries, 'last hash': answer.head ?? 'none', chain: 'holds' }),
      };
    },
  );
}

import { expect, test } from 'vitest';
import { firstManaged, type ManagedGroups } from './managedGroups.ts';

const groups: ManagedGroups = new Map([
  ['cn=payments,ou=teams,dc=corp', { name: 'Payments', managed_by: 'Lovelace, Ada' }],
  ['cn=batch,ou=teams,dc=corp', { name: 'Batch', managed_by: 'Bo' }],
]);

test('the first managed group by name counts, whatever the spelling and form of its name', () => {
  const member = [
    '<GUID=ab>;<SID=cd>;CN=Payments,OU=Teams,DC=corp',
    'CN=Batch,OU=Teams,DC=corp',
    'CN=Other,DC=corp',
  ];
  expect(firstManaged(member, groups)).toEqual({ name: 'Batch', managed_by: 'Bo' });
  expect(firstManaged(member.slice(0, 1), groups)?.name).toBe('Payments');
  expect(firstManaged(['CN=Other,DC=corp'], groups)).toBeNull();
  expect(firstManaged([], groups)).toBeNull();
});

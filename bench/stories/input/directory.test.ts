import { expect, test } from 'vitest';
import { createBank } from '../bank/bank.ts';
import { withDirectory } from './directory.ts';

test('a directory has every account and machine, and its people are no service accounts', () => {
  for (const seed of [1, 2, 3]) {
    const { directory, inventory } = createBank({ seed, accounts: 300, storiesOfKind: 1 });
    const { inventory: read, directory: facts } = withDirectory(directory);
    const people = directory.accounts.filter(({ dn }) => dn.includes(',OU=People,'));
    const listed = new Set(read?.accounts?.map(({ name }) => name));
    expect(people.length).toBeGreaterThan(20);
    expect(people.filter(({ name }) => listed.has(name))).toEqual([]);
    const names = new Set(directory.accounts.map(({ name }) => name));
    expect(inventory.accounts?.filter(({ name }) => !names.has(name))).toEqual([]);
    for (const { name } of inventory.servers ?? [])
      expect(facts?.machines.get(name.toLowerCase())?.system, name).toMatch(/^(controller|server)$/);
    const managed = directory.accounts.filter(({ kind }) => kind === 'gmsa');
    expect(managed.filter(({ name }) => !listed.has(name))).toEqual([]);
  }
});

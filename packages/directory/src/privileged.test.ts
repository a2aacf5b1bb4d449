import { expect, test } from 'vitest';
import type { Connection } from './connection.ts';
import { type DirectoryEntry, entryOf, escaped } from './entry.ts';
import { readPrivileges } from './privileged.ts';

const EMEA = { dn: 'DC=emea,DC=example', sid: 'S-1-5-21-1-1-1' };
const APAC = { dn: 'DC=apac,DC=example', sid: 'S-1-5-21-2-2-2' };

/** The bytes of an identifier such as S-1-5-21-1-1-1-512. */
function sidBytes(sid: string): Buffer {
  const [, , authority = '', ...rest] = sid.split('-');
  const bytes = Buffer.alloc(8 + 4 * rest.length);
  bytes[0] = 1;
  bytes[1] = rest.length;
  bytes.writeUIntBE(Number(authority), 2, 6);
  for (const [part, value] of rest.entries()) bytes.writeUInt32LE(Number(value), 8 + 4 * part);
  return bytes;
}

interface Given {
  readonly dn: string;
  readonly sid: string;
  readonly name: string;
  readonly isGroup?: boolean;
  readonly memberOf?: readonly string[];
  readonly primary?: number;
}

/** A global catalog with these entries, for the filters of this module. */
function catalogOf(entries: readonly Given[]): Connection {
  const found = (base: string, filter: string): DirectoryEntry[] =>
    entries
      .filter(
        ({ dn, sid, memberOf = [], primary }) =>
          dn.endsWith(base) &&
          (filter.includes(`(objectSid=${sid})`) ||
            memberOf.some((group) => filter.includes(`(memberOf=${escaped(group)})`)) ||
            filter.includes(`(primaryGroupID=${primary})`)),
      )
      .map(({ dn, sid, name, isGroup = false }) =>
        entryOf({
          dn,
          objectSid: sidBytes(sid),
          sAMAccountName: name,
          objectClass: ['top', isGroup ? 'group' : 'user'],
        }),
      );
  return {
    async *search(base, { filter }) {
      yield* found(base, filter);
    },
    read: async () => undefined,
    [Symbol.asyncDispose]: async () => {},
  };
}

const admins = ({ dn, sid }: typeof EMEA) => ({
  dn: `CN=Domain Admins,CN=Users,${dn}`,
  sid: `${sid}-512`,
  name: 'Domain Admins',
  isGroup: true,
});
const builtIn = ({ dn }: typeof EMEA, ...memberOf: string[]) => ({
  dn: `CN=Administrators,CN=Builtin,${dn}`,
  sid: 'S-1-5-32-544',
  name: 'Administrators',
  isGroup: true,
  memberOf,
});
const account = (domain: typeof EMEA, number: number, more: Partial<Given> = {}): Given => ({
  dn: `CN=svc${number},${domain.dn}`,
  sid: `${domain.sid}-${number}`,
  name: `svc${number}`,
  ...more,
});

test('groups of the same number and name in two domains are two groups', async () => {
  const connection = catalogOf([
    admins(EMEA),
    admins(APAC),
    builtIn(EMEA),
    builtIn(APAC),
    account(EMEA, 1_101, { primary: 512 }),
    account(APAC, 1_102, { memberOf: [builtIn(APAC).dn] }),
    account(APAC, 1_103, { memberOf: [admins(EMEA).dn] }),
    account(APAC, 1_104),
  ]);
  const privileges = await readPrivileges(connection, '', [EMEA, APAC], 100);
  expect(Object.fromEntries(privileges)).toEqual({
    [`${EMEA.sid}-1101`]: ['Domain Admins'],
    [`${APAC.sid}-1102`]: ['Administrators'],
    [`${APAC.sid}-1103`]: ['Domain Admins'],
  });
});

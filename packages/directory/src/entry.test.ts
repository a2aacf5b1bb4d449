import { expect, test } from 'vitest';
import { objectOf } from './accounts.ts';
import {
  bytesOf,
  entryOf,
  escaped,
  fileTimeOf,
  firstNameOf,
  generalizedTimeOf,
  grantedTo,
  guidOf,
  plainDn,
  sidOf,
  textOf,
  textsOf,
} from './entry.ts';

const GUID = Buffer.from('33221100554477668899aabbccddeeff', 'hex');
const SID = Buffer.from('010500000000000515000000010000000200000003000000f4010000', 'hex');
const of = (values: object) => entryOf({ dn: 'CN=svc,DC=corp', ...values });

test('identifiers are read from their bytes, and from nothing else', () => {
  expect(guidOf(GUID)).toBe('00112233-4455-6677-8899-aabbccddeeff');
  expect(sidOf(SID)).toBe('S-1-5-21-1-2-3-500');
  for (const bytes of [null, Buffer.alloc(0), Buffer.alloc(15), Buffer.alloc(17), SID.subarray(0, 20)]) {
    expect(guidOf(bytes)).toBeNull();
    expect(sidOf(bytes)).toBeNull();
  }
});

test('times are read, and values that are none are not', () => {
  const time = (value: string) => fileTimeOf(of({ pwdLastSet: value }), 'pwdLastSet');
  expect(time('134087000000000000')).toBe('2025-11-27T06:53:20.000Z');
  for (const value of ['0', '9223372036854775807', '-1', 'soon', '', '1'.repeat(40)])
    expect(time(value)).toBeNull();
  const created = (value: string) => generalizedTimeOf(of({ whenCreated: value }), 'whenCreated');
  expect(created('20261127081500.0Z')).toBe('2026-11-27T08:15:00.000Z');
  for (const value of ['99999999999999.0Z', '2026', 'x']) expect(created(value)).toBeNull();
});

test('names of attributes compare without case, lists come in ranges, and hostile names are only names', () => {
  const entry = of({
    'memberOf;range=0-1': ['a', 'b'],
    memberOf: [],
    __proto__: 'x',
    constructor: 'y',
    SAMACCOUNTNAME: 'svc\0\ud800',
  });
  expect(textsOf(entry, 'memberof')).toEqual(['a', 'b']);
  expect(textOf(entry, 'sAMAccountName')).toBe('svc\uFFFD\uFFFD');
  expect(textOf(entry, 'toString')).toBeNull();
  expect(bytesOf(entry, 'memberOf')).toBeNull();
});

test('lists and texts are bounded', () => {
  const entry = of({ servicePrincipalName: Array.from({ length: 5_000 }, () => 'x'.repeat(5_000)) });
  const found = textsOf(entry, 'servicePrincipalName');
  expect(found).toHaveLength(100);
  expect(found[0]).toHaveLength(1_024);
});

test('distinguished names lose their prefixes, and give a name', () => {
  const dn = 'CN=Lovelace\\, Ada\\C3\\B6,OU=Staff,DC=corp';
  expect(plainDn(`<GUID=00>;<SID=01>;${dn}`)).toBe(dn);
  expect(firstNameOf(dn)).toBe('Lovelace, Adaö');
  expect(firstNameOf('nothing')).toBeNull();
  expect(escaped('CN=a*(b)\\c\0')).toBe('CN=a\\2a\\28b\\29\\5cc\\00');
});

/** A security descriptor that allows access to these identifiers. */
function descriptorOf(...sids: Buffer[]): Buffer {
  const aces = sids.map((sid) => {
    const head = Buffer.alloc(8);
    head.writeUInt16LE(8 + sid.length, 2);
    return Buffer.concat([head, sid]);
  });
  const list = Buffer.alloc(8);
  list.writeUInt16LE(sids.length, 4);
  const head = Buffer.alloc(20);
  head.writeUInt32LE(20, 16);
  return Buffer.concat([head, list, ...aces]);
}

test('a security descriptor tells whom it grants anything to; other bytes tell nobody', () => {
  const descriptor = descriptorOf(SID, SID);
  expect(grantedTo(descriptor)).toEqual(['S-1-5-21-1-2-3-500']);
  for (let length = 0; length < descriptor.length; length += 1)
    expect(grantedTo(descriptor.subarray(0, length)).length).toBeLessThanOrEqual(1);
  for (const bytes of [null, Buffer.alloc(20, 0xff), Buffer.alloc(64, 0xff)])
    expect(grantedTo(bytes)).toEqual([]);
});

test('managed accounts and machines are told apart by class, not by a dollar sign', () => {
  const kindOf = (classes: string[], name: string, flags = '4096') => {
    const found = objectOf(
      of({
        objectGUID: GUID,
        sAMAccountName: name,
        objectClass: ['top', 'user', ...classes],
        userAccountControl: flags,
      }),
    );
    return found === undefined ? undefined : 'account' in found ? found.account.kind : found.computer.role;
  };
  expect(kindOf(['computer', 'msDS-GroupManagedServiceAccount'], 'sql$')).toBe('gmsa');
  expect(kindOf(['computer', 'msDS-ManagedServiceAccount'], 'sql$')).toBe('msa');
  expect(kindOf(['computer', 'msDS-DelegatedManagedServiceAccount'], 'sql$')).toBe('dmsa');
  expect(kindOf(['computer'], 'WEB1$')).toBe('server');
  expect(kindOf(['computer'], 'DC1$', '532480')).toBe('controller');
  expect(kindOf([], 'person$', '512')).toBe('user');
  expect(kindOf([], 'CORP$', '2080')).toBe('trust');
  expect(objectOf(of({ sAMAccountName: 'svc' }))).toBeUndefined();
  expect(objectOf(of({ objectGUID: GUID }))).toBeUndefined();
});

import { lengthOf } from '../../../../../../scripts/testLength.mjs';
import { type Controller, ROOT } from './controller.ts';

// A domain with every kind of account, for tests: 300 of them, or 10,000 in `npm run test:long`.

export const SERVICE = `OU=Service,${ROOT}`;
export const ACCOUNTS = lengthOf(300, 10_000);
/** A script, a right-to-left override and a control character. */
export const HOSTILE = '<script>alert(1)</script>\u202e\u0007';

export const entry = (dn: string, lines: readonly string[]) => `dn: ${dn}\n${lines.join('\n')}\n\n`;
const user = (name: string, ...more: string[]) =>
  entry(`CN=${name},${SERVICE}`, ['objectClass: user', `sAMAccountName: ${name}`, ...more]);
const group = (name: string, ...more: string[]) =>
  entry(`CN=${name},${SERVICE}`, ['objectClass: group', `sAMAccountName: ${name}`, ...more]);

const special = [
  user('svc.nested', 'userAccountControl: 512', `userPrincipalName: svc.nested@scout.test`),
  group('Inner', `member: CN=svc.nested,${SERVICE}`, `managedBy: CN=Administrator,CN=Users,${ROOT}`),
  group('Outer', `member: CN=Inner,${SERVICE}`),
  user(
    'svc.delegate',
    'userAccountControl: 16843264',
    'msDS-AllowedToDelegateTo: CIFS/files.scout.test',
    `manager: CN=Administrator,CN=Users,${ROOT}`,
    `description:: ${Buffer.from(HOSTILE).toString('base64')}`,
  ),
  user('svc.free', 'userAccountControl: 524800', 'servicePrincipalName: HTTP/free.scout.test'),
  user('svc.open', 'userAccountControl: 4260352', 'msDS-SupportedEncryptionTypes: 4'),
  entry(`CN=Managed,${SERVICE}`, [
    'objectClass: msDS-GroupManagedServiceAccount',
    'sAMAccountName: gmsa-sql$',
    'msDS-ManagedPasswordInterval: 30',
    'userAccountControl: 4096',
  ]),
  entry(`CN=WEB1,${SERVICE}`, [
    'objectClass: computer',
    'sAMAccountName: WEB1$',
    'userAccountControl: 4096',
    'operatingSystem: Windows Server 2022 Standard',
    'dNSHostName: web1.scout.test',
  ]),
].join('');
const member = (of: string, dn: string) => entry(of, ['changetype: modify', 'add: member', `member: ${dn}`]);
const nestedAdmins = member(`CN=Domain Admins,CN=Users,${ROOT}`, `CN=Outer,${SERVICE}`);

export const OPERATORS = `CN=Account Operators,CN=Builtin,${ROOT}`;
const DEPTH = lengthOf(5, 40);
const chained = (n: number) => `CN=Chain${n},${SERVICE}`;
/** Accounts below a chain of groups. */
export const inChain = Array.from({ length: ACCOUNTS }, (_, n) => n).filter((n) => n % 100 === 6);
/** Groups in a chain, the innermost with accounts; loading makes it a ring. */
const chain = Array.from({ length: DEPTH }, (_, n) =>
  group(
    `Chain${n}`,
    ...(n === 0 ? inChain.map((each) => `member: CN=svc${each},${SERVICE}`) : [`member: ${chained(n - 1)}`]),
  ),
).join('');
const managed = Array.from({ length: lengthOf(3, 50) }, (_, n) =>
  entry(`CN=gmsa-${n},${SERVICE}`, [
    'objectClass: msDS-GroupManagedServiceAccount',
    `sAMAccountName: gmsa-${n}$`,
    'msDS-ManagedPasswordInterval: 30',
    'userAccountControl: 4096',
    `servicePrincipalName: MSSQLSvc/db${n}.scout.test:1433`,
  ]),
).join('');
const many = Array.from({ length: ACCOUNTS }, (_, n) =>
  user(
    `svc${n}`,
    `servicePrincipalName: HTTP/app${n}.scout.test`,
    `servicePrincipalName: HTTP/app${n}`,
    `description: job ${n}`,
    ...(n % 10 === 0
      ? ['userAccountControl: 16843264', `msDS-AllowedToDelegateTo: CIFS/files${n}.scout.test`]
      : n % 10 === 7
        ? ['userAccountControl: 514', 'msDS-SupportedEncryptionTypes: 24']
        : ['userAccountControl: 66048']),
  ),
);
export const USERS =
  '(&(objectClass=user)(|(!(objectClass=computer))(objectClass=msDS-GroupManagedServiceAccount)))';

/** Entries of one change. */
const CHUNK = 500;

/** Adds all of it to a controller that does not run yet. */
export async function loadDomain(controller: Controller): Promise<void> {
  const units = ['Service', 'Moved'].map((name) =>
    entry(`OU=${name},${ROOT}`, ['objectClass: organizationalUnit']),
  );
  await controller.add(units.join(''));
  await controller.add(special);
  for (let at = 0; at < many.length; at += CHUNK) await controller.add(many.slice(at, at + CHUNK).join(''));
  await controller.add(managed + chain);
  const last = chained(DEPTH - 1);
  await controller.modify(nestedAdmins + member(chained(0), last) + member(OPERATORS, last));
}

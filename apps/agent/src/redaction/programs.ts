/** How a program takes secrets on its command line, beyond what every program is read for (`options.ts`). */
export interface SecretOptions {
  /** Options whose value is a secret, attached or as the next word; case counts. */
  readonly value?: readonly string[];
  /** Options whose attached text is a secret, while the next word is something else: `mysql -pSECRET database`. */
  readonly attached?: readonly string[];
  /** Options of the form NAME:SECRET or NAME%SECRET: only what follows the mark is one. */
  readonly afterMark?: { readonly options: readonly string[]; readonly mark: string };
  /** True where `-P` means something harmless, such as a port. */
  readonly harmlessP?: boolean;
  /** True for `name/SECRET@service`. */
  readonly oracleLogon?: boolean;
  /** The word, counted from 1 among those that are no option, which is a secret. */
  readonly positional?: number;
}

const SQL_SERVER: SecretOptions = { value: ['-P', '/P'] };
const MYSQL: SecretOptions = { attached: ['-p'], harmlessP: true };
const POSTGRES: SecretOptions = { harmlessP: true };
const ORACLE: SecretOptions = { oracleLogon: true };
const MONGO: SecretOptions = { value: ['-p'] };
const ARCHIVE: SecretOptions = { attached: ['-p'], value: ['-P'] };
const SSH: SecretOptions = { value: ['-pw'], harmlessP: true };
const SAMBA: SecretOptions = { afterMark: { options: ['-U', '--user'], mark: '%' } };
const HTTP: SecretOptions = { afterMark: { options: ['-u', '--user', '--proxy-user'], mark: ':' } };
const LDAP: SecretOptions = { value: ['-w'] };
const LOWER_P: SecretOptions = { value: ['-p'] };

const FAMILIES: readonly (readonly [names: string, options: SecretOptions])[] = [
  ['sqlcmd osql bcp tsql bsqldb freebcp defncopy', SQL_SERVER],
  ['isql iusql', { ...SQL_SERVER, positional: 3 }],
  ['mysql mariadb mysqladmin mysqldump mariadb-dump mariadb-admin mysqlimport mysqlsh mysqlcheck', MYSQL],
  ['psql pg_dump pg_restore pg_dumpall createdb dropdb pgcli vacuumdb', POSTGRES],
  ['sqlplus sqlldr sql rman exp imp expdp impdp', ORACLE],
  ['mongo mongosh mongodump mongorestore mongoimport mongoexport', MONGO],
  ['7z 7za 7zr rar winrar zip unzip', ARCHIVE],
  ['ssh scp sftp plink pscp psftp putty', SSH],
  ['sshpass psexec psexec64 docker podman az', LOWER_P],
  ['redis-cli', { value: ['-a'] }],
  ['ldapsearch ldapmodify ldapadd ldapdelete ldapwhoami', LDAP],
  ['smbclient rpcclient smbget', SAMBA],
  ['curl wget', HTTP],
  ['schtasks', { value: ['/rp', '/RP', '-rp'] }],
  ['sqlpackage', { value: ['/tp', '/sp', '/TP', '/SP'] }],
];

/** By file name in lower case, without `.exe`. */
export const PROGRAMS: ReadonlyMap<string, SecretOptions> = new Map(
  FAMILIES.flatMap(([names, options]) => names.split(' ').map((name) => [name, options] as const)),
);

/** The name by which {@link PROGRAMS} knows a word that is a program; any other word gives a name that it does not know. */
export function programName(word: string): string {
  const name = word.slice(Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\')) + 1).toLowerCase();
  return name.endsWith('.exe') ? name.slice(0, -4) : name;
}

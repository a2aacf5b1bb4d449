/** How a program takes secrets on its command line, beyond what every program is read for (`options.ts`). */
export interface SecretOptions {
  /** Options whose value is a secret, attached or as the next word; case counts. */
  readonly value?: readonly string[];
  /** Options whose attached text is a secret, while the next word is something else: `mysql -pSECRET database`. */
  readonly attached?: readonly string[];
  /** Options of the form NAME:SECRET or NAME%SECRET: only what follows the mark is one. */
  readonly afterMark?: { readonly options: readonly string[]; readonly mark: string };
  /** Options that look as if a secret followed, and take no value. */
  readonly flags?: readonly string[];
  /** True where `-P` means something harmless, such as a port. */
  readonly harmlessP?: boolean;
  /** True for `name/SECRET@service`. */
  readonly oracleLogon?: boolean;
  /** The word, counted from 1 among those that are no option, which is a secret. */
  readonly positional?: number;
  /** True for `name:SECRET@host` without a scheme in front. */
  readonly logonMark?: boolean;
  /** True where `-b` takes cookies, or the name of a file of them. */
  readonly cookie?: boolean;
  /** Options that apply only after certain words. */
  readonly commands?: readonly SecretCommand[];
}

/** Where a command of a program (`net user`, `aws configure set`) takes a secret. */
export interface SecretCommand {
  /** The words behind the program by which the command is known; empty for any. */
  readonly words: string;
  /** Holds only where an argument looks like this. */
  readonly when?: RegExp;
  /** Options whose value is a secret, attached or as the next word. */
  readonly options?: readonly string[];
  /** A word after which a secret follows. */
  readonly after?: RegExp;
  /**
   * The free word that is a secret, by its place from 1 behind `words`. `skip` says which words do not count (what begins with a dash
   * where it is left out); `only` says how the word before the secret must look.
   */
  readonly free?: { readonly place: number; readonly skip?: RegExp; readonly only?: RegExp };
  /** An option that names a setting, and one that gives its value: a secret if the name fits. */
  readonly named?: { readonly name: string; readonly value: string; readonly only: RegExp };
  /** An option of three values, the third of them a secret. */
  readonly third?: string;
  /** The first free word holds a secret behind this mark. */
  readonly firstAfterMark?: string;
}

const SQL_SERVER: SecretOptions = { value: ['-P', '/P'] };
const MYSQL: SecretOptions = { attached: ['-p'], harmlessP: true };
const POSTGRES: SecretOptions = { harmlessP: true };
const ORACLE: SecretOptions = { oracleLogon: true };
const MONGO: SecretOptions = { value: ['-p'] };
const ARCHIVE: SecretOptions = { attached: ['-p', '-hp'], value: ['-P'] };
const SSH: SecretOptions = { value: ['-pw'], harmlessP: true };
const SAMBA: SecretOptions = { afterMark: { options: ['-U', '--user'], mark: '%' } };
const HTTP: SecretOptions = {
  afterMark: {
    options: ['-u', '--user', '--proxy-user', '-U', '--cert', '-E', '-a', '--auth', '-A', '-auth'],
    mark: ':',
  },
};
const LDAP: SecretOptions = { value: ['-w', '-s'] };
const LOWER_P: SecretOptions = { value: ['-p'] };
const LOGIN: SecretOptions = { commands: [{ words: 'login', options: ['-p'] }] };
/** Windows' own tools that speak to another machine: `/s HOST /u NAME /p SECRET`. */
const REMOTE: SecretOptions = { value: ['/p', '/P'] };
const SWITCH = /^[/-]/;
const SECRET_NAME = /pass|pwd|secret|token|(?:api|access|private|license)_?key/i;

const FAMILIES: readonly (readonly [names: string, options: SecretOptions])[] = [
  ['sqlcmd osql bcp tsql bsqldb freebcp defncopy mssql-cli ipmitool', SQL_SERVER],
  ['isql iusql', { ...SQL_SERVER, positional: 3 }],
  ['mysql mariadb mysqldump mariadb-dump mariadb-admin mysqlimport mysqlcheck', MYSQL],
  ['mysqladmin', { ...MYSQL, commands: [{ words: '', after: /^(?:password)$/i }] }],
  ['mysqlsh', { ...MYSQL, logonMark: true }],
  ['psql pg_dump pg_restore pg_dumpall createdb dropdb pgcli vacuumdb', POSTGRES],
  ['sqlplus sqlldr sql rman exp imp expdp impdp', ORACLE],
  ['mongo mongosh mongodump mongorestore mongoimport mongoexport', MONGO],
  [
    'cqlsh hdbsql snowsql cypher-shell couchbase-cli elasticsearch-users rabbitmqadmin racadm rdesktop',
    LOWER_P,
  ],
  ['db2', { commands: [{ words: '', after: /^(?:using|new|confirm)$/i }] }],
  ['vsql', { value: ['-w'] }],
  ['bteq', { commands: [{ words: '.logon', firstAfterMark: ',' }] }],
  ['influx', { commands: [{ words: '', options: ['-t'] }] }],
  ['dtexec', { value: ['/De', '/DE', '/de', '-De'] }],
  ['7z 7za 7zr rar winrar zip unzip', ARCHIVE],
  ['ssh scp sftp plink pscp psftp putty', SSH],
  ['ssh-keygen', { value: ['-N', '-P'] }],
  ['sshpass psexec psexec64 paexec ncftpput ncftpget', LOWER_P],
  ['docker podman oc tabcmd twine', { ...LOGIN, harmlessP: true }],
  ['twine', { value: ['-p'] }],
  [
    'az',
    {
      commands: [
        { words: 'login', options: ['-p'] },
        { words: 'keyvault secret set', options: ['--value'] },
        { words: '', options: ['--account-key', '--connection-string'] },
      ],
    },
  ],
  [
    'aws',
    {
      commands: [
        { words: 'configure set', free: { place: 2, only: SECRET_NAME } },
        { words: 'secretsmanager', options: ['--secret-string', '--secret-binary'] },
        { words: 'ssm put-parameter', options: ['--value'] },
      ],
    },
  ],
  ['redis-cli', { value: ['-a'], commands: [{ words: '', after: /^(?:auth|requirepass)$/i }] }],
  ['ldapsearch ldapmodify ldapadd ldapdelete ldapwhoami ldappasswd', LDAP],
  ['smbclient', { ...SAMBA, commands: [{ words: '', after: /^\/\/[^/]{1,255}\/[^/]{1,255}$/ }] }],
  ['rpcclient smbget', SAMBA],
  ['curl wget http https ab jenkins-cli etcdctl', HTTP],
  ['curl', { cookie: true }],
  ['crictl', { afterMark: { options: ['--creds'], mark: ':' } }],
  ['skopeo', { afterMark: { options: ['--creds', '--src-creds', '--dest-creds'], mark: ':' } }],
  ['lftp', { afterMark: { options: ['-u', '--user'], mark: ',' } }],
  ['schtasks', { value: ['/rp', '/RP', '-rp', '/p', '/P'] }],
  ['tasklist taskkill systeminfo gpresult driverquery openfiles wevtutil xfreerdp wfreerdp', REMOTE],
  ['signtool', { commands: [{ words: 'sign', options: ['/p', '/P'] }] }],
  ['winrs', { value: ['-p', '-P', '/p', '/P'] }],
  ['sqlpackage', { value: ['/tp', '/sp', '/TP', '/SP'] }],
  [
    'net net1',
    {
      commands: [
        { words: 'use', free: { place: 1, skip: /^(?:[a-z]:|\*|lpt\d|\\\\.*|\/.*)$/i } },
        { words: 'user', free: { place: 2, skip: /^(?:\/.*|\*)$/ } },
      ],
    },
  ],
  ['rasdial', { commands: [{ words: '', free: { place: 3, skip: SWITCH } }] }],
  ['reg', { commands: [{ words: 'add', named: { name: '/v', value: '/d', only: SECRET_NAME } }] }],
  ['ldifde csvde', { commands: [{ words: '', third: '-b' }] }],
  ['bitsadmin', { commands: [{ words: '/setcredentials', free: { place: 5, skip: /^$/ } }] }],
  ['certutil', { value: ['-p'] }],
  ['netdom', { value: ['/pd', '/po', '/passwordd', '/passwordo'] }],
  ['gradle gradlew', { harmlessP: true }],
  [
    'openssl',
    {
      commands: [
        { words: 'enc', options: ['-k', '-K'] },
        { words: 'passwd', free: { place: 1 } },
      ],
    },
  ],
  ['keytool jarsigner', { value: ['-storepass', '-keypass', '-srcstorepass', '-deststorepass'] }],
  ['pdftk', { commands: [{ words: '', after: /^(?:user_pw|owner_pw|input_pw)$/i }] }],
  ['wpa_passphrase', { commands: [{ words: '', free: { place: 2 } }] }],
  [
    'nmcli',
    { commands: [{ words: '', after: /^(?:password|wifi-sec\.psk|802-11-wireless-security\.psk)$/i }] },
  ],
  [
    'htpasswd',
    {
      commands: [
        { words: '', free: { place: 3 } },
        { words: '', when: /^-\w*n\w*$/, free: { place: 2 } },
      ],
    },
  ],
  [
    'samba-tool',
    {
      commands: [
        { words: 'user create', free: { place: 2 } },
        { words: 'user add', free: { place: 2 } },
      ],
    },
  ],
  ['useradd usermod', { value: ['-p'] }],
  [
    'rabbitmqctl',
    {
      commands: [
        { words: 'add_user', free: { place: 2 } },
        { words: 'change_password', free: { place: 2 } },
      ],
    },
  ],
  ['mosquitto_pub mosquitto_sub', { value: ['-P'] }],
  ['snmpwalk snmpget snmpset snmpbulkwalk', { value: ['-c', '-A', '-X'] }],
  [
    'vault',
    {
      commands: [
        { words: 'login', free: { place: 1, skip: /^-|=/ } },
        { words: 'operator unseal', free: { place: 1 } },
      ],
    },
  ],
  ['mc', { commands: [{ words: 'alias set', free: { place: 4 } }] }],
  ['rclone', { commands: [{ words: 'obscure', free: { place: 1 } }] }],
  [
    'pulumi',
    { flags: ['--secret'], commands: [{ words: 'config set', when: /^--secret$/, free: { place: 2 } }] },
  ],
  ['npm pnpm yarn', { commands: [{ words: 'config set', free: { place: 2, only: SECRET_NAME } }] }],
  [
    'dotnet',
    {
      commands: [
        { words: 'user-secrets set', free: { place: 2 } },
        { words: 'nuget', options: ['-k', '-p'] },
      ],
    },
  ],
  ['nuget', { commands: [{ words: 'setApiKey', free: { place: 1 } }] }],
  ['choco', { commands: [{ words: 'apikey', options: ['-k'] }] }],
  ['sonar-scanner', { value: ['-Dsonar.login='] }],
];

/** By file name in lower case, without `.exe`. */
export const PROGRAMS: ReadonlyMap<string, SecretOptions> = FAMILIES.flatMap(([names, options]) =>
  names.split(' ').map((name) => [name, options] as const),
).reduce(
  (map, [name, options]) => map.set(name, { ...map.get(name), ...options }),
  new Map<string, SecretOptions>(),
);

const LONGEST_NAME = Math.max(...[...PROGRAMS.keys()].map((name) => name.length)) + '.exe'.length;

/** The name by which {@link PROGRAMS} knows a word that is a program; any other word gives a name that it does not know. */
export function programName(word: string): string {
  const start = Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\')) + 1;
  if (word.length - start > LONGEST_NAME || word.charCodeAt(0) === 0x2d) return '';
  const name = word.slice(start).toLowerCase();
  return name.endsWith('.exe') ? name.slice(0, -4) : name;
}

/** Secrets on a program's command line, in addition to the general options (`options.ts`). */
export interface SecretOptions {
  /** Options with a secret as value, attached or as the next word; case-sensitive. */
  readonly value?: readonly string[];
  /** Options with a secret only as attached text; the next word is something else: `mysql -pSECRET database`. */
  readonly attached?: readonly string[];
  /** Options of the form NAME:SECRET or NAME%SECRET: only the text after the mark is secret. */
  readonly afterMark?: { readonly options: readonly string[]; readonly mark: string };
  /** Options that look like those with a secret, but take no value. */
  readonly flags?: readonly string[];
  /** True when `-P` means something harmless, such as a port. */
  readonly harmlessP?: boolean;
  /** True for `name/SECRET@service`. */
  readonly oracleLogon?: boolean;
  /** Position, from 1, of the secret among the words that are not options. */
  readonly positional?: number;
  /** True for `name:SECRET@host` without a scheme. */
  readonly logonMark?: boolean;
  /** True when `-b` takes cookies, or the name of a cookie file. */
  readonly cookie?: boolean;
  /** Options that apply only after certain words. */
  readonly commands?: readonly SecretCommand[];
}

/** A command of a program (`net user`, `aws configure set`) that takes a secret. */
export interface SecretCommand {
  /** Words after the program that identify the command; empty for any. */
  readonly words: string;
  /** Applies only if an argument matches. */
  readonly when?: RegExp;
  /** Options with a secret as value, attached or as the next word. */
  readonly options?: readonly string[];
  /** A word followed by a secret. */
  readonly after?: RegExp;
  /**
   * Position, from 1 after `words`, of the free word that is a secret. `skip` matches words that do not count (by default those
   * starting with a dash); `only` must match the word before the secret.
   */
  readonly free?: { readonly place: number; readonly skip?: RegExp; readonly only?: RegExp };
  /** An option that names a setting, and one with its value: a secret if the name matches. */
  readonly named?: { readonly name: string; readonly value: string; readonly only: RegExp };
  /** An option with three values, the third being a secret. */
  readonly third?: string;
  /** The first free word holds a secret after this mark. */
  readonly firstAfterMark?: string;
  /** True for `[domain/]name:SECRET[@host]` as a free word; the secret may contain `@`. */
  readonly target?: boolean;
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
/** Windows' own tools that address another machine: `/s HOST /u NAME /p SECRET`. */
const REMOTE: SecretOptions = { value: ['/p', '/P'] };
/** Impacket's scripts: `DOMAIN/NAME:SECRET@HOST`, with hashes and keys as options. */
const IMPACKET: SecretOptions = {
  commands: [{ words: '', target: true, options: ['-hashes', '-aesKey', '--hashes'] }],
};
const IMPACKET_SCRIPTS =
  'addcomputer atexec dcomexec dpapi findDelegation getADUsers GetNPUsers getPac getST getTGT GetUserSPNs lookupsid mssqlclient netview owneredit psexec rbcd reg rpcdump samrdump secretsdump services smbclient smbexec ticketConverter wmiexec wmiquery'
    .toLowerCase()
    .split(' ')
    .flatMap((name) => [`${name}.py`, `impacket-${name}`])
    .join(' ');
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
  [IMPACKET_SCRIPTS, IMPACKET],
  [
    'evil-winrm crackmapexec cme nxc netexec bloodhound-python certipy certipy-ad',
    { value: ['-p', '-H', '--hash', '--hashes', '-hashes'], harmlessP: true },
  ],
  ['hydra medusa smbmap ldapdomaindump', { value: ['-p'], harmlessP: true }],
  ['wmic', { commands: [{ words: '', after: /^setpassword$/i }] }],
  ['chpasswd', { commands: [{ words: '<<<', firstAfterMark: ':' }] }],
  ['kinit', { commands: [{ words: '', after: /^<<<$/ }] }],
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
  ['rpcclient smbget winexe', SAMBA],
  ['curl wget http https ab jenkins-cli etcdctl', HTTP],
  ['curl', { cookie: true }],
  ['crictl', { afterMark: { options: ['--creds'], mark: ':' } }],
  ['skopeo', { afterMark: { options: ['--creds', '--src-creds', '--dest-creds'], mark: ':' } }],
  ['lftp', { afterMark: { options: ['-u', '--user'], mark: ',' } }],
  ['schtasks', { value: ['/rp', '/RP', '-rp', '/p', '/P'] }],
  ['tasklist taskkill systeminfo gpresult driverquery openfiles xfreerdp wfreerdp', REMOTE],
  ['wevtutil', { value: ['/p', '/P', '-p', '-P'] }],
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
        { words: '', when: /^-[^\Wn]*n\w*$/, free: { place: 2 } },
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

/** The name of a program word in {@link PROGRAMS}; other words give an unknown name. */
export function programName(word: string): string {
  const start = Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\')) + 1;
  if (word.length - start > LONGEST_NAME || word.charCodeAt(0) === 0x2d) return '';
  const name = word.slice(start).toLowerCase();
  return name.endsWith('.exe') ? name.slice(0, -4) : name;
}

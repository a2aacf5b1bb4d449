import { connectionOf } from './commandLine.ts';
import { splitWords, type Word } from './commandWords.ts';
import { fileName, NAME_LIMIT } from './names.ts';

/** How a program is given the account that it signs in as. */
interface CredentialOptions {
  /** Options with a name as value, attached (after `:` or `=`, or directly) or as the next word; lower case. */
  readonly options?: readonly string[];
  /** Only after this word: `net use`. */
  readonly after?: string;
  /** The name before `@`, `:` or `/` of a free word: `name@host`, `domain/name:secret@host`, `name/secret@service`. */
  readonly free?: RegExp;
  /** True where `-U`, `user=` and the like name what is looked up or changed, and sign nobody in. */
  readonly isAdministration?: boolean;
}

const LOWER_U: CredentialOptions = { options: ['-u', '/u', '-username', '--user', '--username'] };
const USER: CredentialOptions = { options: ['/user', '-user', '/u', '-u'] };
const ADMINISTRATION: CredentialOptions = { isAdministration: true };
/** `[user@]host`, as of ssh. */
const AT_HOST = /^([^@:/\s]{1,64})@[^@\s]+$/;
/** `[[domain/]name[:secret]@]host`, as of Impacket. */
const TARGET = /^(?:[^/@:\s]{1,64}\/)?([^/@:\s]{1,64})(?::.*)?@[^@\s]+$/s;
/** `name/secret[@service]`, as of Oracle. */
const LOGON = /^"?([^/@\s]{1,64})\/[^/\s]+$/;

const FAMILIES: readonly (readonly [programs: string, options: CredentialOptions])[] = [
  ['runas', { options: ['/user'] }],
  ['net net1', { options: ['/user'], after: 'use' }],
  ['psexec psexec64 paexec wmic winrs cmdkey', USER],
  [
    'tasklist taskkill systeminfo schtasks driverquery openfiles wevtutil shutdown',
    { options: ['/u', '-u'] },
  ],
  ['xfreerdp wfreerdp rdesktop rubeus', { options: ['/u', '-u', '/user'] }],
  [
    'mysql mariadb mysqldump mysqladmin mysqlimport mysqlcheck mysqlsh mongo mongosh mongodump mongorestore',
    LOWER_U,
  ],
  ['evil-winrm crackmapexec cme nxc netexec bloodhound-python certipy smbmap medusa', LOWER_U],
  ['curl wget', LOWER_U],
  ['hydra', { options: ['-l'] }],
  ['ssh scp sftp plink pscp putty', { options: ['-l'], free: AT_HOST }],
  ['sqlplus sqlldr expdp impdp exp imp rman', { free: LOGON }],
  ['secretsdump.py psexec.py wmiexec.py smbexec.py atexec.py dcomexec.py mssqlclient.py', { free: TARGET }],
  [
    'impacket-secretsdump impacket-psexec impacket-wmiexec impacket-smbexec impacket-mssqlclient',
    { free: TARGET },
  ],
  [
    'setspn sc dsmod dsquery dsget dsadd dsrm dsacls nltest klist ktpass icacls cacls takeown subinacl gpresult whoami query quser repadmin findstr find robocopy xcopy notepad git',
    ADMINISTRATION,
  ],
];

const PROGRAMS: ReadonlyMap<string, readonly CredentialOptions[]> = FAMILIES.reduce(
  (map, [names, options]) => {
    for (const name of names.split(' ')) map.set(name, [...(map.get(name) ?? []), options]);
    return map;
  },
  new Map<string, CredentialOptions[]>(),
);

/** PowerShell and .NET: `-Credential NAME`, `-Username NAME`, `PSCredential('NAME', …)`. */
const POWERSHELL =
  /(?:-(?:credential|username|user)\s{1,4}|get-credential\s{1,4}(?:-username\s{1,4})?|credential\]?(?:::new)?\s{0,4}\(\s{0,4})["']?([^\s"'(),;$]{1,256})/gi;
const WORTH_POWERSHELL = /credential|-username|-user\s/i;
/** Maximum depth of commands in quotes. */
const DEPTH = 2;
/** Words between the commands of a line. */
const SEPARATOR = /^(?:&&?|\|\|?|;)$/;
/** Programs that run the command behind them, which may be in quotes. */
const STARTERS = new Set(['cmd', 'start', 'call', 'powershell', 'pwsh', 'bash', 'sh', 'sudo', 'nohup']);
/** Words of a program's arguments that are looked at. */
const ARGUMENTS = 64;

/**
 * Accounts whose credentials a command line gives to a program: `-U`, `user=` and the user of a URL for most programs, `/user:` of
 * runas and `net use`, `-Credential` of PowerShell and others by program. An account that is only named (`net user NAME`,
 * `setspn -L NAME`, `schtasks /ru NAME`) is looked up or changed, not used. Not stripped. Takes time linear in the line's length.
 */
export function credentialsOf(commandLine: string): string[] {
  return [...new Set(collect(commandLine, DEPTH))].map((name) => name.slice(0, NAME_LIMIT));
}

function collect(line: string, depth: number): string[] {
  const found = commandsOf(splitWords(line)).flatMap((words) => {
    const given = words.flatMap((word, index) =>
      (PROGRAMS.get(programOf(word.text)) ?? []).flatMap((program) =>
        givenTo(program, words.slice(index + 1, index + 1 + ARGUMENTS)),
      ),
    );
    const command = words.find(({ text }) => !/^[-/]/.test(text) && !STARTERS.has(programOf(text)));
    const isAdministration =
      command !== undefined &&
      PROGRAMS.get(programOf(command.text))?.some((program) => program.isAdministration);
    if (!isAdministration) given.push(...connectionOf(line.slice(words[0]!.start, words.at(-1)!.end)).users);
    if (depth > 0 && STARTERS.has(programOf(words[0]!.text)))
      for (const { text } of words) if (text.includes(' ')) given.push(...collect(text, depth - 1));
    return given;
  });
  if (WORTH_POWERSHELL.test(line)) for (const match of line.matchAll(POWERSHELL)) found.push(match[1]!);
  return found;
}

/** The words of each command of a line. */
function commandsOf(words: readonly Word[]): Word[][] {
  const commands: Word[][] = [[]];
  for (const word of words) {
    if (SEPARATOR.test(word.text)) commands.push([]);
    else commands.at(-1)!.push(word);
  }
  return commands.filter(({ length }) => length > 0);
}

const programOf = (word: string): string =>
  fileName(word)
    .toLowerCase()
    .replace(/\.exe$/, '');

function givenTo({ options = [], after, free }: CredentialOptions, words: readonly Word[]): string[] {
  if (after !== undefined && words[0]?.text.toLowerCase() !== after) return [];
  const found: string[] = [];
  for (const [index, { text }] of words.entries()) {
    const [option = '', attached = ''] = split(text);
    if (options.includes(option.toLowerCase())) {
      const value = attached === '' ? words[index + 1]?.text : attached;
      if (value !== undefined && !/^[-/]/.test(value)) found.push(beforeSecret(value));
    } else if (/^-[ul][^-:=]/.test(text) && options.includes(text.slice(0, 2)))
      found.push(beforeSecret(text.slice(2)));
    else if (free !== undefined && !/^[-/]/.test(text)) {
      const name = free.exec(text)?.[1];
      if (name !== undefined) found.push(name);
    }
  }
  return found;
}

/** An option, and what is attached to it after `:` or `=`. */
function split(word: string): string[] {
  if (!/^[-/]/.test(word)) return [];
  const at = word.search(/[:=]/);
  return at === -1 ? [word, ''] : [word.slice(0, at), word.slice(at + 1)];
}

/** The name in `name:secret`. */
const beforeSecret = (value: string): string => value.split(':', 1)[0]!;

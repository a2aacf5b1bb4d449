import { FAILURE, type Logon } from './row.ts';

/** Windows logon types for logons of Unix services, because rules and people know them. */
const LOGON_TYPES: Readonly<Record<string, number>> = {
  login: 2,
  'gdm-password': 2,
  'gdm-autologin': 2,
  'gdm-fingerprint': 2,
  'gdm-smartcard': 2,
  lightdm: 2,
  sddm: 2,
  xdm: 2,
  kde: 7,
  'gnome-screensaver': 7,
  su: 2,
  'su-l': 2,
  sudo: 2,
  'sudo-i': 2,
  cron: 4,
  crond: 4,
  atd: 4,
  vsftpd: 3,
  proftpd: 3,
  samba: 3,
  cockpit: 10,
  'xrdp-sesman': 10,
};
/** A remote shell, the equivalent of a remote desktop on Windows. */
const REMOTE_INTERACTIVE = 10;
const SSH: ReadonlySet<string> = new Set(['sshd', 'sshd-session', 'sshd-auth']);
/** Services whose sessions accompany an already reported one. */
const HELPERS: ReadonlySet<string> = new Set([
  'systemd-user',
  'sshd',
  'polkit-1',
  'runuser',
  'runuser-l',
  'gdm-launch-environment',
]);

interface Entry {
  readonly identifier: string;
  readonly pid: string;
  readonly message: string;
}

type Reading = (groups: readonly string[], entry: Entry) => Logon | null;

const logon = (account: string, logonType: number, source: string | null, subject: string | null): Logon => ({
  kind: 'logon',
  account,
  logonType,
  source,
  subject,
  subStatus: null,
});
const failure = (
  account: string,
  logonType: number,
  source: string | null,
  subject: string | null,
  subStatus: string,
): Logon => ({ kind: 'failed_logon', account, logonType, source, subject, subStatus });

/**
 * Messages of programs on successful and failed logons: constants in their sources, independent of the locale. The name is
 * matched greedily and the rest is anchored at the end: a name such as `x from 192.0.2.1 port 1 ssh2` must not choose its own
 * source.
 */
const MESSAGES: readonly {
  readonly of: (identifier: string) => boolean;
  readonly like: RegExp;
  readonly read: Reading;
}[] = [
  {
    of: (identifier) => SSH.has(identifier),
    like: /^Accepted \S{1,64} for (.{1,512}) from (\S{1,255}) port \d{1,5}(?: ssh2)?(?:: [A-Z0-9-]{1,64} .{1,512})?$/,
    read: ([account = '', source = '']) => logon(account, REMOTE_INTERACTIVE, source, null),
  },
  {
    of: (identifier) => SSH.has(identifier),
    like: /^Failed (\S{1,64}) for (invalid user )?(.{0,512}) from (\S{1,255}) port \d{1,5}(?: ssh2)?(?:: [A-Z0-9-]{1,64} .{1,512})?$/,
    // `none` is a client's query for available methods; a rejected key is followed by the next one.
    read: ([method, invalid, account = '', source = '']) =>
      method === 'none' || method === 'publickey' || account === ''
        ? null
        : failure(
            account,
            REMOTE_INTERACTIVE,
            source,
            null,
            invalid === undefined ? FAILURE.wrongPassword : FAILURE.unknownUser,
          ),
  },
  {
    of: (identifier) => SSH.has(identifier),
    // Connected without a valid key and left, or was disconnected.
    like: /^(?:Connection (?:closed|reset) by|Disconnected from) (authenticating|invalid) user (.{1,512}) (\S{1,255}) port \d{1,5} \[preauth\]$/,
    read: ([kind, account = '', source = '']) =>
      failure(
        account,
        REMOTE_INTERACTIVE,
        source,
        null,
        kind === 'invalid' ? FAILURE.unknownUser : FAILURE.wrongPassword,
      ),
  },
  {
    of: (identifier) => identifier === 'su',
    like: /^FAILED SU \(to (.{1,512})\) (.{1,512}) on (\S{1,64})$/,
    read: ([account = '', subject = '']) => failure(account, 2, null, subject, FAILURE.wrongPassword),
  },
  {
    of: (identifier) => identifier === 'login',
    like: /^FAILED LOGIN \(\d{1,9}\) on '[^']{1,64}'(?: from '([^']{1,255})')? FOR '(.{1,512})', /,
    read: ([source, account = '']) => failure(account, 2, source ?? null, null, FAILURE.wrongPassword),
  },
  {
    of: () => true,
    like: /^pam_\w{1,32}\(([\w.-]{1,64}):session\): session opened for user (.{1,512}?)(?:\(uid=\d{1,10}\))? by (.{0,512}?)(?:\(uid=\d{1,10}\))?$/,
    read: ([service = '', account = '', by = '']) => {
      const type = HELPERS.has(service) ? undefined : LOGON_TYPES[service];
      return type === undefined ? null : logon(account, type, null, by.trim() || null);
    },
  },
  {
    of: (identifier) => !SSH.has(identifier) && identifier !== 'su' && identifier !== 'login',
    like: /^pam_\w{1,32}\(([\w.-]{1,64}):auth\): authentication failure; logname=(\S{0,255}) uid=\d{1,10} euid=\d{1,10} tty=\S{0,64} ruser=(\S{0,255}) rhost=(\S{0,255}) {1,2}user=(.{1,512})$/,
    read: ([service = '', , ruser = '', rhost = '', account = '']) => {
      const type = LOGON_TYPES[service];
      return type === undefined
        ? null
        : failure(account.trim(), type, rhost || null, ruser || null, FAILURE.wrongPassword);
    },
  },
];

/** Programs with relevant entries. */
export const AUTH_IDENTIFIERS: readonly string[] = [
  ...SSH,
  'su',
  'login',
  'sudo',
  'cron',
  'CRON',
  'crond',
  'atd',
  'gdm-password]',
  'gdm-password',
  'gdm-autologin]',
  'gdm-fingerprint]',
  'lightdm',
  'sddm',
  'sddm-helper',
  'xrdp-sesman',
  'cockpit-session',
];

/** Connections with remembered failures, so that a disconnect after a failure is not counted as another one. */
const REMEMBERED = 1_024;

/** Reads the entries of one log, in order. */
export class AuthMessages {
  readonly #failed = new Set<string>();

  /** The logon of an entry; null for other entries. */
  read(entry: Entry): Logon | null {
    for (const { of, like, read } of MESSAGES) {
      if (!of(entry.identifier)) continue;
      const match = like.exec(entry.message);
      if (match === null) continue;
      const event = read(match.slice(1), entry);
      if (event === null) return null;
      if (!SSH.has(entry.identifier)) return event;
      const left = /\[preauth\]$/.test(entry.message);
      if (left) return this.#failed.delete(entry.pid) ? null : event;
      if (event.kind === 'failed_logon') this.#remember(entry.pid);
      else this.#failed.delete(entry.pid);
      return event;
    }
    return null;
  }

  #remember(pid: string): void {
    this.#failed.delete(pid);
    this.#failed.add(pid);
    const [oldest] = this.#failed;
    if (this.#failed.size > REMEMBERED && oldest !== undefined) this.#failed.delete(oldest);
  }
}

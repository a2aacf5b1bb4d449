import { limits } from '@scout/contract/limits';
import { DirectoryProblem } from '../problems.ts';
import { type EncryptionType, keySize } from './encryption.ts';

/** An account that signs in by Kerberos, with its keys: as much a secret as its password. */
export interface Credential {
  readonly realm: string;
  /** Parts of the account's name, mostly one. */
  readonly name: readonly string[];
  /** Number of the password that the keys are made of. */
  readonly version: number;
  /** Strongest first, each in base64. */
  readonly keys: readonly { readonly type: EncryptionType; readonly key: string }[];
}

interface KeytabEntry {
  readonly realm: string;
  readonly name: readonly string[];
  readonly version: number;
  readonly type: number;
  readonly key: Buffer;
}

const { keytabMax, keytabEntries } = limits.directories;
const PARTS_MAX = 8;

/**
 * The newest AES keys that a keytab has of an account.
 * @param account such as scout-reader@CORP.EXAMPLE, in any case
 * @throws DirectoryProblem
 */
export function credentialIn(keytab: Buffer, account: string): Credential {
  const wanted = account.toLowerCase();
  const known = entriesOf(keytab).filter(
    ({ name, realm }) => `${name.join('/')}@${realm}`.toLowerCase() === wanted,
  );
  if (known.length === 0)
    throw new DirectoryProblem(
      'The keytab has no key of this account: give its name as the keytab has it, such as scout-reader@CORP.EXAMPLE.',
    );
  const strong = known.filter(({ type, key }) => keySize(type) === key.length);
  if (strong.length === 0)
    throw new DirectoryProblem(
      'The keytab has no AES key of this account: allow AES for it, set its password again, and export the keytab.',
    );
  const version = Math.max(...strong.map((entry) => entry.version));
  const newest = strong.filter((entry) => entry.version === version);
  const [{ realm, name }] = newest as [KeytabEntry];
  const types: readonly EncryptionType[] = [18, 17];
  return {
    realm,
    name,
    version,
    keys: types.flatMap((type) => {
      const found = newest.find((entry) => entry.type === type);
      return found === undefined ? [] : [{ type, key: found.key.toString('base64') }];
    }),
  };
}

const unreadable = () => new DirectoryProblem('This is not a keytab (version 2) that Scout can read.');

/** Entries of a keytab, version 2: numbers are big-endian, and a negative size is a deleted entry. */
function entriesOf(bytes: Buffer): KeytabEntry[] {
  if (bytes.length > keytabMax)
    throw new DirectoryProblem(
      `A keytab has at most ${keytabMax / 1024} KiB: export the keys of this account alone.`,
    );
  if (bytes.length < 2 || bytes.readUInt16BE(0) !== 0x0502) throw unreadable();
  const entries: KeytabEntry[] = [];
  for (let at = 2; at < bytes.length; ) {
    if (at + 4 > bytes.length) throw unreadable();
    const size = bytes.readInt32BE(at);
    const end = at + 4 + Math.abs(size);
    if (size === 0 || end > bytes.length) throw unreadable();
    if (size > 0) entries.push(entryIn(bytes.subarray(at + 4, end)));
    if (entries.length > keytabEntries)
      throw new DirectoryProblem(
        `A keytab has at most ${keytabEntries} keys: export the keys of this account alone.`,
      );
    at = end;
  }
  return entries;
}

function entryIn(bytes: Buffer): KeytabEntry {
  let at = 0;
  const take = (size: number): Buffer => {
    if (size > bytes.length - at) throw unreadable();
    at += size;
    return bytes.subarray(at - size, at);
  };
  const short = () => take(2).readUInt16BE();
  const counted = () => take(short());
  const parts = short();
  if (parts < 1 || parts > PARTS_MAX) throw unreadable();
  const realm = counted().toString('utf8');
  const name = Array.from({ length: parts }, () => counted().toString('utf8'));
  // The kind of name, and when the key was written.
  take(8);
  const low = take(1).readUInt8();
  const type = short();
  const key = Buffer.from(counted());
  // Versions above 255 follow at the end; older keytabs have no such field.
  const whole = bytes.length - at >= 4 ? take(4).readUInt32BE() : 0;
  return { realm, name, version: whole || low, type, key };
}

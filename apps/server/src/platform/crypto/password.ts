import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/** Cost of a password hash: scrypt's parameters. Memory is 128 × N × r bytes. */
export interface PasswordCost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/** 32 MiB per hash. Hashes of this cost omit it: changing it invalidates all of them. */
const PRODUCT_COST: PasswordCost = { N: 16_384, r: 16, p: 1 };
const MEMORY_MAX = 64 * 1024 * 1024;
const KEY_BYTES = 64;

/** Creates and checks password hashes. */
export interface PasswordHashing {
  /** Hashes a password with scrypt: `<salt>:<key>`, both hexadecimal, prefixed by `<N>:<r>:<p>:` for a cost other than the product's. */
  hash(password: string): Promise<string>;
  /**
   * True when a password matches its hash. Without a hash it takes the same time and returns false.
   * @throws Error for an invalid hash
   */
  fits(password: string, hash: string | null | undefined): Promise<boolean>;
}

/** @param cost of new hashes; tests, which create thousands, use a lower one */
export function createPasswordHashing(cost: PasswordCost = PRODUCT_COST): PasswordHashing {
  const prefix = cost === PRODUCT_COST ? '' : `${cost.N}:${cost.r}:${cost.p}:`;
  let decoy: Promise<string> | undefined;

  async function hash(password: string): Promise<string> {
    const salt = randomBytes(16).toString('hex');
    return `${prefix}${salt}:${(await deriveKey(password, salt, cost)).toString('hex')}`;
  }

  return {
    hash,
    async fits(password, stored) {
      decoy ??= hash(randomBytes(32).toString('base64url'));
      const { salt, key, ...named } = parse(stored ?? (await decoy));
      const fits = timingSafeEqual(await deriveKey(password, salt, named.cost), key);
      return fits && stored !== null && stored !== undefined;
    },
  };
}

function parse(hash: string): { cost: PasswordCost; salt: string; key: Buffer } {
  const [, numbers, salt, key] = /^((?:\d{1,9}:){3})?([0-9a-f]+):([0-9a-f]+)$/.exec(hash) ?? [];
  if (!salt || key?.length !== 2 * KEY_BYTES) throw new Error('Not a password hash');
  const [N = 0, r = 0, p = 0] = numbers?.split(':').map(Number) ?? [];
  return { cost: numbers === undefined ? PRODUCT_COST : { N, r, p }, salt, key: Buffer.from(key, 'hex') };
}

/** scrypt receives the salt's hexadecimal text, not its bytes. */
function deriveKey(password: string, salt: string, { N, r, p }: PasswordCost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, { N, r, p, maxmem: MEMORY_MAX }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

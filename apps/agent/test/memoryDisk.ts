import type { DurableFs } from '../src/runtime/durableFs.ts';

/**
 * Data that survives if it was not synced. `everything`: the process was killed, the system continues, and a later power failure
 * can still lose it. `nothing` and `anything`: a power failure.
 */
export type Survival = 'everything' | 'nothing' | 'anything';

interface Content {
  bytes: Buffer;
  synced: boolean;
}

/**
 * A disk that can lose unsynced data. Names and contents are volatile until `syncDirectory` and the end of `writeSynced`. At step
 * `crashAt` the machine stops: that call and all later ones never return. {@link reboot} returns the disk for the next start.
 */
export class MemoryDisk implements DurableFs {
  crashAt = Number.POSITIVE_INFINITY;
  /** True while the disk accepts no new file. */
  full = false;
  /** Number of changing steps so far. */
  steps = 0;
  /** The operation interrupted by the crash. */
  crashedIn = '';
  readonly crashed: Promise<void>;
  #names: Map<string, Content>;
  #durableNames: Map<string, Content>;
  #crash: () => void = () => {};
  #dead = false;

  constructor(names = new Map<string, Content>(), durableNames = names) {
    this.#names = new Map(names);
    this.#durableNames = new Map(durableNames);
    this.crashed = new Promise((resolve) => {
      this.#crash = resolve;
    });
  }

  /** The disk after a crash or a shutdown. `random` in [0, 1) decides where `survival` leaves a choice. */
  reboot(survival: Survival, random: () => number): MemoryDisk {
    this.#dead = true;
    if (survival === 'everything') return new MemoryDisk(this.#names, this.#durableNames);
    const keeps = (): boolean => survival === 'anything' && random() < 0.5;
    const after = new Map<string, Content>();
    for (const name of new Set([...this.#names.keys(), ...this.#durableNames.keys()])) {
      const [now, durable] = [this.#names.get(name), this.#durableNames.get(name)];
      const content = now !== durable && !keeps() ? durable : now;
      if (content === undefined) continue;
      const torn = !content.synced && !keeps();
      const bytes = torn ? content.bytes.subarray(0, content.bytes.length >> 1) : content.bytes;
      after.set(name, { bytes: Buffer.from(bytes), synced: true });
    }
    return new MemoryDisk(after);
  }

  /** Corrupts a byte of a file, like faulty hardware. */
  damage(path: string, at: number): void {
    const content = this.#names.get(path);
    if (content === undefined) throw new Error(`no ${path}`);
    content.bytes[at] = (content.bytes[at] ?? 0) ^ 0xff;
  }

  /** Total bytes of all files in a folder. */
  bytesIn(folder: string): number {
    return this.files
      .filter((name) => name.startsWith(`${folder}/`))
      .reduce((sum, name) => sum + (this.#names.get(name)?.bytes.length ?? 0), 0);
  }

  /** Paths of all files, sorted. */
  get files(): string[] {
    return [...this.#names.keys()].sort();
  }

  async makeDirectory(): Promise<void> {
    await this.#alive();
  }

  async list(path: string): Promise<string[]> {
    await this.#alive();
    return this.files
      .filter((name) => name.startsWith(`${path}/`))
      .map((name) => name.slice(path.length + 1));
  }

  async size(path: string): Promise<number> {
    return (await this.readFile(path)).length;
  }

  async readFile(path: string): Promise<Buffer<ArrayBuffer>> {
    await this.#alive();
    const content = this.#names.get(path);
    if (content === undefined) throw Object.assign(new Error(`ENOENT: ${path}`), { code: 'ENOENT' });
    return Buffer.from(content.bytes);
  }

  async readStart(path: string, length: number): Promise<Buffer> {
    return (await this.readFile(path)).subarray(0, length);
  }

  async writeSynced(path: string, parts: readonly Uint8Array[]): Promise<void> {
    await this.#step(`create ${path}`);
    if (this.full) throw Object.assign(new Error(`ENOSPC: ${path}`), { code: 'ENOSPC' });
    const content = { bytes: Buffer.concat(parts), synced: false };
    this.#names.set(path, content);
    await this.#step(`fsync ${path}`);
    content.synced = true;
  }

  async rename(from: string, to: string): Promise<void> {
    await this.#step(`rename ${from}`);
    const content = this.#names.get(from);
    if (content === undefined) throw Object.assign(new Error(`ENOENT: ${from}`), { code: 'ENOENT' });
    this.#names.delete(from);
    this.#names.set(to, content);
  }

  async syncDirectory(path: string): Promise<void> {
    await this.#step(`fsync folder ${path}`);
    const inside = (name: string): boolean => name.slice(0, name.lastIndexOf('/')) === path;
    for (const name of [...this.#durableNames.keys()]) if (inside(name)) this.#durableNames.delete(name);
    for (const [name, content] of this.#names) if (inside(name)) this.#durableNames.set(name, content);
  }

  async remove(path: string): Promise<void> {
    await this.#step(`remove ${path}`);
    this.#names.delete(path);
  }

  async #step(what: string): Promise<void> {
    await this.#alive();
    this.steps += 1;
    if (this.steps < this.crashAt) return;
    this.crashedIn = what;
    this.#dead = true;
    this.#crash();
    await this.#alive();
  }

  #alive(): Promise<void> {
    return this.#dead ? new Promise(() => {}) : Promise.resolve();
  }
}

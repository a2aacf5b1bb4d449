import type { ConfigurationReport } from '@scout/contract';
import type { ConfigurationDocument, GroupSettings } from '@scout/contract/agentConfiguration';
import type { DurableFs } from '../runtime/durableFs.ts';
import type { Log } from '../runtime/log.ts';
import type { HeartbeatResponse, Server } from '../transport/server.ts';
import {
  DocumentFault,
  readDocument,
  removeDocument,
  verifiedDocument,
  writeDocument,
} from './centralDocument.ts';
import type { Credential } from './credential.ts';
import type { Credentials } from './credentials.ts';
import { type LocalRules, localFault } from './localRules.ts';
import { isQuiet } from './quietHours.ts';
import { fingerprintOf, pinnedKey, refusalMessage, type SignedDocument } from './signedDocument.ts';

type Refused = NonNullable<ConfigurationReport['refused']>;

export interface CentralOptions {
  readonly fs: DurableFs;
  /** The state directory. */
  readonly folder: string;
  readonly rules: LocalRules;
  /** The server by way of a proxy. */
  readonly serverBy: (proxy: string) => Pick<Server, 'heartbeat'>;
  /** Called when sources or the way to the server changed, which apply with a new start of reading and sending. */
  readonly changed: () => void;
  /** The last refusal; stays while the process runs. */
  readonly memory: { refused: Refused | null };
  readonly log: Log;
}

/** Unanswered heartbeats after which a proxy of the central configuration is given up: about ten minutes. */
const MISSES = 20;

/** Settings whose change applies with a new start. */
const startSettings = ({ sources, exclude_event_ids, proxy }: GroupSettings): string =>
  JSON.stringify([sources, exclude_event_ids, proxy]);

/**
 * The configuration of the machine's group: received with heartbeats, used if its signature is by the pinned key and the machine's own
 * file permits it, and kept for the next start. One that is refused leaves the last good one in use, and the server is told why.
 */
export class CentralConfiguration {
  readonly #options: CentralOptions;
  #current: ConfigurationDocument | null = null;
  #misses = 0;

  private constructor(options: CentralOptions) {
    this.#options = options;
  }

  /** Uses the configuration of an earlier run, if it still may be. */
  static async open(options: CentralOptions, kept: Credential | null): Promise<CentralConfiguration> {
    const central = new CentralConfiguration(options);
    const { fs, folder, log } = options;
    try {
      const stored = await readDocument(fs, folder);
      if (stored !== null && kept?.configuration_key !== undefined)
        central.#current = central.#permitted(stored, kept.configuration_key, kept.agent_id);
    } catch (error) {
      log.warn(`the stored configuration is not used: ${(error as Error).message}`);
    }
    return central;
  }

  get settings(): GroupSettings {
    return this.#current?.settings ?? {};
  }

  /** True while no upgrade may begin. */
  isQuiet(now: Date): boolean {
    const { quiet_hours } = this.settings;
    return quiet_hours !== undefined && isQuiet(quiet_hours, now);
  }

  report({ configurationKey }: Pick<Credentials, 'configurationKey'>): ConfigurationReport {
    const group = this.#current?.group ?? null;
    return {
      key: configurationKey === null ? null : fingerprintOf(configurationKey),
      applied: group && { group_id: group.group_id, version: group.version },
      refused: this.#options.memory.refused,
    };
  }

  /** Uses or refuses what a heartbeat's answer holds; `ask` tries another way to the server, and returns why it failed. Never throws. */
  async hear(
    { configuration, configurationKey }: Pick<HeartbeatResponse, 'configuration' | 'configurationKey'>,
    {
      credentials,
      ask,
    }: {
      credentials: Pick<Credentials, 'identity' | 'configurationKey' | 'pinConfigurationKey'>;
      ask: (server: Pick<Server, 'heartbeat'>) => Promise<string | null>;
    },
  ): Promise<void> {
    this.#misses = 0;
    const key = await pinnedKey(credentials, configurationKey);
    if (configuration === undefined || key === null) return;
    try {
      const next = this.#permitted(configuration, key, credentials.identity.agentId);
      await this.#use(next, configuration as SignedDocument, ask);
    } catch (error) {
      this.#refuse(error as Error);
    }
  }

  /** Called when a heartbeat is not answered. A proxy through which the server stays silent is given up with the whole configuration. */
  async missed(): Promise<void> {
    const { proxy } = this.settings;
    this.#misses += 1;
    const group = this.#current?.group;
    if (proxy === undefined || !group || this.#misses < MISSES) return;
    this.#misses = 0;
    const { fs, folder, changed } = this.#options;
    await removeDocument(fs, folder).catch(() => {});
    this.#current = null;
    const message = `The server was not reached through ${proxy} for ${MISSES} heartbeats; the machine's own file applies again.`;
    this.#refuse(new DocumentFault(message, { group_id: group.group_id, version: group.version }));
    changed();
  }

  /** @throws {DocumentFault} */
  #permitted(received: unknown, key: string, agentId: string): ConfigurationDocument {
    const next = verifiedDocument(received, key, agentId);
    const at = { group_id: next.group?.group_id ?? null, version: next.group?.version ?? null };
    if (this.#current !== null && Date.parse(next.issued_at) < Date.parse(this.#current.issued_at))
      throw new DocumentFault('The configuration is older than the one in use.', at);
    const fault = localFault(next.settings, this.#options.rules);
    // A machine that takes no configuration can still lose one.
    if (fault !== null && next.group !== null) throw new DocumentFault(fault, at);
    return next;
  }

  async #use(
    next: ConfigurationDocument,
    signed: SignedDocument,
    ask: (server: Pick<Server, 'heartbeat'>) => Promise<string | null>,
  ): Promise<void> {
    const { fs, folder, serverBy, changed, memory, log } = this.#options;
    const { proxy } = next.settings;
    if (proxy !== undefined && proxy !== this.settings.proxy) {
      const problem = await ask(serverBy(proxy));
      if (problem !== null)
        throw new DocumentFault(`The server is not reached through ${proxy}: ${problem}`, {
          group_id: next.group?.group_id ?? null,
          version: next.group?.version ?? null,
        });
    }
    const before = startSettings(this.settings);
    await writeDocument(fs, folder, signed);
    this.#current = next;
    memory.refused = null;
    log.info(
      next.group === null
        ? 'this machine is in no group: its own file applies'
        : `configuration ${next.group.version} of the group ${next.group.name} applies`,
    );
    if (startSettings(next.settings) !== before) changed();
  }

  #refuse(error: Error): void {
    const { memory, log } = this.#options;
    const message = refusalMessage(error);
    const at = (error instanceof DocumentFault && error.at) || { group_id: null, version: null };
    const refused = { ...at, message };
    if (JSON.stringify(refused) === JSON.stringify(memory.refused)) return;
    memory.refused = refused;
    log.warn(`the configuration of the server is refused: ${message} (the last good one stays in use)`);
  }
}

import type { NamesReport } from '@scout/contract';
import { limits } from '@scout/contract/limits';
import {
  type AgentNames,
  areWider,
  compileAgentNames,
  readAgentNames,
  STANDARD_AGENT_NAMES,
  UNKNOWN_AGENT_NAMES,
} from '@scout/detection/agentNames';
import type { Naming } from '@scout/detection/naming';
import type { DurableFs } from '../runtime/durableFs.ts';
import type { Log } from '../runtime/log.ts';
import { pause } from '../runtime/signal.ts';
import type { SourceNames } from '../sources/source.ts';
import type { Missing } from '../spool/gaps.ts';
import { fieldsOf } from '../transport/request.ts';
import type { HeartbeatResponse } from '../transport/server.ts';
import type { Credential } from './credential.ts';
import type { Credentials } from './credentials.ts';
import {
  fingerprintOf,
  isText,
  openDocument,
  pinnedKey,
  readStored,
  refusalMessage,
  type SignedDocument,
  writeStored,
} from './signedDocument.ts';

const FILE = 'names.json';
const KIND = { subject: 'The names are', longest: limits.agent.namesDocumentMax } as const;
/** Reading starts without the organization's names after this time without a response. */
const WAIT_MS = 60_000;

/** Names from a signed document, of a version of the organization's detection settings. */
interface Signed {
  readonly etag: string;
  readonly version: number;
  readonly issuedAt: number;
  readonly names: AgentNames;
}

/** Names in use. */
interface Applied extends Signed {
  /** ISO time from which this version applies. */
  readonly since: string;
}

/** Names in a state directory, and the time from which their version applied. */
interface Stored extends SignedDocument {
  readonly since: string;
}

/**
 * The organization's names for accounts and servers: received with heartbeats and signed by its key, stored in the state directory,
 * and used by sources to select events. A changed value applies to the next event.
 */
export class Names implements SourceNames {
  readonly #waitMs: number;
  readonly #known = new AbortController();
  #store: { readonly fs: DurableFs; readonly folder: string; readonly log: Log } | null = null;
  #current: Applied | null = null;
  #naming: Naming = compileAgentNames(UNKNOWN_AGENT_NAMES);
  #refused: NamesReport['refused'] = null;

  constructor(waitMs = WAIT_MS) {
    this.#waitMs = waitMs;
  }

  get naming(): Naming {
    return this.#naming;
  }

  report({ configurationKey }: Pick<Credentials, 'configurationKey'>): NamesReport {
    const { etag, version, since } = this.#current ?? {};
    return {
      key: configurationKey === null ? null : fingerprintOf(configurationKey),
      applied: etag === undefined ? null : { etag, version: version!, since: since! },
      refused: this.#refused,
    };
  }

  /** Resolves once names are known, or after a while without them: then events of all accounts but machines are sent. */
  async ready(signal: AbortSignal): Promise<void> {
    if (this.#known.signal.aborted) return;
    await pause(this.#waitMs, AbortSignal.any([signal, this.#known.signal]));
  }

  /** Uses the names stored by an earlier run, if the pinned key signed them; otherwise they are asked for again. */
  async load(
    fs: DurableFs,
    folder: string,
    kept: Pick<Credential, 'agent_id' | 'configuration_key'>,
    log: Log,
  ): Promise<void> {
    this.#store = { fs, folder, log };
    try {
      const stored = await readStored(fs, folder, FILE);
      if (stored !== null) this.#use(storedNames(stored, kept));
    } catch (error) {
      log.warn(`${FILE} is not used: ${(error as Error).message}`);
    }
  }

  /**
   * Uses and stores the names of a heartbeat's response, or remembers why it refuses them. `missed` is called when events that the
   * earlier names left out are sent from now on.
   */
  async hear(
    { names: received, configurationKey }: Pick<HeartbeatResponse, 'names' | 'configurationKey'>,
    credentials: Pick<Credentials, 'identity' | 'configurationKey' | 'pinConfigurationKey'>,
    missed: (gap: Missing) => Promise<void>,
  ): Promise<void> {
    const key = await pinnedKey(credentials, configurationKey);
    if (received === undefined || key === null) {
      // A server of an earlier version signs nothing.
      if (this.#current === null && key === null) this.#apply(STANDARD_AGENT_NAMES);
      return;
    }
    const before = this.#current;
    let next: Signed;
    try {
      next = signedNames(received, { key, agentId: credentials.identity.agentId });
      if (before !== null && next.issuedAt < before.issuedAt)
        throw new Error('The names are older than those in use.');
    } catch (error) {
      return this.#refuse(error as Error, received);
    }
    const since = before?.version === next.version ? before.since : new Date().toISOString();
    this.#use({ ...next, since });
    await this.#tell(before, next, missed);
    const { document, signature } = received as SignedDocument;
    const { fs, folder, log } = this.#store!;
    const stored: Stored = { since, document, signature };
    await writeStored(fs, folder, FILE, stored).catch((error: unknown) =>
      log.warn(`${FILE} could not be written (${String(error)}); the next start asks the server again`),
    );
  }

  /** Before the names are stored: after a crash in between they arrive again, and the gap has the same id. */
  async #tell(before: Applied | null, next: Signed, missed: (gap: Missing) => Promise<void>): Promise<void> {
    const { log } = this.#store!;
    if (before?.etag === next.etag) return;
    log.info(`the names of service accounts have changed: ${describe(next)}`);
    if (before === null || before.version === next.version || !areWider(before.names, next.names)) return;
    log.warn('events that the earlier names left out are not read again');
    const [from, to] = [before, next].map(({ version }) => `names ${version}`) as [string, string];
    await missed({ reason: 'names_changed', from, to, missing: null });
  }

  #use(next: Applied): void {
    this.#current = next;
    this.#refused = null;
    this.#apply(next.names);
  }

  #apply(names: AgentNames): void {
    this.#naming = compileAgentNames(names);
    this.#known.abort();
  }

  /** The names in use stay. */
  #refuse(error: Error, received: unknown): void {
    const refused = { etag: etagOf(received), message: refusalMessage(error) };
    if (JSON.stringify(refused) === JSON.stringify(this.#refused)) return;
    this.#refused = refused;
    const used =
      this.#current === null
        ? 'events of all accounts but machines are sent'
        : 'the earlier names stay in use';
    this.#store!.log.warn(`the names of the server are refused: ${refused.message} (${used})`);
  }
}

/** Version and time of the names in a state directory; null without any. */
export async function readNames(
  fs: DurableFs,
  folder: string,
  kept: Pick<Credential, 'agent_id' | 'configuration_key'>,
): Promise<{ version: number; since: string } | null> {
  try {
    const stored = await readStored(fs, folder, FILE);
    if (stored === null) return null;
    const { version, since } = storedNames(stored, kept);
    return { version, since };
  } catch {
    return null;
  }
}

/** @throws {Error} */
function storedNames(
  stored: unknown,
  { agent_id, configuration_key: key }: Pick<Credential, 'agent_id' | 'configuration_key'>,
): Applied {
  if (key === undefined) throw new Error('This machine has pinned no key.');
  const { since } = fieldsOf(stored);
  const names = signedNames(stored, { key, agentId: agent_id });
  const isDated = isText(since, 40) && !Number.isNaN(Date.parse(since));
  return { ...names, since: isDated ? since : new Date(names.issuedAt).toISOString() };
}

/** @throws {Error} */
function signedNames(received: unknown, signer: { key: string; agentId: string }): Signed {
  const { fields, issuedAt } = openDocument(received, signer, KIND);
  const { etag, version } = fieldsOf(fields.names);
  const isVersioned = Number.isSafeInteger(version) && (version as number) >= 0;
  if (!isText(etag, limits.agent.namesEtagMax) || etag === '' || !isVersioned)
    throw new Error('The names are without a version.');
  const names = readAgentNames(fields.names);
  if (typeof names === 'string') throw new Error(names);
  return { etag, version: version as number, issuedAt, names };
}

/** Names the refused content to the server, whoever signed it. */
function etagOf(received: unknown): string | null {
  try {
    const { document } = fieldsOf(received);
    if (!isText(document, KIND.longest)) return null;
    const { etag } = fieldsOf(fieldsOf(JSON.parse(document)).names);
    return isText(etag, limits.agent.namesEtagMax) ? etag : null;
  } catch {
    return null;
  }
}

function describe({ version, names: { service_accounts, accounts, others } }: Signed): string {
  const { standard, entries } = service_accounts;
  const parts = [
    ...(standard ? ['the default rule'] : []),
    `${entries.length} ${entries.length === 1 ? 'entry' : 'entries'} of the organization`,
    `${accounts.length} further ${accounts.length === 1 ? 'account' : 'accounts'}`,
  ];
  const incomplete = {
    none: '',
    users: '; there are more, so events of all accounts but machines are sent',
    all: '; there are more, so events of all accounts are sent',
  };
  return `version ${version}, ${parts.join(', ')}${incomplete[others]}`;
}

import { readFile } from 'node:fs/promises';
import { limits } from '@scout/contract/limits';
import { exitCodes, Failure } from '../runtime/failure.ts';
import { checkedNetwork, type NetworkSettings, NetworkSettingsError } from '../transport/networkSettings.ts';
import { fieldsOf } from '../transport/request.ts';
import { parseServerUrl, ServerUrlError } from '../transport/serverUrl.ts';

/** A directory that the agent reads for its server. */
export interface DirectoryConfig {
  /** Name or id of the directory in Scout. */
  readonly name: string;
  /** `ldaps://…`, or `ldap://…` for StartTLS. */
  readonly url: string;
  /** Account that signs in. */
  readonly bind: string;
  /** File with its password; the other way to sign in is `keytab_file`. */
  readonly password_file?: string;
  /** File with its AES keys, for Kerberos. */
  readonly keytab_file?: string;
  /** Kerberos service, with or without a port; by default the controller. */
  readonly kdc?: string;
  /** Certificates that verify the controller; by default the system's. */
  readonly ca_file?: string;
  readonly base?: string;
  readonly filter?: string;
}

/** The service's configuration, editable by an administrator. Only `server` is required. */
export interface ServiceConfig {
  readonly server: string;
  /** Permits http to a server on another machine. */
  readonly allow_cleartext: boolean;
  /** In the form of `run --source`; by default the machine's own logs. */
  readonly sources?: readonly string[];
  /** True when the agent upgrades itself to newer signed releases of its server. */
  readonly upgrade: boolean;
  /** Reported name instead of the machine's. */
  readonly host?: string;
  /** Seconds between heartbeats. */
  readonly heartbeat?: number;
  /** Folder of releases instead of the server's, without a trailing slash. */
  readonly release_url?: string;
  /** Group of machines to ask for at enrollment. */
  readonly group?: string;
  /** False: the machine takes no configuration from its server. */
  readonly central: boolean;
  /** Folders in which the server's configuration may name files to read. */
  readonly central_paths?: readonly string[];
  /** Directories that the agent reads for its server. */
  readonly directories?: readonly DirectoryConfig[];
  /** How the server is reached. */
  readonly network: NetworkSettings;
}

/** Names of the network's settings in the file. */
const NETWORK = {
  ca_file: 'caFile',
  client_certificate: 'clientCertificate',
  client_key: 'clientKey',
  proxy: 'proxy',
  proxy_credentials: 'proxyCredentials',
} as const satisfies Readonly<Record<string, keyof NetworkSettings>>;

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** @throws {Failure} with the file and its fault */
export function parseServiceConfig(text: string, path: string): ServiceConfig {
  const fault = (words: string) => new Failure(`${path}: ${words}`, exitCodes.usage);
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    throw fault(`is not JSON (${(error as Error).message})`);
  }
  const { server, allow_cleartext, sources, upgrade, host, heartbeat, release_url } = fieldsOf(parsed);
  const { group, central, central_paths, directories } = fieldsOf(parsed);
  if (!isText(server)) throw fault('"server" must be the address of the Scout server');
  if (sources !== undefined && !(Array.isArray(sources) && sources.length > 0 && sources.every(isText)))
    throw fault('"sources" must be a list such as ["journald:"]');
  for (const [name, value] of Object.entries({ allow_cleartext, upgrade, central }))
    if (value !== undefined && typeof value !== 'boolean') throw fault(`"${name}" must be true or false`);
  for (const [name, value] of Object.entries({ host, group }))
    if (value !== undefined && !isText(value)) throw fault(`"${name}" must be a name`);
  if (central_paths !== undefined && !(Array.isArray(central_paths) && central_paths.every(isText)))
    throw fault('"central_paths" must be a list of folders');
  if (heartbeat !== undefined && !(typeof heartbeat === 'number' && heartbeat > 0))
    throw fault('"heartbeat" must be a number of seconds');
  return {
    server,
    allow_cleartext: allow_cleartext === true,
    upgrade: upgrade !== false,
    ...(sources !== undefined && { sources: sources as string[] }),
    ...(host !== undefined && { host: host as string }),
    ...(heartbeat !== undefined && { heartbeat: heartbeat as number }),
    ...(group !== undefined && { group: group as string }),
    central: central !== false,
    ...(central_paths !== undefined && { central_paths: central_paths as string[] }),
    ...(release_url !== undefined && { release_url: releaseUrlIn(release_url, fault) }),
    ...(directories !== undefined && { directories: directoriesIn(directories, fault) }),
    network: networkIn(fieldsOf(parsed), fault),
  };
}

/** The file's content for settings; the reverse of {@link parseServiceConfig}. */
export function serviceConfigText({ network, ...rest }: ServiceConfig): string {
  const named = Object.entries(NETWORK).map(([name, key]) => [name, network[key]]);
  const config = { ...rest, ...Object.fromEntries(named), pins: network.pins };
  return `${JSON.stringify(config, null, 2)}\n`;
}

const NEEDED = ['name', 'url', 'bind'];
const OPTIONAL = ['password_file', 'keytab_file', 'kdc', 'ca_file', 'base', 'filter'];

function directoriesIn(value: unknown, fault: (words: string) => Failure): DirectoryConfig[] {
  if (!Array.isArray(value) || value.length > limits.directories.most)
    throw fault(`"directories" must be a list of at most ${limits.directories.most}`);
  for (const each of value) {
    const fields = fieldsOf(each);
    for (const name of NEEDED) if (!isText(fields[name])) throw fault(`"directories": "${name}" is missing`);
    for (const [name, setting] of Object.entries(fields))
      if (![...NEEDED, ...OPTIONAL].includes(name) || !isText(setting))
        throw fault(`"directories": "${name.slice(0, 40)}" is unknown or no text`);
    if ((fields.password_file === undefined) === (fields.keytab_file === undefined))
      throw fault('"directories": give each either "password_file" or "keytab_file"');
    if (fields.kdc !== undefined && fields.keytab_file === undefined)
      throw fault('"directories": "kdc" is for a "keytab_file"');
    if (!isDirectoryUrl(String(fields.url)))
      throw fault('"directories": "url" must be an address such as ldaps://dc1.corp.example');
  }
  const named = value.map(({ name }) => String(name).toLowerCase());
  if (new Set(named).size < named.length) throw fault('"directories": two have the same name');
  return value as DirectoryConfig[];
}

/** An address without a user, a path or anything after it. */
export function isDirectoryUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^ldaps?:\/\/[^/?#@\s]+\/?$/i.test(text) && url.hostname !== '';
}

/** Without TLS too, since the releases are signed. */
function releaseUrlIn(value: unknown, fault: (words: string) => Failure): string {
  try {
    return parseServerUrl(String(value), true);
  } catch (error) {
    if (error instanceof ServerUrlError) throw fault(`"release_url": ${error.message}`);
    throw error;
  }
}

function networkIn(
  fields: Readonly<Record<string, unknown>>,
  fault: (words: string) => Failure,
): NetworkSettings {
  const settings: Record<string, unknown> = {};
  for (const [name, key] of Object.entries(NETWORK)) {
    const value = fields[name];
    if (value === undefined) continue;
    if (!isText(value)) throw fault(`"${name}" must be a text`);
    settings[key] = value;
  }
  const { pins } = fields;
  if (pins !== undefined && !(Array.isArray(pins) && pins.every(isText)))
    throw fault('"pins" must be a list of SHA-256 hashes in base64');
  if (pins !== undefined) settings.pins = pins;
  try {
    return checkedNetwork(settings);
  } catch (error) {
    if (error instanceof NetworkSettingsError) throw fault(error.message);
    throw error;
  }
}

/** @throws {Failure} */
export async function readServiceConfig(path: string): Promise<ServiceConfig> {
  try {
    return parseServiceConfig(await readFile(path, 'utf8'), path);
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(`${path} cannot be read (${(error as Error).message})`, exitCodes.usage);
  }
}

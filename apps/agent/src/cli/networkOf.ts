import { resolve } from 'node:path';
import { exitCodes, Failure } from '../runtime/failure.ts';
import { Network } from '../transport/network.ts';
import { checkedNetwork, type NetworkSettings, NetworkSettingsError } from '../transport/networkSettings.ts';
import type { NetworkFlags } from './networkOptions.ts';

/** The options as settings, with full paths, since the service runs elsewhere. @throws {Failure} */
export function networkSettingsOf(flags: NetworkFlags): NetworkSettings {
  const file = (path: string | undefined) => path && resolve(path);
  const settings = {
    caFile: file(flags.caFile),
    pins: flags.pin,
    clientCertificate: file(flags.clientCertificate),
    clientKey: file(flags.clientKey),
    proxy: flags.proxy,
    proxyCredentials: file(flags.proxyCredentials),
  };
  const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
  return checked(given);
}

/** The way to the server by options and, for what they leave out, a file's settings. @throws {Failure} */
export const networkOf = (flags: NetworkFlags, configured: NetworkSettings = {}): Network =>
  new Network(checked({ ...configured, ...networkSettingsOf(flags) }));

function checked(settings: NetworkSettings): NetworkSettings {
  try {
    return checkedNetwork(settings);
  } catch (error) {
    if (error instanceof NetworkSettingsError) throw new Failure(error.message, exitCodes.usage);
    throw error;
  }
}

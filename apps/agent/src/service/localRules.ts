import { realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, relative } from 'node:path';
import { type GroupSettings, pathOfSource } from '@scout/contract/agentConfiguration';
import { parseSources, type SourceSettings } from '../sources/parseSource.ts';

/** What the machine's own file and options say about a central configuration. */
export interface LocalRules {
  /** False: the file refuses every central configuration. */
  readonly isCentral: boolean;
  /** Folders in which central sources may name files. */
  readonly paths: readonly string[];
  /** Sources of the file, which a central configuration may name too. */
  readonly ownSources: readonly string[];
  /** True when an option of the service names the sources. */
  readonly hasFixedSources: boolean;
  /** True when the file or an option says how the server is reached. */
  readonly hasOwnProxy: boolean;
  /** True for a server without TLS: a proxy would see the credential. */
  readonly isCleartext: boolean;
  readonly sources: SourceSettings;
  readonly platform: NodeJS.Platform;
}

const SYSTEMS: readonly (readonly [kind: string, platform: NodeJS.Platform, name: string])[] = [
  ['windows:', 'win32', 'Windows'],
  ['journald:', 'linux', 'Linux'],
  ['authlog:', 'linux', 'Linux'],
  ['audit:', 'linux', 'Linux'],
  ['macos:', 'darwin', 'macOS'],
];

/** The reason why this machine cannot take the settings; null if it can. The settings are within the shared rules. */
export function localFault({ sources, proxy }: GroupSettings, rules: LocalRules): string | null {
  if (!rules.isCentral) return 'The file of this machine says "central": false.';
  if (sources !== undefined) {
    if (rules.hasFixedSources) return 'An option of the service on this machine names its sources.';
    const fault = sources.map((source) => sourceFault(source, rules)).find((each) => each !== null);
    if (fault) return fault;
    try {
      parseSources(sources, rules.sources);
    } catch (error) {
      return (error as Error).message;
    }
  }
  if (proxy === undefined) return null;
  if (rules.hasOwnProxy) return 'The file of this machine says how the server is reached.';
  return rules.isCleartext ? 'The server has no TLS: a proxy would see the credential.' : null;
}

function sourceFault(source: string, { ownSources, paths, platform }: LocalRules): string | null {
  if (ownSources.includes(source)) return null;
  const system = SYSTEMS.find(([kind]) => source.startsWith(kind));
  if (system !== undefined && system[1] !== platform) return `${source} can only be read on ${system[2]}.`;
  const path = pathOfSource(source);
  if (path === null || paths.some((folder) => isInside(folder, path))) return null;
  return `${path} is outside of the folders that "central_paths" in the file of this machine permits.`;
}

/** True for a path inside a folder, also after links. */
function isInside(folder: string, path: string): boolean {
  const isBelow = (parent: string, child: string): boolean => {
    const way = relative(parent, child);
    return way !== '' && !way.startsWith('..') && !isAbsolute(way);
  };
  return isAbsolute(folder) && isBelow(folder, path) && isBelow(realOf(folder), realOf(path));
}

/** The path without links; what does not exist yet is taken as it is. */
function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realOf(parent), relative(parent, path));
  }
}

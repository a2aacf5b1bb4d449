import { command } from '../installation/command.ts';
import type { Layout } from '../installation/layout.ts';
import { askServiceHost } from '../installation/windows.ts';
import type { ServiceControl } from './applyUpgrade.ts';

/** Stops and starts the installed service on this system. */
export function serviceControl(layout: Layout, platform: NodeJS.Platform = process.platform): ServiceControl {
  const run = async (...words: string[]): Promise<void> => {
    await command(words[0]!, ...words.slice(1));
  };
  if (platform === 'win32') {
    return { stop: () => askServiceHost(layout, 'stop'), start: () => askServiceHost(layout, 'start') };
  }
  if (platform === 'darwin') {
    const plist = '/Library/LaunchDaemons/scout.agent.plist';
    return {
      stop: () => run('launchctl', 'bootout', 'system/scout.agent').catch(() => {}),
      start: () => run('launchctl', 'bootstrap', 'system', plist),
    };
  }
  return {
    stop: () => run('systemctl', 'stop', 'scout-agent.service'),
    start: () => run('systemctl', 'start', 'scout-agent.service'),
  };
}

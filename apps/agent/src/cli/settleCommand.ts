import { appendFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { checkedServer } from '../installation/enrolment.ts';
import { layoutOf } from '../installation/layout.ts';
import { provision } from '../installation/provision.ts';
import { type PackageProperties, takeProperties } from '../installation/settle.ts';
import { settleOnWindows } from '../installation/windows.ts';
import { exitCodes } from '../runtime/failure.ts';
import { Network } from '../transport/network.ts';
import { checkedNetwork } from '../transport/networkSettings.ts';
import { releaseKeyOf } from './installCommands.ts';

/** `settle`: run by the installer package for Windows, after its files and before the service. */
export async function settleCommand(given: PackageProperties): Promise<number> {
  const layout = layoutOf();
  try {
    await settleOnWindows(layout, process.execPath);
    if (given.server) {
      const server = checkedServer(given.server, false);
      const { token, network } = await takeProperties(layout, given);
      const checked = checkedNetwork(network);
      const releaseKey = await releaseKeyOf(server, new Network(checked));
      const group = given.group || undefined;
      const enrolment = { server, token, allowCleartext: false, releaseKey };
      await provision(layout, enrolment, { network: checked, group });
    }
    return exitCodes.done;
  } catch (error) {
    // Windows Installer shows no output of a program: the administrator finds the reason here.
    const line = `${new Date().toISOString()} error the installation failed: ${(error as Error).message}\n`;
    await appendFile(join(dirname(layout.config), 'agent.log'), line).catch(() => {});
    throw error;
  }
}

import { addAccount } from '../accounts.ts';
import {
  anAccount,
  CMD,
  install,
  isTyped,
  type Scene,
  SECOND,
  SVCHOST,
  signInAtConsole,
  workTime,
} from './scene.ts';

/** People who use an account with permission. */
export const PEOPLE = {
  /** A new application's account: created, installed at a console, then in use. */
  installation(scene: Scene) {
    const { world, draw, rows, day } = scene;
    const account = addAccount(world, draw, draw.pick(world.apps), day);
    const [by, controller] = [draw.pick(world.admins), draw.pick(world.controllers)];
    rows.accountChanged({ time: workTime(scene) }, 4720, by, account, controller);
    if (draw.chance(0.7)) install(scene, account, account.sources[0]!);
  },
  /** An administrator signs in as the account on its own server, for a setup that requires its profile. */
  consoleWork(scene: Scene) {
    const account = anAccount(scene, isTyped);
    if (account === null) return;
    const host = scene.draw.pick(account.sources);
    if (scene.draw.chance(0.5)) install(scene, account, host);
    else signInAtConsole(scene, account, host, workTime(scene));
  },
  /** A developer starts to query a test database from their workstation. */
  development(scene: Scene) {
    const account = anAccount(scene, (one) => isTyped(one) && (one.env === 'test' || one.env === 'dev'));
    if (account === null) return;
    account.developer ??= scene.draw.pick(scene.world.people);
    scene.rows.network(
      { time: workTime(scene) },
      account,
      account.developer.workstation,
      account.destinations[0]!,
      account.app.ntlm,
    );
  },
  /** A database administrator tests an account's login from a jump host. */
  check(scene: Scene) {
    const { world, draw, rows } = scene;
    const account = anAccount(scene, isTyped);
    if (account === null) return;
    const [by, jump] = [draw.pick(world.admins), draw.pick(world.jumpHosts)];
    const time = workTime(scene);
    const to = account.destinations[0]!;
    if (draw.chance(0.5))
      rows.process({ time }, by, jump, {
        program: 'C:\\Program Files\\Microsoft SQL Server\\160\\Tools\\Binn\\SQLCMD.EXE',
        parent: CMD,
        commandLine: `sqlcmd -S ${to.name} -U ${account.name} -Q "select 1"`,
      });
    else rows.explicit({ time }, by, account, jump, { server: to.name, program: SVCHOST });
    rows.network({ time: time + 2 * SECOND }, account, jump, to, account.app.ntlm);
  },
};

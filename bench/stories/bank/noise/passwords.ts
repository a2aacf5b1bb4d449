import { HOUR, MINUTE } from '@scout/detection/time';
import { ask } from '../life.ts';
import { anAccount, anyTime, isTyped, type Scene, SECOND, signInAtConsole, workTime } from './scene.ts';

/** Changed passwords, and refusals without an attacker. */
export const PASSWORDS = {
  /** A password is changed. Occasionally a host keeps the old one and fails until it is found. */
  rotation(scene: Scene) {
    const { world, draw, rows } = scene;
    const account = anAccount(scene, isTyped);
    if (account === null) return;
    const by = draw.pick(world.admins);
    const time = workTime(scene);
    const controller = draw.pick(world.controllers);
    rows.accountChanged({ time }, 4724, by, account, controller);
    if (draw.chance(0.5)) rows.accountChanged({ time: time + 200 }, 4738, by, account, controller);
    if (draw.chance(0.3)) signInAtConsole(scene, account, account.sources[0]!, time + 10 * MINUTE);
    if (!draw.chance(0.35)) return;
    const forgotten = draw.chance(0.7) ? account.sources[0]! : draw.pick(account.app.servers[account.env]);
    const pause = draw.between(3, 20) * MINUTE;
    const until = time + draw.between(1, 20) * HOUR;
    for (let at = time + 5 * MINUTE, n = 1; at < until; at += pause, n += 1) {
      const isLocked = n > 5;
      rows.refused({ time: at }, account, forgotten, account.destinations[0]!, {
        type: '3',
        code: isLocked ? '0xc0000234' : '0xc000006a',
        isNtlm: account.app.ntlm,
      });
      if (draw.chance(0.4))
        rows.preAuthFailed(
          { time: at - 30 },
          account,
          forgotten,
          account.controller,
          isLocked ? '0x12' : '0x18',
        );
      if (n === 5) rows.lockedOut({ time: at + 500 }, account, forgotten, account.controller);
    }
  },
  /** A refusal on a working path: an unresponsive controller, a wrongly stored password, an expired ticket. */
  hiccup(scene: Scene) {
    const { draw, rows } = scene;
    const account = anAccount(scene);
    if (account === null) return;
    const time = anyTime(scene);
    const code = draw.weighted({
      '0xc000006a': 30,
      '0xc000005e': 30,
      '0xc0000133': 10,
      '0xc000006f': 5,
      '0xc0000071': 10,
    });
    const from = draw.pick(account.sources);
    const times = draw.between(1, 3);
    for (let i = 0; i < times; i += 1)
      rows.refused({ time: time + i * MINUTE }, account, from, draw.pick(account.destinations), {
        type: '3',
        code,
        isNtlm: account.app.ntlm,
      });
    ask(scene, account, from, account.destinations[0]!, time + times * MINUTE);
  },
  /** An administrator mistypes an account's password during setup, and gives up or asks for it. */
  mistyped(scene: Scene) {
    const { world, draw, rows } = scene;
    const account = anAccount(scene, isTyped);
    if (account === null) return;
    const time = workTime(scene);
    const own = account.sources[0]!;
    if (draw.chance(0.75))
      rows.refused({ time }, account, { ip: '127.0.0.1', name: own.name }, own, {
        type: '2',
        code: '0xc000006a',
      });
    else
      rows.refused(
        { time },
        account,
        draw.chance(0.5) ? draw.pick(world.jumpHosts) : draw.pick(world.people).workstation,
        account.destinations[0]!,
        { type: '3', code: draw.pick(['0xc000006a', '0xc0000064']), isNtlm: true },
      );
  },
  /** A host's clock is wrong until somebody corrects it. */
  clockSkew(scene: Scene) {
    const { draw, rows } = scene;
    const account = anAccount(scene);
    if (account === null) return;
    const time = anyTime(scene);
    for (let i = draw.between(5, 40); i > 0; i -= 1)
      rows.preAuthFailed(
        { time: time + i * 10 * MINUTE },
        account,
        account.sources[0]!,
        account.controller,
        '0x25',
      );
  },
  /** A password expires overnight: every use is refused until an administrator sets another. */
  expired(scene: Scene) {
    const { world, draw, rows } = scene;
    const account = anAccount(scene, (one) => isTyped(one) && one.life === 'poller');
    if (account === null) return;
    const time = anyTime(scene);
    const tries = draw.between(4, 30);
    for (let i = 0; i < tries; i += 1)
      rows.refused({ time: time + i * 15 * MINUTE }, account, account.sources[0]!, account.destinations[0]!, {
        type: '3',
        code: '0xc0000071',
        isNtlm: account.app.ntlm,
      });
    const fixed = time + tries * 15 * MINUTE;
    rows.accountChanged({ time: fixed }, 4724, draw.pick(world.admins), account, account.controller);
    ask(scene, account, account.sources[0]!, account.destinations[0]!, fixed + 30 * SECOND);
  },
};

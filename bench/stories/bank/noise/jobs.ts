import { MINUTE } from '@scout/detection/time';
import { runJob, startShell } from '../life.ts';
import { anAccount, anyTime, type Scene, signInToChange, workTime } from './scene.ts';

/** Jobs and services outside of their plan. */
export const JOBS = {
  /** An operator restarts a failed job in the middle of the day; its batch logon comes with it. */
  rerun(scene: Scene) {
    const { calendar, draw, day } = scene;
    const account = anAccount(
      scene,
      ({ life }) => life === 'nightly' || life === 'weekly' || life === 'monthly',
    );
    if (account === null) return;
    runJob(scene, account, calendar.at(account.app.zone, day, draw.between(7 * 60, 22 * 60)));
  },
  /** A yearly or previously disabled job runs again on its usual path. */
  awakening(scene: Scene) {
    const asleep = scene.world.accounts.filter(({ until }) => until < scene.day);
    if (asleep.length > 0) runJob(scene, scene.draw.pick(asleep), anyTime(scene));
  },
  /** An administrator changes the task of a nightly job, lets it run once, and from then on it runs at another hour. */
  taskChanged(scene: Scene) {
    const { world, draw, rows } = scene;
    const account = anAccount(scene, ({ life }) => life === 'nightly');
    if (account === null) return;
    const [by, host, time] = [draw.pick(world.admins), account.sources[0]!, workTime(scene)];
    signInToChange(scene, by, host, time);
    rows.taskChanged({ time: time + 6 * MINUTE }, by, account, host, `${account.app.name}-job`);
    if (draw.chance(0.6)) runJob(scene, account, time + 9 * MINUTE);
    if (draw.chance(0.5)) account.minute = draw.between(0, 6 * 60 - 1);
  },
  /** An administrator installs a newer version of a service, which starts as the same account. */
  serviceChanged(scene: Scene) {
    const { world, draw, rows } = scene;
    const account = anAccount(scene, ({ life }) => life === 'service');
    if (account === null) return;
    const [by, host, time] = [draw.pick(world.admins), account.sources[0]!, workTime(scene)];
    signInToChange(scene, by, host, time);
    rows.serviceInstalled({ time: time + 8 * MINUTE }, by, account, host, `${account.app.name}Svc`);
    rows.local({ time: time + 9 * MINUTE }, account, host, '5');
  },
  /** A database's maintenance starts a shell, as its administrators set up. */
  databaseShell(scene: Scene) {
    const account = anAccount(scene, ({ usesShell }) => usesShell);
    if (account === null) return;
    startShell(
      scene,
      account,
      account.sources[0]!,
      anyTime(scene),
      'forfiles /p D:\\Backup /s /m *.bak /d -7 /c "cmd /c del @path"',
    );
  },
};

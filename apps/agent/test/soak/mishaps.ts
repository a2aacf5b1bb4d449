import type { Machine } from './machine.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

type Mishap = (machine: Machine) => Promise<void>;

/** The faults of a day, each at least once, with order and durations from the seed. */
export const MISHAPS: Readonly<Record<string, Mishap>> = {
  async 'the network is cut'(machine) {
    machine.server.reachable = false;
    await machine.pass(machine.between(5, 50) * MINUTE);
    machine.server.reachable = true;
  },
  async 'the server restarts, and answers get lost'(machine) {
    for (let times = machine.between(3, 8); times > 0; times -= 1) {
      machine.server.loses = () => machine.between(0, 1) === 0;
      await machine.pass(machine.between(20, 90) * SECOND);
      machine.server.reachable = false;
      await machine.pass(machine.between(5, 40) * SECOND);
      machine.server.reachable = true;
    }
    machine.server.loses = () => false;
  },
  async 'the disk is full'(machine) {
    machine.disk.full = true;
    await machine.pass(machine.between(10, 60) * MINUTE);
    machine.disk.full = false;
  },
  async 'the spool reaches its limit'(machine) {
    machine.server.reachable = false;
    await machine.pass(50 * MINUTE, 1);
    machine.server.reachable = true;
  },
  async 'a spool file is damaged while the agent runs'(machine) {
    machine.server.reachable = false;
    await machine.pass(machine.between(10, 30) * MINUTE);
    await machine.damageSpool();
    machine.server.reachable = true;
  },
  async 'a spool file is damaged while the machine is down'(machine) {
    machine.server.reachable = false;
    await machine.pass(machine.between(10, 30) * MINUTE);
    machine.crash();
    await machine.damageSpool();
    machine.server.reachable = true;
    await machine.start();
  },
  async 'the agent is killed, again and again'(machine) {
    for (let times = machine.between(3, 8); times > 0; times -= 1) {
      await machine.pass(machine.between(1, 200) * SECOND);
      machine.crash();
      await machine.pass(machine.between(1, 60) * SECOND);
      await machine.start();
    }
  },
  async 'the agent is away until the log has rolled over'(machine) {
    machine.crash();
    await machine.pass(70 * MINUTE, 1);
    await machine.start();
  },
  async 'the log is cleared'(machine) {
    await machine.pass(machine.between(1, 9) * SECOND);
    machine.log.clear();
    await machine.pass(machine.between(1, 20) * MINUTE);
  },
  async 'the log is cleared while the agent is away'(machine) {
    machine.crash();
    await machine.pass(10 * MINUTE);
    machine.log.clear();
    await machine.pass(machine.between(1, 5) * MINUTE);
    await machine.start();
  },
  async 'the log is made anew'(machine) {
    machine.log.replace();
    await machine.pass(machine.between(1, 20) * MINUTE);
  },
  async 'the clock is set back'(machine) {
    machine.clock.shift(-machine.between(1, 30) * HOUR);
    await machine.pass(machine.between(5, 30) * MINUTE);
  },
  async 'the clock is set forward'(machine) {
    machine.clock.shift(machine.between(1, 30) * HOUR);
    await machine.pass(machine.between(5, 30) * MINUTE);
  },
};

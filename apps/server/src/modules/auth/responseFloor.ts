import { setTimeout as delay } from 'node:timers/promises';
import { limits } from '@scout/contract';

const { answerFloorMs } = limits.user;

/** Delays a refusal until a fixed time has passed, so that its timing reveals nothing. */
export async function withRefusalFloor<T>(work: () => Promise<T>): Promise<T> {
  const floor = delay(answerFloorMs);
  try {
    return await work();
  } catch (error) {
    await floor;
    throw error;
  }
}

/** Delays every response until a fixed time has passed. */
export async function withResponseFloor<T>(work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.all([withRefusalFloor(work), delay(answerFloorMs)]);
  return result;
}

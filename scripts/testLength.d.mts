export const isLongRun: boolean;
export function lengthOf<T>(short: T, long: T): T;
export function killsOf(short: number, env?: NodeJS.ProcessEnv): number;
export function rotatingSeeds(count: number, env?: NodeJS.ProcessEnv): number[];

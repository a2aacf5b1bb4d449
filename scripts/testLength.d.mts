export const isLongRun: boolean;
export function lengthOf<T>(short: T, long: T): T;
export function rotatingSeeds(count: number, env?: NodeJS.ProcessEnv): number[];

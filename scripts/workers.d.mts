export function testWorkers(env?: NodeJS.ProcessEnv): number;

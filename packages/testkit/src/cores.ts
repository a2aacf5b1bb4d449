/** Environment in which a Node process takes the machine for one with this many cores. */
export function onCores(cores: number): Readonly<Record<string, string>> {
  const program = `
    import os from 'node:os';
    import { syncBuiltinESMExports } from 'node:module';
    os.availableParallelism = () => ${cores};
    syncBuiltinESMExports();`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(program)}` };
}

/** JavaScriptCore reads it only at startup, hence the restart. */
const SETTING = 'BUN_JSC_useDFGJIT';

/**
 * Restarts the compiled program in the same process without its runtime's optimizing compiler, which at the rate of an event log
 * costs more memory than it saves time (measured: docs/decisions/0620-programs-and-packages.md). No effect under Node, on Windows,
 * and in the restarted process.
 */
export function leanRuntime(): void {
  const compiled = process.versions.bun !== undefined && process.argv[1]?.startsWith('/$bunfs/');
  if (!compiled || process.execve === undefined || process.env[SETTING] !== undefined) return;
  try {
    const [, , ...args] = process.argv;
    process.execve(process.execPath, [process.execPath, ...args], { ...process.env, [SETTING]: '0' });
  } catch {
    // Not permitted by the operating system: continue with the compiler.
  }
}

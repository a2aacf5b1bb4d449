/** Settings of JavaScriptCore, which reads them only at startup, hence the restart. Measured: docs/decisions/0620-programs-and-packages.md. */
const SETTINGS = {
  // At the rate of an event log the optimizing compiler costs more memory than it saves time.
  BUN_JSC_useDFGJIT: '0',
  // Code that runs seldom stays uncompiled.
  BUN_JSC_thresholdForJITAfterWarmUp: '5000',
  BUN_JSC_thresholdForJITSoon: '5000',
  // Bytes allocated between two collections, instead of as many as are in use.
  BUN_JSC_gcMaxHeapSize: '2000000',
};

/**
 * Restarts the compiled program in the same process with a runtime that prefers little memory to speed. No effect under Node, on
 * Windows, and in the restarted process.
 */
export function leanRuntime(): void {
  const compiled = process.versions.bun !== undefined && process.argv[1]?.startsWith('/$bunfs/');
  const isRestarted = Object.keys(SETTINGS).every((name) => process.env[name] !== undefined);
  if (!compiled || process.execve === undefined || isRestarted) return;
  try {
    const [, , ...args] = process.argv;
    process.execve(process.execPath, [process.execPath, ...args], { ...SETTINGS, ...process.env });
  } catch {
    // Not permitted by the operating system: continue with the usual settings.
  }
}

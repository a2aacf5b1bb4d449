/** Read once by JavaScriptCore when it starts, hence the second start. */
const SETTING = 'BUN_JSC_useDFGJIT';

/**
 * Starts the compiled program again, as the same process, without the optimizing compiler of its runtime: at the pace of an event
 * log it costs more memory than it saves time (measured: docs/decisions/0612-memory-of-the-agent.md). Returns where that is not so:
 * under Node, on Windows, and in the process that was started again.
 */
export function leanRuntime(): void {
  const compiled = process.versions.bun !== undefined && process.argv[1]?.startsWith('/$bunfs/');
  if (!compiled || process.execve === undefined || process.env[SETTING] !== undefined) return;
  try {
    const [, , ...args] = process.argv;
    process.execve(process.execPath, [process.execPath, ...args], { ...process.env, [SETTING]: '0' });
  } catch {
    // A system that does not let it: then with the compiler.
  }
}

export const root: string;
export const pinnedNode: string;
export const environment: NodeJS.ProcessEnv;
/** Builds the mails and the browser's part if their sources changed since the last build. */
export function ensureBuilt(): Promise<void>;
/** Runs a command to its end and reports that it runs; its output appears only on failure. */
export function step(
  title: string,
  command: string,
  args: readonly string[],
  options?: { readonly env?: NodeJS.ProcessEnv; readonly cwd?: string; readonly echo?: boolean },
): Promise<{ readonly seconds: number; readonly output: string }>;

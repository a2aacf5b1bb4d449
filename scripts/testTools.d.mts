export interface TestTool {
  readonly name: string;
  readonly debian: readonly string[];
  readonly tests: string;
  readonly service?: boolean;
  readonly preferred?: string;
}
export const testTools: readonly TestTool[];
export function findTool(name: string, env?: NodeJS.ProcessEnv): string | undefined;
export function missingTools(env?: NodeJS.ProcessEnv): readonly TestTool[];
export function hasTool(name: string): boolean;
export function leaveOut(tests: string, reason: string): void;
export function describeMissing(env?: NodeJS.ProcessEnv): readonly string[];
export function readLeftOut(file: string): readonly string[];

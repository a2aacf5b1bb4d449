export const EVERY: string;
export const browserTests: Readonly<Record<string, readonly string[] | string>>;
export function browserTestsOf(changed: readonly string[], every: readonly string[]): readonly string[];

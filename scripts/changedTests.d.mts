export interface SelectedTests {
  readonly unit: readonly string[];
  readonly database: readonly string[];
  readonly browser: readonly string[];
  readonly integration: readonly string[];
}
export function selectTests(input: {
  readonly changed: readonly string[];
  readonly related: readonly string[];
  readonly every: readonly string[];
  readonly read: (path: string) => string;
}): SelectedTests;
export function everyTest(): readonly string[];

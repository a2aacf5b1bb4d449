export type { SampleSignIn } from './organization.ts';
export { settleSample, startSample } from './sample.ts';

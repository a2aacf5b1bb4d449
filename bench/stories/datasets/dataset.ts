import type { NormalisedRow } from '@scout/detection';
import type { DetectorOptions } from '../detectors/detector.ts';
import type { Story } from '../input/labels.ts';

/** A public data set in a folder, read from its first row to its last. */
export type Dataset = {
  /** Predicate of watched names, each treated as a service account. */
  naming: NonNullable<DetectorOptions['naming']>;
  /** Rows in order of time. */
  chunks(): AsyncGenerator<NormalisedRow[]>;
  /** The labeled stories that the rows read so far contain. */
  stories(): Story[];
  /** Sentences about what was left out, and why. */
  notes(): string[];
};

/** Opens a data set. @throws Error that says which file is missing and where it comes from */
export type OpenDataset = (folder: string, limit: number) => Promise<Dataset>;

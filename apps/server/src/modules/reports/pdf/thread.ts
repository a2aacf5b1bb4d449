import type { EvidenceFile, MonthlyReport } from '@scout/contract';
import { Tinypool } from 'tinypool';
import { evidencePdf } from './evidencePdf.ts';
import { monthlyPdf } from './monthlyPdf.ts';

/** A job for the printer's thread. */
export type PrintJob = { readonly monthly: MonthlyReport } | { readonly evidence: EvidenceFile };

/** Runs in a thread of the printer. @returns the file, transferred to the calling thread */
export default async function print(job: PrintJob): Promise<Uint8Array> {
  const file = await ('monthly' in job ? monthlyPdf(job.monthly) : evidencePdf(job.evidence));
  // A copy: only memory of its own can be transferred.
  return Tinypool.move(new Uint8Array(file)) as Uint8Array;
}

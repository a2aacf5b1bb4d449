import type { EvidenceFile, MonthlyReport } from '@scout/contract';
import { Tinypool } from 'tinypool';
import { evidencePdf } from './evidencePdf.ts';
import { monthlyPdf } from './monthlyPdf.ts';

/** What the printer's thread is asked for. */
export type PrintJob = { readonly monthly: MonthlyReport } | { readonly evidence: EvidenceFile };

/** Runs in a thread of the printer. @returns the file, moved to the calling thread */
export default async function print(job: PrintJob): Promise<Uint8Array> {
  const file = await ('monthly' in job ? monthlyPdf(job.monthly) : evidencePdf(job.evidence));
  // A copy: only memory of its own can be moved.
  return Tinypool.move(new Uint8Array(file)) as Uint8Array;
}

import type { EvidenceFile, MonthlyReport, PostureReport } from '@scout/contract';
import { Tinypool } from 'tinypool';
import { evidencePdf } from './evidencePdf.ts';
import { monthlyPdf } from './monthlyPdf.ts';
import { posturesPdf } from './posturesPdf.ts';

/** A job for the printer's thread. */
export type PrintJob =
  | { readonly monthly: MonthlyReport }
  | { readonly evidence: EvidenceFile }
  | { readonly postures: PostureReport };

/** Runs in a thread of the printer. @returns the file, transferred to the calling thread */
export default async function print(job: PrintJob): Promise<Uint8Array> {
  const file = await draw(job);
  // A copy: only memory of its own can be transferred.
  return Tinypool.move(new Uint8Array(file)) as Uint8Array;
}

function draw(job: PrintJob): Promise<Buffer> {
  if ('monthly' in job) return monthlyPdf(job.monthly);
  return 'evidence' in job ? evidencePdf(job.evidence) : posturesPdf(job.postures);
}

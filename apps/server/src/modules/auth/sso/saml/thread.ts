import { ProviderProblem, SignInDenied } from '../problems.ts';
import { describedIn, type SamlDescription } from './metadata.ts';
import type { ProvenAssertion } from './person.ts';
import { type Expected, verifyResponse } from './response.ts';

/** XML from outside, to read. */
export type Reading =
  | { readonly metadata: string; readonly now: number }
  | { readonly response: string; readonly expected: Expected };

/** The result of reading, or the problem with the document. */
export type Read =
  | { readonly description: SamlDescription }
  | { readonly person: ProvenAssertion }
  | { readonly problem: string; readonly isDenied: boolean };

/** Runs in a thread of {@link createSamlReader}. */
export default async function read(job: Reading): Promise<Read> {
  try {
    return 'metadata' in job
      ? { description: describedIn(job.metadata, job.now) }
      : { person: await verifyResponse(job.response, job.expected) };
  } catch (error) {
    const isDenied = error instanceof SignInDenied;
    if (error instanceof ProviderProblem) return { problem: error.message, isDenied };
    // The depth of a document, or what a library does not expect.
    return { problem: 'The XML could not be read.', isDenied };
  }
}

import { codeText, failureOf, isCode } from './codes/failure.ts';
import type { Row } from './event.ts';

/** Where a row's failure reason may stand, in the order of specification section 3: the first that is not empty wins. */
export const FAILURE_FIELDS = [
  'failure_reason',
  'logon_failure_reason',
  'status_message',
  'sub_status_message',
  'failure_status_message',
  'status',
  'sub_status',
] as const;

/**
 * Why the logon of this row failed, in words, or null. Words that the row holds are kept as they are; a code becomes words by
 * the code tables, and then the more telling of the row's codes decides (a sub-status before its status).
 */
export function failureReasonOf(row: Row): string | null {
  for (const field of FAILURE_FIELDS) {
    const text = codeText(row[field]);
    if (text === null) continue;
    if (!isCode(text)) return text;
    const ofCodes = failureOf(
      codeText(row.status),
      codeText(row.sub_status),
      field === 'status' || field === 'sub_status' ? null : text,
    );
    if (ofCodes !== null) return ofCodes;
  }
  return null;
}

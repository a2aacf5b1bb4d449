import { codeText, failureOf, isCode } from './codes/failure.ts';
import type { Row } from './event.ts';

/** Possible fields of a row's failure reason, in the order of specification section 3: the first non-empty one applies. */
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
 * Reason of the row's failed logon in words, or null. Words in the row are kept; codes are translated, and the most specific code
 * applies (sub-status before status).
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

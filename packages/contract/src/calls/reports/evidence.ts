import { declareCall } from '../../call.ts';
import { caseNumber } from '../../entities/case.ts';
import { evidenceFile } from '../../entities/evidence.ts';
import { queryNumber } from '../../entities/fields.ts';
import { moment } from '../../entities/window.ts';
import { limits } from '../../limits.ts';
import { z } from '../../zod.ts';

const { days } = limits.evidence;

/**
 * Evidence of a case or of a period as JSON or PDF, by a route of its own. Both formats hold the same entries and print the same head.
 * Each download is in the audit log, with the head.
 */
export const evidence = declareCall({
  access: 'subscriber',
  raw: true,
  method: 'GET',
  path: '/api/v1/evidence',
  summary: 'Evidence for auditors, of a case or of a period',
  tag: 'Cases',
  input: z
    .object({
      case: queryNumber.pipe(caseNumber).optional(),
      from: moment.optional(),
      to: moment.optional(),
      format: z.enum(['json', 'pdf']).default('json'),
    })
    .refine(
      ({ case: number, from, to }) =>
        number === undefined
          ? from !== undefined && to !== undefined
          : from === undefined && to === undefined,
      'Choose a case, or both ends of a period.',
    )
    .refine(
      ({ from, to }) => from === undefined || to === undefined || Date.parse(from) <= Date.parse(to),
      'The period ends before it begins.',
    )
    .refine(
      ({ from, to }) =>
        from === undefined || to === undefined || Date.parse(to) - Date.parse(from) <= days * 86_400_000,
      `A period has at most ${days} days.`,
    ),
  output: evidenceFile,
  errors: ['not_found'],
});

import { DAY } from '@scout/detection/time';
import { declareCall } from '../../call.ts';
import { caseNumber } from '../../entities/case.ts';
import { evidenceFile } from '../../entities/evidence.ts';
import { queryNumber } from '../../entities/fields.ts';
import { reviewNumber } from '../../entities/ownerReview.ts';
import { moment } from '../../entities/window.ts';
import { limits } from '../../limits.ts';
import { z } from '../../zod.ts';

const { days } = limits.evidence;

/**
 * Evidence of a case, a closed review or a period as JSON or PDF, by a separate route. Both formats hold the same entries and the
 * same head. The audit log records each download with the head.
 */
export const evidence = declareCall({
  access: 'subscriber',
  also: ['analyst', 'auditor'],
  scope: 'reports:read',
  raw: true,
  method: 'GET',
  path: '/api/v1/evidence',
  summary: 'Evidence for auditors, of a case, a review or a period',
  tag: 'Cases',
  input: z
    .object({
      case: queryNumber.pipe(caseNumber).optional(),
      review: queryNumber.pipe(reviewNumber).optional(),
      from: moment.optional(),
      to: moment.optional(),
      format: z.enum(['json', 'pdf']).default('json'),
    })
    .refine(
      ({ case: number, review, from, to }) =>
        number === undefined && review === undefined
          ? from !== undefined && to !== undefined
          : (number === undefined || review === undefined) && from === undefined && to === undefined,
      'Choose a case, a review, or a start and end date.',
    )
    .refine(
      ({ from, to }) => from === undefined || to === undefined || Date.parse(from) <= Date.parse(to),
      'The period ends before it begins.',
    )
    .refine(
      ({ from, to }) =>
        from === undefined || to === undefined || Date.parse(to) - Date.parse(from) <= days * DAY,
      `A period has at most ${days} days.`,
    ),
  output: evidenceFile,
  errors: ['not_found'],
});

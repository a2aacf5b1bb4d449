import { limits } from '../limits.ts';
import {
  companySizes,
  type DemoRequestFields,
  demoRequestKinds,
  demoRequestProblems,
  demoRequestValues,
} from '../validation/demoRequest.ts';
import { z } from '../zod.ts';
import { isoTime, reportedNumber } from './fields.ts';

const text = z.string().nullish();

/**
 * Optional fields that only programs that fill in forms get wrong. A request that gives itself away is kept apart
 * rather than refused, so that no lead is lost and no program learns from the answer.
 */
export const formSigns = {
  /** A field that nobody sees: must be empty. */
  website: z.string().max(limits.demoRequest.messageMax).optional(),
  /** Milliseconds from the form's appearance to its sending. */
  elapsed_ms: reportedNumber(limits.demoRequest.elapsedMaxMs).optional(),
};

/** The body of `POST /rest/v1/demo_requests`, by the rules of the forms; its output is what is stored. */
export const demoRequestBody = z
  .object({
    kind: z.enum(demoRequestKinds).default('early_access'),
    first_name: text,
    last_name: text,
    email: text,
    phone: text,
    company_name: text,
    company_size: text,
    job_title: text,
    message: text,
    /** Made by the form for this content: the same request sent twice is one. */
    request_key: z.uuid().optional(),
    ...formSigns,
  })
  .superRefine((body, context) => {
    const [first] = demoRequestProblems(body.kind, fieldsOf(body));
    if (first) context.addIssue({ code: 'custom', path: [first.field], message: first.message });
  })
  .transform((body) => ({
    ...demoRequestValues(fieldsOf(body)),
    kind: body.kind,
    request_key: body.request_key,
    website: body.website,
    elapsed_ms: body.elapsed_ms,
  }));

function fieldsOf(
  body: { readonly [F in keyof DemoRequestFields]?: string | null | undefined },
): DemoRequestFields {
  return {
    first_name: body.first_name ?? '',
    last_name: body.last_name ?? '',
    email: body.email ?? '',
    phone: body.phone ?? '',
    company_name: body.company_name ?? '',
    company_size: body.company_size ?? '',
    job_title: body.job_title ?? '',
    message: body.message ?? '',
  };
}

/** A stored request, as the operator reads it. */
export const demoRequest = z.object({
  request_id: z.uuid(),
  created_at: isoTime,
  kind: z.enum(demoRequestKinds),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  company_name: z.string(),
  company_size: z.enum(companySizes).nullable(),
  job_title: z.string().nullable(),
  message: z.string().nullable(),
  /** It gave itself away as a program's: nobody was mailed. */
  suspected: z.boolean(),
});
export type DemoRequest = z.output<typeof demoRequest>;

/** An address on the mailing list, as the operator reads it. */
export const mailingListEntry = z.object({ email: z.string(), created_at: isoTime, suspected: z.boolean() });
export type MailingListEntry = z.output<typeof mailingListEntry>;

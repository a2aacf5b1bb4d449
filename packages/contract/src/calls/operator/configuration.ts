import { declareCall } from '../../call.ts';
import { tenantId } from '../../entities/fields.ts';
import { limits } from '../../limits.ts';
import { z } from '../../zod.ts';

const { textMax, bodyBytes, secrets, secretMax, referenceMax } = limits.configuration;
const path = '/operator/v1/configuration';

/** A fault of a file, in words, with its place. */
const configurationProblem = z.object({
  /** From 1. */
  line: z.number().int(),
  column: z.number().int(),
  message: z.string(),
});
export type ConfigurationProblem = z.output<typeof configurationProblem>;

/** A difference between the organization and a file, without secrets. */
const configurationChange = z.object({
  /** `+` is added, `~` is changed, `-` is removed or ended. */
  sign: z.enum(['+', '~', '-']),
  /** Such as `channels/“SIEM”`. */
  subject: z.string(),
  /** Such as `medium → high`; empty: the subject says it all. */
  text: z.string(),
});
export type ConfigurationChange = z.output<typeof configurationChange>;

/** An organization's configuration as a file that `scout apply` takes, without secrets. */
export const operatorConfigurationExport = declareCall({
  access: 'operator',
  method: 'GET',
  path,
  summary: "An organization's configuration as a file",
  tag: 'Operator',
  input: z.object({ tenant_id: tenantId }),
  output: z.object({ text: z.string() }),
  errors: ['not_found', 'configuration_names', 'configuration_too_large'],
});

/** Changes an organization to what a file says, entirely or, with problems, not at all. */
export const operatorConfigurationApply = declareCall({
  access: 'operator',
  method: 'POST',
  path,
  summary: "Apply a file with an organization's configuration",
  tag: 'Operator',
  bodyBytes,
  input: z.object({
    tenant_id: tenantId,
    /** YAML. */
    text: z.string().max(textMax, 'The file is too large.'),
    /** Values behind references of the file, by `env NAME` or `file PATH`. */
    secrets: z
      .record(z.string().max(referenceMax), z.string().max(secretMax))
      .refine((values) => Object.keys(values).length <= secrets, `At most ${secrets} secrets.`)
      .default({}),
    /** True: only says what would change. */
    plan: z.boolean().default(false),
  }),
  output: z.object({
    problems: z.array(configurationProblem).max(limits.configuration.problems),
    changes: z.array(configurationChange),
    /** True when the changes are made. */
    applied: z.boolean(),
  }),
  errors: ['not_found'],
});

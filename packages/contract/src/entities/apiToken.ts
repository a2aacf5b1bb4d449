import { limits } from '../limits.ts';
import { tokenScopeNames } from '../permissions.ts';
import { z } from '../zod.ts';
import { isoTime } from './fields.ts';

const { apiTokens: max } = limits;

export const tokenScope = z.enum(tokenScopeNames);

/** Options of a new token. */
export const newApiToken = z.object({
  name: z
    .string()
    .trim()
    .min(1)
    .max(max.nameMax)
    .regex(/^\P{Cc}*$/u, 'must not hold control characters'),
  /** Each once. */
  scopes: z
    .array(tokenScope)
    .min(1)
    .max(tokenScopeNames.length)
    .refine((scopes) => new Set(scopes).size === scopes.length, 'must not repeat'),
  expires_in_days: z.number().int().min(1).max(max.daysMax).default(max.daysDefault),
});

/** A token for display, without the token itself. */
export const apiToken = z.object({
  token_id: z.uuid(),
  name: z.string(),
  scopes: z.array(tokenScope),
  /** Address of the member whose token it is; null: the organization's. */
  owner: z.string().nullable(),
  created_by: z.string(),
  created_at: isoTime,
  expires_at: isoTime,
  /** To the minute; null: never used. */
  last_used_at: isoTime.nullable(),
});
export type ApiToken = z.output<typeof apiToken>;

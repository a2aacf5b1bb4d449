import type { RuleId } from '../event.ts';
import { aiRisk } from './ai-risk/rule.ts';
import { failedLogons } from './failed-logons/rule.ts';
import { infrastructureChanges } from './infrastructure-changes/rule.ts';
import { interactiveLogons } from './interactive-logons/rule.ts';
import type { Rule } from './rule.ts';
import { serviceAccountActivity } from './service-account-activity/rule.ts';

/** Every rule by its id. A new rule needs a folder beside these, an id in `event.ts` and a line here. */
export const RULES: Readonly<Record<RuleId, Rule>> = {
  'service-account-activity': serviceAccountActivity,
  'failed-logons': failedLogons,
  'interactive-logons': interactiveLogons,
  'ai-risk': aiRisk,
  'infrastructure-changes': infrastructureChanges,
};

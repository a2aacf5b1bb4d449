import { SEVERITIES } from '@scout/cases';
import { caseSeverities } from '@scout/contract';
import { sql } from 'kysely';
import type { CasePerson, Severity } from '../../../platform/database/columns.ts';

interface Weighed {
  readonly severity: Severity;
  readonly kind: string;
  readonly person_level: CasePerson['level'] | null;
  readonly score: number;
}

/** By severity; then what an approved contract does not permit, which is no inference; then by whether events name the person; then by score. */
export const severityRank = ({ severity, kind, person_level, score }: Weighed): number =>
  SEVERITIES.indexOf(severity) * 10_000 +
  (kind === 'outside-contract' ? 2_000 : 0) +
  (person_level === 'acted' || person_level === 'same-session' ? 1_000 : 0) +
  score;

/** The same order of findings `f` in SQL, the most severe first; the last one of equals, which includes earlier counts. */
export const mostSevereFirst = sql`array_position(${sql.raw(`ARRAY['${caseSeverities.join("','")}']`)}, f.severity),
  f.kind = 'outside-contract' DESC, coalesce(f.person_level IN ('acted', 'same-session'), false) DESC,
  f.score DESC, f.occurred_at DESC, f.hour DESC, f.finding_id DESC`;

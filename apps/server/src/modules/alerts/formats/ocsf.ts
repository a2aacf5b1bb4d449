import { caseNumberText, kindTitle, reasonTitle } from '@scout/contract';
import { findingOf } from '@scout/detection/catalogue/findings';
import type { Severity } from '../../../platform/database/columns.ts';
import type { CaseFacts, Format } from './message.ts';

/** Version of the Open Cybersecurity Schema Framework. */
export const OCSF_VERSION = '1.7.0';

/** Detection Finding in the category Findings. */
const CLASS = 2004;
const CATEGORY = 2;

/** The activity of a finding: Create, Update, Close. */
export const ocsfActivities = { create: 1, update: 2, close: 3 } as const;
export type OcsfActivity = keyof typeof ocsfActivities;

const activityNames: Readonly<Record<OcsfActivity, string>> = {
  create: 'Create',
  update: 'Update',
  close: 'Close',
};
const severities: Readonly<Record<Severity, readonly [id: number, name: string]>> = {
  low: [2, 'Low'],
  medium: [3, 'Medium'],
  high: [4, 'High'],
  critical: [5, 'Critical'],
};
const statuses = {
  open: [1, 'New'],
  acknowledged: [2, 'In Progress'],
  closed: [4, 'Resolved'],
} as const;

interface OcsfEvent {
  /** Id of the message. */
  readonly id: string;
  readonly activity: OcsfActivity;
  /** Epoch milliseconds. */
  readonly now: number;
}

const product = { name: 'Scout', vendor_name: 'Scout' };

/** Attributes of every event of the class. Times are epoch milliseconds. */
const frame = (id: string, activity: OcsfActivity, now: number) => ({
  class_uid: CLASS,
  class_name: 'Detection Finding',
  category_uid: CATEGORY,
  category_name: 'Findings',
  activity_id: ocsfActivities[activity],
  activity_name: activityNames[activity],
  type_uid: CLASS * 100 + ocsfActivities[activity],
  type_name: `Detection Finding: ${activityNames[activity]}`,
  time: now,
  metadata: { version: OCSF_VERSION, uid: id, product },
});

/** A case as a Detection Finding (docs/siem.md). Scout's own attributes are in `unmapped`. */
export function ocsfOf(facts: CaseFacts, { id, activity, now }: OcsfEvent): Record<string, unknown> {
  const { about, link, organization } = facts;
  const [severity_id, severity] = severities[about.severity];
  const [status_id, status] = statuses[about.status];
  const title = kindTitle(about.kind);
  return {
    ...frame(id, activity, now),
    message: about.sentence,
    severity_id,
    severity,
    status_id,
    status,
    is_alert: activity !== 'close',
    start_time: about.firstSeen.getTime(),
    end_time: about.lastSeen.getTime(),
    finding_info: {
      uid: about.caseId,
      title: `${caseNumberText(about.number)} ${title}`,
      desc: about.sentence,
      src_url: link,
      first_seen_time: about.firstSeen.getTime(),
      last_seen_time: about.lastSeen.getTime(),
      types: about.kinds,
      analytic: { uid: about.kind, name: title, type_id: 2, type: 'Behavioral' },
      attacks: (findingOf(about.kind)?.attack ?? []).map(attackOf),
    },
    evidences: evidencesOf(facts),
    unmapped: {
      organization,
      case_number: about.number,
      score: about.score,
      reasons: [...new Set(about.reasons.map(reasonTitle))],
      person_level: about.personLevel,
      gained: facts.added,
    },
  };
}

/** A technique such as T1078, or a sub-technique such as T1053.005. */
const attackOf = (id: string) =>
  id.includes('.')
    ? { technique: { uid: id.slice(0, id.indexOf('.')) }, sub_technique: { uid: id } }
    : { technique: { uid: id } };

/** The account with each person named by the evidence, followed by further accounts and machines. */
function evidencesOf({ about }: CaseFacts): object[] {
  const user = { name: about.account };
  return [
    ...(about.persons.length === 0
      ? [{ user }]
      : about.persons.map(({ name }) => ({ actor: { user: { name } }, user }))),
    ...about.otherAccounts.map((name) => ({ user: { name } })),
    ...about.sources.map((name) => ({ src_endpoint: { name } })),
    ...about.destinations.map((name) => ({ dst_endpoint: { name } })),
  ];
}

/** JSON of the Open Cybersecurity Schema Framework. */
export const ocsfFormat: Format = {
  caseBody: (message) =>
    JSON.stringify(
      ocsfOf(message, {
        id: message.id,
        activity: message.kind === 'opened' ? 'create' : 'update',
        now: message.now,
      }),
    ),
  testBody: ({ id, channel, now }) =>
    JSON.stringify({
      ...frame(id, 'create', now),
      message: `Test message for ${channel}`,
      severity_id: 1,
      severity: 'Informational',
      is_alert: false,
      finding_info: { uid: id, title: 'Test message' },
    }),
};

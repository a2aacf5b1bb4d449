import { type Agent, type AgentReason, type GapReason, limits } from '@scout/contract';
import { formatAgo, formatCount, formatCounted, formatTime } from '@scout/ui';
import { auditKeys, auditNames, formatSpan, systemOf } from './Measures.tsx';

interface Words {
  /** Two or three words for a cell. */
  short: string;
  /** The state of this agent as a sentence; `now` in epoch ms. */
  what: (agent: Agent, now: number) => string;
  /** The recommended action. */
  nextStep: string | ((agent: Agent) => string);
}

/** The cause of a gap. */
export const gapWords: Readonly<Record<GapReason, string>> = {
  record_gap: 'Records missing',
  log_cleared: 'Log cleared',
  log_rolled_over: 'Overwritten before read',
  spool_full: 'Agent’s store full',
  spool_corrupt: 'Agent’s store damaged',
  source_replaced: 'Log replaced',
  server_restored: 'Server restored to an older state',
  names_changed: 'Names changed: earlier events were left out',
};

/** Instructions for enabling the audit policy, by operating system. */
const auditSteps: Readonly<Record<string, string>> = {
  Windows:
    'Turn it on by Group Policy: Advanced Audit Policy (Process Creation, Logon), and “Include command line in process creation events”.',
  Linux:
    'Install auditd with a rule that watches execve, such as -a always,exit -F arch=b64 -S execve -k scout.',
};

/** The recommended action for a reason. */
export function todoOf(reason: AgentReason, agent: Agent): string {
  const { nextStep } = reasonWords[reason];
  return typeof nextStep === 'string' ? nextStep : nextStep(agent);
}

/** The texts of each reason. */
export const reasonWords: Readonly<Record<AgentReason, Words>> = {
  awaiting_approval: {
    short: 'Awaiting approval',
    what: (agent, now) =>
      `It enrolled ${formatAgo(agent.enrolled_at, now)} with a download whose machines need an admin’s approval. Its events wait on the machine; none are stored. It is removed from this list after ${limits.agent.awaitingDays} days without approval.`,
    nextStep:
      'An admin approves or rejects it below, after checking the machine and who installed the agent.',
  },
  same_identity: {
    short: 'Two senders, one identity',
    what: ({ conflict_at }) =>
      `Two senders used this agent’s credential, last seen ${timeText(conflict_at)}. Both send events as this host.`,
    nextStep:
      'Look for a cloned machine or a copied state folder. Stored events are not changed. Revoke the agent, then release it for one machine with a new token.',
  },
  enrolment_refused: {
    short: 'Enrollment refused',
    what: ({ refused_at }) =>
      `A machine claiming to be this one tried to enroll without its credential, last ${timeText(refused_at)}. It was refused, and this agent keeps working.`,
    nextStep:
      'If you reinstalled the agent without its state folder, release the machine. Otherwise find out who has an enrollment token, and revoke it.',
  },
  released: {
    short: 'May enroll again',
    what: ({ released_until }) =>
      `An admin released this machine. It may enroll again until ${timeText(released_until)}.`,
    nextStep: 'Start or reinstall its agent before then. Revoke the agent to withdraw the release.',
  },
  silent: {
    short: 'Not heard from',
    what: (agent, now) =>
      agent.last_seen_at === null
        ? `It enrolled ${formatAgo(agent.enrolled_at, now)} and was never heard from.`
        : `Last heard from ${formatAgo(agent.last_seen_at, now)}.`,
    nextStep:
      'Check that the machine is on, the Scout Agent service is running and the machine can reach this server. Until then, events wait in the machine’s log.',
  },
  log_cleared: {
    short: 'Log cleared',
    what: ({ gaps }) => `A log on this machine was cleared, reported ${timeText(gaps.last_cleared_at)}.`,
    nextStep: 'Find out who cleared it and why: event 1102 names the account. Unread entries are lost.',
  },
  source_failed: {
    short: 'Cannot read a log',
    what: ({ sources }) =>
      (sources ?? [])
        .filter(({ state }) => state === 'failed')
        .map(({ name, message }) => (message === null ? `${name} cannot be read.` : `${name}: ${message}`))
        .join(' '),
    nextStep: 'Let the agent’s account read the log, or remove the source from its configuration.',
  },
  names_refused: {
    short: 'Names refused',
    what: ({ names }) =>
      `It does not take the organization’s names for service accounts: ${names.message ?? 'no reason given.'} ${
        names.version === null
          ? 'It sends the events of all accounts but machines.'
          : `It still selects events by ${namesText(names.version)}.`
      }`,
    nextStep:
      'Restart the Scout Agent service. If it refuses them again, find out who stands between the machine and this server, or reinstall the agent.',
  },
  gaps: {
    short: 'Events missing',
    what: ({ gaps }) =>
      `${formatCounted(gaps.count, 'gap')} reported, the newest ${timeText(gaps.last_at)}` +
      (gaps.missing > 0 ? `; at least ${formatCounted(gaps.missing, 'event')} could not be read.` : '.'),
    nextStep:
      'Missing events cannot be recovered. Make the log larger if it was overwritten, and free disk space if the agent’s store was full.',
  },
  audit_missing: {
    short: 'Audit policy off',
    what: ({ audit }) =>
      `This machine does not record: ${auditKeys
        .filter((key) => audit?.[key] === 'off')
        .map((key) => auditNames[key])
        .join(', ')}.`,
    nextStep: ({ platform }) => auditSteps[systemOf(platform)] ?? 'Turn it on in the system settings.',
  },
  queue_growing: {
    short: 'Queue growing',
    what: (agent) =>
      `${formatCounted(agent.queue_depth ?? 0, 'event')} wait, growing since ${timeText(agent.queue_grows_since)}.`,
    nextStep: 'Events arrive faster than they are sent. Check the connection to this server and its load.',
  },
  lagging: {
    short: 'Falling behind',
    what: ({ waiting_seconds }) => `The oldest waiting event is ${formatSpan(waiting_seconds)} old.`,
    nextStep:
      'After an outage, the agent catches up automatically. If it does not, check the connection to this server.',
  },
  rejected: {
    short: 'Events refused',
    what: (agent) =>
      `${formatCounted(agent.events_rejected, 'line')} refused so far, the last ${timeText(agent.last_rejected_at)}.`,
    nextStep: 'Refused lines are not security events. Check which file or log the agent follows.',
  },
  begun_anew: {
    short: 'Started over',
    what: (agent) =>
      `It came back without its state ${timeText(agent.begun_anew_at)}. Events sent again but not stored twice: ${formatCount(agent.events_repeated)}.`,
    nextStep:
      'It read its logs again from the start; overwritten entries are missing. Find out who or what deleted the agent’s state.',
  },
  events_ahead: {
    short: 'Events dated ahead',
    what: (agent) =>
      `${formatCounted(agent.events_ahead, 'event')} dated more than a day ahead so far, the last ${timeText(agent.last_ahead_at)}. They are stored with their arrival time.`,
    nextStep: 'Switch on time synchronization on this machine. The raw event keeps its original time.',
  },
  events_old: {
    short: 'Very old events',
    what: (agent) =>
      `${formatCounted(agent.events_old, 'event')} older than a year so far, the last ${timeText(agent.last_old_at)}. They are stored, but are too old for any dashboard.`,
    nextStep: 'If no one imported an old log, check this machine’s clock.',
  },
  clock_skew: {
    short: 'Clock is off',
    what: ({ clock_skew_seconds: skew }) =>
      `Its clock is ${formatSpan(Math.abs(skew ?? 0))} ${(skew ?? 0) < 0 ? 'behind' : 'ahead'}.`,
    nextStep: 'Switch on time synchronization; the times of its events are off by the same amount.',
  },
  outdated: {
    short: 'Old version',
    what: ({ version, latest_version }) => `${version} runs, ${latest_version} is out.`,
    nextStep: 'Switch on automatic upgrades below, or roll out the new package.',
  },
  no_logons: {
    short: 'Logons not read',
    what: () =>
      'This agent does not report every logon and failed logon: the logs it reads do not contain them.',
    nextStep:
      'Add a source that contains them, or remove the sources from its configuration so that it reads the machine’s own logs.',
  },
  no_process_starts: {
    short: 'Process starts not read',
    what: () => 'This agent does not report process starts and their command lines.',
    nextStep: ({ platform }) =>
      systemOf(platform) === 'macOS'
        ? 'This cannot be turned on: macOS does not log process starts where a service can read them. Scout still monitors this machine’s logons.'
        : 'Add a source that contains them, or remove the sources from its configuration so that it reads the machine’s own logs.',
  },
};

/** Names by the version of the detection settings. */
export const namesText = (version: number): string =>
  version === 0 ? 'the default names' : `version ${version} of Settings > Detection`;

const timeText = (time: string | null): string => {
  const parts = formatTime(time);
  return parts ? `${parts.date} ${parts.clock}` : 'at an unknown time';
};

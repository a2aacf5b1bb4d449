import type { Reading } from '../directories/readings.ts';
import { exitCodes } from '../runtime/failure.ts';
import { readStatus, type Status } from '../service/status.ts';
import { positionInWords } from '../spool/position.ts';

export interface StatusFlags {
  state: string;
  json: boolean;
}

const SHOWN = 10;

/** `status`: resolves to the exit code. */
export async function statusCommand(flags: StatusFlags): Promise<number> {
  const status = await readStatus(flags.state);
  process.stdout.write(flags.json ? `${JSON.stringify(status)}\n` : `${inWords(status).join('\n')}\n`);
  return exitCodes.done;
}

function inWords(status: Status): string[] {
  const { enrolment, queue, totals, rejections } = status;
  const codes = Object.entries(rejections.by_code).map(([code, count]) => `${code} ${count}`);
  return [
    `State directory  ${status.state}`,
    `Agent            ${status.process === null ? 'not running' : `running as process ${status.process}`}`,
    `Enrolled         ${enrolment === null ? 'no' : `${enrolment.server}, agent ${enrolment.agent_id}`}`,
    ...(status.standing === null
      ? []
      : [`Not taken        since ${status.standing.since}: ${status.standing.words}`]),
    `Machine id       ${status.machine_id ?? 'none yet'}`,
    ...(status.configuration === null
      ? []
      : [
          `Configuration    version ${status.configuration.version} of the group ${status.configuration.group}`,
        ]),
    ...(status.names === null
      ? []
      : [
          `Names            version ${status.names.version} of Settings > Detection, since ${status.names.since}`,
        ]),
    `Waiting          ${queue.events} events in ${queue.batches} batches, ${queue.bytes} bytes, oldest ${Math.round(queue.waiting_seconds)} s`,
    `Read             ${totals.read}`,
    `Accepted         ${totals.accepted}`,
    `Duplicates       ${totals.duplicates}`,
    `Rejected         ${totals.rejected}${codes.length === 0 ? '' : ` (${codes.join(', ')})`}`,
    `Next batch       ${status.next_batch ?? 'none yet'}`,
    `Last heard       ${status.last_contact_at ?? 'never'}`,
    `Last stored      ${status.last_acknowledged_at ?? 'never'}`,
    ...(status.last_error === null
      ? []
      : [`Trouble          ${status.last_error.at} ${status.last_error.message}`]),
    ...section(
      'Sources',
      Object.entries(status.positions).map(([source, position]) => `${source} ${positionInWords(position)}`),
    ),
    ...section(
      'Directories',
      Object.entries(status.directories).map(([name, reading]) => `${name}  ${readingInWords(reading)}`),
    ),
    ...section(
      'Latest rejections',
      rejections.recent
        .slice(-SHOWN)
        .map(
          ({ at, source, batch, line, code, message }) =>
            `${at} ${source}${batch === null ? '' : `, batch ${batch} line ${line}`}: ${code}: ${message}`,
        ),
    ),
    ...section(
      'Notices',
      status.notices.slice(-SHOWN).map(({ at, message }) => `${at} ${message}`),
    ),
    ...section('Quarantine', status.quarantine),
  ];
}

function readingInWords({ read_at, problem }: Reading): string {
  const read = read_at === null ? 'never read' : `read ${read_at}`;
  return problem === null ? read : `${read}; failed ${problem.at}: ${problem.message}`;
}

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)];

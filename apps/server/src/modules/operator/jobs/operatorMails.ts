import type { OperatorTrouble } from '@scout/contract';
import { MINUTE } from '@scout/detection/time';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { withRole } from '../../../platform/database/pool.ts';
import { type Job, scheduleRounds } from '../../../platform/jobs/rounds.ts';
import type { Mailer } from '../../../platform/mail/mail.ts';
import { readStatus } from '../sql/status.ts';

export type OperatorMailsContext = Parameters<typeof readStatus>[0] & {
  readonly mail: Mailer;
  readonly config: { readonly operatorEmails: readonly string[] };
  readonly log: Pick<FastifyBaseLogger, 'error'>;
  origin(): string;
};

type Trouble = Awaited<ReturnType<typeof readStatus>>['troubles'][number];

interface Known {
  readonly trouble: OperatorTrouble;
  readonly since: Date;
  readonly mailed_at: Date | null;
  readonly gone_since: Date | null;
}

/** One mail of a trouble: it has begun, or it is over. */
interface Note {
  readonly kind: 'began' | 'over';
  readonly trouble: OperatorTrouble;
  readonly since: Date;
}

const EVERY_MS = MINUTE;
/** Age from which a trouble is mailed: a restart of the mail server is over sooner. */
const HOLDS_MS = 5 * MINUTE;
/** Time for which a trouble has to be gone: one that returns sooner is the same. */
const OVER_MS = 15 * MINUTE;
/** Any 64-bit number that no other lock of the database has. */
const LOCK = '7296385140291';

/**
 * Notes the installation's troubles and mails the operator of each that goes on for five minutes, and once more when it is over. The notes
 * and the mails are one transaction under one lock, so several servers send no mail twice.
 * @returns how many troubles were mailed of
 */
export async function mailTroubles(context: Omit<OperatorMailsContext, 'log'>): Promise<number> {
  const { troubles } = await readStatus(context);
  const now = new Date(context.clock.now());
  return withRole(context.pool, { role: 'scout_operator' }, async (_tx, client) => {
    await client.query(`SELECT pg_advisory_xact_lock(${LOCK})`);
    const { rows: known } = await client.query<Known>('SELECT * FROM scout.operator_troubles');
    const began = await noteThere(client, troubles, known, now);
    const over = await noteGone(client, troubles, known, now);
    const notes = [...began, ...over];
    for (const note of notes) await send(client, context, note, troubles);
    return notes.length;
  });
}

/** Notes the troubles that are there. @returns those to be mailed of now */
async function noteThere(
  client: pg.ClientBase,
  troubles: readonly Trouble[],
  known: readonly Known[],
  now: Date,
): Promise<Note[]> {
  const notes: Note[] = [];
  for (const { trouble } of troubles) {
    const { since, mailed_at } = known.find((one) => one.trouble === trouble) ?? {
      since: now,
      mailed_at: null,
    };
    const isDue = mailed_at === null && now.getTime() - since.getTime() >= HOLDS_MS;
    await client.query(
      `INSERT INTO scout.operator_troubles (trouble, since, mailed_at) VALUES ($1, $2, $3)
       ON CONFLICT (trouble) DO UPDATE SET gone_since = NULL, mailed_at = excluded.mailed_at`,
      [trouble, since, isDue ? now : mailed_at],
    );
    if (isDue) notes.push({ kind: 'began', trouble, since });
  }
  return notes;
}

/** Notes the troubles that are not there any more. @returns those to be mailed of now */
async function noteGone(
  client: pg.ClientBase,
  troubles: readonly Trouble[],
  known: readonly Known[],
  now: Date,
): Promise<Note[]> {
  const notes: Note[] = [];
  const there = new Set(troubles.map(({ trouble }) => trouble));
  for (const { trouble, since, mailed_at, gone_since } of known.filter((one) => !there.has(one.trouble))) {
    const isOver = mailed_at === null || now.getTime() - (gone_since ?? now).getTime() >= OVER_MS;
    if (isOver) await client.query('DELETE FROM scout.operator_troubles WHERE trouble = $1', [trouble]);
    else
      await client.query(
        'UPDATE scout.operator_troubles SET gone_since = coalesce(gone_since, $2) WHERE trouble = $1',
        [trouble, now],
      );
    if (isOver && mailed_at !== null) notes.push({ kind: 'over', trouble, since });
  }
  return notes;
}

async function send(
  client: pg.ClientBase,
  { mail, config, origin }: Omit<OperatorMailsContext, 'log'>,
  { kind, trouble, since }: Note,
  troubles: readonly Trouble[],
): Promise<void> {
  const count = troubles.find((one) => one.trouble === trouble)?.count ?? null;
  const props = { kind, trouble, count, since: since.toISOString(), link: `${origin()}/installation` };
  for (const to of config.operatorEmails)
    await mail.send(client, { template: 'operator-trouble', to, props });
}

/** Mails the operator of troubles until `stop` is called. Any number of processes may do so at once. */
export function scheduleOperatorMails(context: OperatorMailsContext): Job {
  return scheduleRounds({
    everyMs: EVERY_MS,
    async round() {
      await mailTroubles(context);
    },
    onError: (error) =>
      context.log.error({ err: error }, 'troubles were not looked for; retrying in a minute'),
  });
}

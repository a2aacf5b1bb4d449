import type { RenderEmail } from '@scout/emails';
import type { FastifyBaseLogger } from 'fastify';
import type { JobResult, PgBoss } from 'pg-boss';
import type { Seal } from '../crypto/seal.ts';
import { type Delivery, UndeliverableError } from './delivery.ts';
import { deadMailQueue, type Mail, type MailJob, mailQueue } from './mail.ts';

export interface MailWorkerParts {
  readonly boss: PgBoss;
  readonly seal: Seal;
  readonly render: RenderEmail;
  readonly delivery: Delivery;
  readonly log: FastifyBaseLogger;
}

const day = 86_400;

/**
 * Sends the queued mail. A failed mail is retried after 1, 2, 4 … seconds, at most every quarter of an hour, for about three
 * hours; then, or immediately after a permanent refusal, it goes to the dead letters, where it is logged without its content. The
 * mail of a killed server is taken over by another within about a minute and a half.
 */
export async function startMailWorker(parts: MailWorkerParts): Promise<void> {
  const { boss } = parts;
  await keepQueue(boss, deadMailQueue, { retryLimit: 1, deleteAfterSeconds: 7 * day });
  await keepQueue(boss, mailQueue, {
    deadLetter: deadMailQueue,
    retryLimit: 20,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 900,
    expireInSeconds: 60,
    retentionSeconds: day,
    deleteAfterSeconds: 3600,
    notify: true,
  });
  const polling = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 2 };
  await boss.work<MailJob, unknown, typeof sending>(mailQueue, { ...sending, ...polling }, async (jobs) =>
    Promise.all(jobs.map((job) => sendOne(parts, job.id, job.data))),
  );
  await boss.work<MailJob>(deadMailQueue, { pollingIntervalSeconds: 5 }, async (jobs) => {
    for (const job of jobs) {
      const about = await describe(parts.seal, job.data);
      parts.log.error({ mail: job.id, ...about }, 'an email could not be delivered and will not be retried');
    }
  });
}

const sending = {
  perJobResults: true,
  localConcurrency: 2,
  batchSize: 10,
  burstWhenBatchFull: true,
} as const;

/** Creates the queue, or updates its settings. */
async function keepQueue(
  boss: PgBoss,
  name: string,
  options: Parameters<PgBoss['createQueue']>[1],
): Promise<void> {
  await boss.createQueue(name, options);
  await boss.updateQueue(name, options);
}

async function sendOne(parts: MailWorkerParts, id: string, job: MailJob): Promise<JobResult> {
  try {
    const mail = await openMail(parts.seal, job);
    const content = await rendered(parts.render, mail);
    const { to, thread, unsubscribe, attachment } = mail;
    await parts.delivery.deliver({
      id,
      to,
      ...content,
      ...(thread && { thread }),
      ...(unsubscribe !== undefined && { unsubscribe }),
      ...(attachment && { attachment }),
    });
    return { id, status: 'completed' };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const final = error instanceof UndeliverableError;
    parts.log.warn(
      { mail: id, reason },
      final ? 'an email was refused' : 'an email was not sent; it is retried',
    );
    return { id, status: final ? 'deadletter' : 'failed', output: { reason } };
  }
}

async function openMail(seal: Seal, job: MailJob): Promise<Mail> {
  try {
    return JSON.parse(await seal.open(job.sealed)) as Mail;
  } catch {
    throw new UndeliverableError('The email was encrypted with another auth secret.');
  }
}

async function rendered(render: RenderEmail, { template, props }: Mail) {
  try {
    return await render(template, props);
  } catch (error) {
    throw new UndeliverableError(
      `The template ${template} does not take these values (${(error as Error).name}).`,
    );
  }
}

/** Fields of a mail that may be logged: its template and the recipient's domain. */
async function describe(seal: Seal, job: MailJob): Promise<{ template?: string; domain?: string }> {
  try {
    const { template, to } = await openMail(seal, job);
    return { template, domain: to.split('@')[1] ?? '' };
  } catch {
    return {};
  }
}

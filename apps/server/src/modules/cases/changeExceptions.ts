import { type CaseException, limits, type newException } from '@scout/contract';
import { DAY, HOUR } from '@scout/detection/time';
import type { z } from 'zod';
import { notifyAtCommit } from '../../platform/database/notices.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { ChangeWork } from '../auth/index.ts';
import {
  addException,
  countExceptions,
  endException,
  type NewException,
  readException,
} from './sql/exceptions.ts';

const { active, most, daysMax, wideHoursMax, backDaysMax, aheadDaysMax } = limits.exceptions;
/** Days over which an organization's exceptions are counted. */
const COUNTED_DAYS = 400;

/** Makes an exception, approved, with its entry in the log. @throws Refusal exception_period or exception_limit */
export async function makeException(
  { tx, tenantId, actor, now, log }: ChangeWork,
  input: z.output<typeof newException>,
): Promise<CaseException> {
  const { account, kinds, sources, destinations, persons, reason, approved_by } = input;
  const startsAt = input.starts_at === undefined ? now : new Date(input.starts_at);
  const endsAt = new Date(input.ends_at);
  const given = {
    account,
    kinds,
    sources,
    destinations,
    persons,
    startsAt,
    endsAt,
    reason,
    approvedBy: approved_by,
  };
  checkPeriod(given, now);
  const since = new Date(now.getTime() - COUNTED_DAYS * DAY);
  const counts = await countExceptions(tx, tenantId, { since, now: now.getTime() });
  if (counts.current >= active || counts.made >= most) throw new Refusal('exception_limit');
  const id = await addException(tx, tenantId, given, { by: actor, now });
  await log({
    action: 'exception_made',
    details: {
      exception: id,
      account,
      ...listTexts({ kinds, sources, destinations, persons }),
      from: startsAt.toISOString(),
      until: endsAt.toISOString(),
      reason,
      approved_by,
    },
  });
  await notifyAtCommit(tx, { kind: 'rules', id: tenantId });
  return (await readException(tx, tenantId, id, now.getTime()))!;
}

/** Ends an exception now. @throws Refusal not_found or exception_over */
export async function endPresentException(
  { tx, tenantId, actor, now, log }: ChangeWork,
  id: string,
): Promise<CaseException> {
  const isEnded = await endException(tx, tenantId, id, { by: actor, now });
  const found = await readException(tx, tenantId, id, now.getTime());
  if (found === undefined)
    throw new Refusal('not_found', { message: 'This organization has no such exception.' });
  if (!isEnded) throw new Refusal('exception_over');
  await log({ action: 'exception_ended', details: { exception: id, account: found.account } });
  await notifyAtCommit(tx, { kind: 'rules', id: tenantId });
  return found;
}

/** @throws Refusal exception_period */
function checkPeriod(given: NewException, now: Date): void {
  const [start, end] = [given.startsAt.getTime(), given.endsAt.getTime()];
  const refuse = (message: string) => {
    throw new Refusal('exception_period', { message });
  };
  if (end <= start) refuse('An exception must end after it begins.');
  if (end <= now.getTime()) refuse('An exception must end in the future.');
  if (start < now.getTime() - backDaysMax * DAY)
    refuse(`An exception can begin at most ${backDaysMax} days ago.`);
  if (start > now.getTime() + aheadDaysMax * DAY)
    refuse(`An exception can begin at most ${aheadDaysMax} days ahead.`);
  if (end - start > daysMax * DAY) refuse(`An exception can last at most ${daysMax} days.`);
  const isWide = [given.sources, given.destinations, given.persons].every((names) => names.length === 0);
  if (isWide && end - Math.max(start, now.getTime()) > wideHoursMax * HOUR)
    refuse(`An exception that names no source, server or person can last at most ${wideHoursMax} hours.`);
}

/** Lists as texts of bounded length; empty ones are omitted. */
function listTexts(lists: Readonly<Record<string, readonly string[]>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(lists)
      .filter(([, names]) => names.length > 0)
      .map(([name, names]) => {
        const text = names.join(', ');
        return [name, text.length <= LOG_MAX ? text : `${text.slice(0, LOG_MAX - 1).toWellFormed()}…`];
      }),
  );
}

/** Maximum characters of a list in the audit log. */
const LOG_MAX = 300;

import { textOf } from './client.ts';
import { nameOf, placesOf } from './hosts.ts';

/** No listener, no route or name yet, or "the database system is starting up". */
const SOON: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EAI_AGAIN',
  '57P03',
]);

/** node-postgres has no code for a host that takes a connection, or drops its packets, and says nothing, or that hangs up. */
const SILENT = /^(timeout expired|Query read timeout|Connection terminated due to connection timeout)$/;
const HUNG_UP = /^Connection terminated unexpectedly$/;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : '');

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** True for a database that may become available. */
export function mayAnswerSoon(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(mayAnswerSoon);
  return SOON.has(codeOf(error)) || SILENT.test(messageOf(error)) || HUNG_UP.test(messageOf(error));
}

/** A sentence about an unresponsive database with advice. Contains no user and no password. */
export function unanswered(ownerUrl: string, error: unknown): string {
  const at = `The database at ${placeOf(ownerUrl)} does not respond`;
  if (!SILENT.test(messageOf(error))) return `${at} (${textOf(error)}). Start it, or correct DATABASE_URL.`;
  return (
    `${at} (connections are taken, or dropped, without a word). See whether it hangs, waits for its disk, or a firewall is in ` +
    'between; or correct DATABASE_URL.'
  );
}

/** Explains a refused connection of the owner, with advice; returns any other error unchanged. */
export function explainedConnection(ownerUrl: string, error: unknown): unknown {
  const says = (sentence: string) => new Error(sentence, { cause: error });
  const code = codeOf(error);
  if (mayAnswerSoon(error)) return says(unanswered(ownerUrl, error));
  if (code.startsWith('28'))
    return says(
      `The database at ${placeOf(ownerUrl)} refuses the role in DATABASE_URL (${textOf(error)}). Correct its name and password.`,
    );
  if (code === '3D000')
    return says(
      `The server at ${placeOf(ownerUrl)} does not have the database of DATABASE_URL (${textOf(error)}). Create it with CREATE DATABASE, or correct DATABASE_URL.`,
    );
  return error;
}

const placeOf = (ownerUrl: string): string => placesOf(ownerUrl).map(nameOf).join(', ');

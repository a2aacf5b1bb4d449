import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { outboxOf } from '../outbox.ts';

/** A mail in the outbox, as displayed. */
export interface KeptMail {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  /** Sending time, ISO 8601. */
  readonly sentAt: string;
  readonly text: string;
  readonly html: string;
}

/** Maximum mails shown; older ones stay on disk. */
const shown = 200;

const fileName = /^([0-9a-f-]{36})\.eml$/;

/** The mails of the outbox, newest first. */
export async function keptMails(dataDir: string): Promise<KeptMail[]> {
  const folder = outboxOf(dataDir);
  const names = await readdir(folder).catch(() => []);
  const ids = names.flatMap((name) => fileName.exec(name)?.[1] ?? []);
  const dated = await Promise.all(
    ids.map(async (id) => ({
      id,
      time: (await stat(join(folder, `${id}.eml`)).catch(() => undefined))?.mtimeMs ?? 0,
    })),
  );
  dated.sort((a, b) => b.time - a.time || (a.id < b.id ? 1 : -1));
  const mails = await Promise.all(dated.slice(0, shown).map(({ id }) => keptMail(dataDir, id)));
  return mails.filter((mail) => mail !== undefined);
}

/** One mail of the outbox, or undefined if not found. */
export async function keptMail(dataDir: string, id: string): Promise<KeptMail | undefined> {
  if (!fileName.test(`${id}.eml`)) return undefined;
  const path = join(outboxOf(dataDir), `${id}.eml`);
  try {
    const [bytes, { mtime }] = await Promise.all([readFile(path), stat(path)]);
    const { to, subject = '', text = '', html = '' } = await PostalMime.parse(bytes);
    return { id, to: to?.[0]?.address ?? '', subject, sentAt: mtime.toISOString(), text, html };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Deletes one mail, or all of them. */
export async function deleteMails(dataDir: string, id?: string): Promise<void> {
  const folder = outboxOf(dataDir);
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const found = fileName.exec(name)?.[1];
    if (found !== undefined && (id === undefined || found === id))
      await rm(join(folder, name), { force: true });
  }
}

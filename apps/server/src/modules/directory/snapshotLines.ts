import { pipeline, Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip } from 'node:zlib';
import { limits } from '@scout/contract';
import type { AccountEntry, ComputerEntry, SnapshotLine } from '@scout/directory';
import { DN_MAX, TEXT_MAX } from '@scout/directory/entry';
import { z } from 'zod';
import { text, unreadable } from './snapshots.ts';

const { valuesKept, bytes } = limits.directories;
/** Characters of a line: two lists of values and the rest. */
const LINE_MAX = 1_000_000;

const texts = z.array(text(TEXT_MAX)).max(valuesKept);
const name = text(256).min(1);
const time = z.iso.datetime();
const sid = z.string().regex(/^S-1-[0-9-]{1,180}$/);
const sids = z.array(sid).max(valuesKept);
const integer = z.number().int().min(-2_147_483_648).max(2_147_483_647);

const common = {
  object_guid: z.guid(),
  sid: sid.nullable(),
  name,
  dn: text(DN_MAX),
  spns: texts,
  password_set_at: time.nullable(),
  last_logon_at: time.nullable(),
  created_at: time.nullable(),
  is_enabled: z.boolean(),
  encryption_types: integer.nullable(),
  delegation: z.enum(['none', 'unconstrained', 'constrained', 'any-protocol']).nullable(),
  delegates_to: texts.nullable(),
  acted_for_by: sids.nullable(),
  managed_by: text(DN_MAX).nullable(),
  description: text(TEXT_MAX).nullable(),
};
const account = z.strictObject({
  ...common,
  kind: z.enum(['user', 'msa', 'gmsa', 'dmsa', 'trust']),
  upn: text(TEXT_MAX).nullable(),
  password_never_expires: z.boolean(),
  without_preauthentication: z.boolean(),
  admin_count: z.boolean().nullable(),
  password_readers: sids.nullable(),
  replaced: text(DN_MAX).nullable(),
  group_name: text(TEXT_MAX).nullable(),
  group_managed_by: text(DN_MAX).nullable(),
}) satisfies z.ZodType<AccountEntry>;
const computer = z.strictObject({
  ...common,
  dns_name: text(TEXT_MAX).nullable(),
  system: text(TEXT_MAX).nullable(),
  system_version: text(TEXT_MAX).nullable(),
  role: z.enum(['controller', 'server', 'workstation']).nullable(),
}) satisfies z.ZodType<ComputerEntry>;
const line: z.ZodType<SnapshotLine> = z.union([
  z.strictObject({ account }),
  z.strictObject({ computer }),
  z.strictObject({ removed: z.guid() }),
  z.strictObject({ privileged: z.tuple([sid, z.array(text(TEXT_MAX)).max(valuesKept)]) }),
]);

/**
 * The lines of a snapshot from the pieces of its gzip stream: bytes of a machine, which may be hostile.
 * @throws DirectoryProblem for anything but lines within the bounds
 */
export async function* snapshotLines(pieces: AsyncIterable<Buffer>): AsyncGenerator<SnapshotLine> {
  const gunzip = createGunzip();
  pipeline(Readable.from(pieces), gunzip, () => {});
  const decoder = new StringDecoder('utf8');
  let left = bytes;
  let rest = '';
  try {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      left -= chunk.length;
      if (left < 0) throw unreadable();
      const parts = (rest + decoder.write(chunk)).split('\n');
      rest = parts.pop()!;
      if (rest.length > LINE_MAX) throw unreadable();
      for (const part of parts) yield line.parse(JSON.parse(part));
    }
    if (rest + decoder.end() !== '') throw unreadable();
  } catch (error) {
    // An error of the database is not the agent's.
    if (error instanceof z.ZodError || error instanceof SyntaxError || isOfZlib(error))
      throw unreadable(error);
    throw error;
  } finally {
    gunzip.destroy();
  }
}

const isOfZlib = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  /^(Z_|ERR_(BUFFER|ZLIB))/.test(error.code);

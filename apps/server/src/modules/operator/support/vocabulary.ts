import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { settingEntries } from '../../../platform/config/reference/reference.ts';

/** The folder of Scout: a checkout or a release. */
export const programFolder = fileURLToPath(new URL('../../../../../..', import.meta.url));

/** Words of PostgreSQL, Node and the network that Scout's own sources lack. */
const OTHERS = `a aborted access acquire address administrator after allocate already ambiguous an analyze argument as at attribute
autovacuum available background bad because before being bind block broken buffer but by bytes cancel canceling cannot cast certificate
checkpoint checkpointer checkpoints child client closed cluster code collation column command commands commit complete concurrent conflict
connect connected connection connections constraint context continue corrupt could crash current cursor database deadlock default denied
descriptor detail detected device directory disk does due duplicate duration encoding end error estimate exceeded exceeds exclusive exist
exists expected expired extension failed failure fatal fewer file flush for foreign found from full function hint host hostname
idle ignored in incomplete index insert instead insufficient integer interrupted invalid invalidation io is key large lock locks log
long longest malformed match memory message missing must name network no node not null of on open operation operator or out
overflow owner page panic parameter parser partition password peer permission pipe pool port postmaster prepared privilege process
protocol query queue range read reached ready reason recovery recycled redo refused relation removed request required reserved reset resource
restart restartpoint retry returned role rollback row rows running schema segment serialize server session shared shutdown shutting signal
size slot snapshot socket space ssl standby starting starts state statement statements still stopped streaming subscription
synchronous syntax system table tablespace temporary terminate terminated terminating terminator time timed timeout timestamp tls
to too transaction transactions transfer transferred trigger truncate tuple type unable undefined unexpected unexpectedly unique unknown
unrecognized unsupported update used user using vacuum valid value values violates wait waiting wal was while will with within without work
worker write writer written wrote`;

const WORD = /[A-Za-z]+(?:[’'][a-z]+)?/g;
/** Names of columns, fields and codes, without examples of accounts. */
const FIELD = /(?<![\w.-])(?!svc_)[a-z]+(?:_[a-z0-9]+)+(?![\w.-])/g;

/** Texts of the program, without those that contain invented accounts, machines and people. */
const isProgram = (path: string): boolean =>
  !/(\.test\.ts$)|(\/(testing|sample)\/)/.test(path) && /\.(ts|sql)$/.test(path);

/**
 * The words that Scout's own program consists of, in lower case, and the names of its settings, tables and fields. A word of a log that is
 * not among them may be anybody's name.
 */
export async function readVocabulary(): Promise<ReadonlySet<string>> {
  const words = new Set(OTHERS.split(/\s+/));
  for (const folder of ['apps/server/src', 'packages/contract/src', 'db/migrations']) {
    const entries = await readdir(join(programFolder, folder), { recursive: true, withFileTypes: true });
    for (const entry of entries) {
      const path = join(entry.parentPath, entry.name);
      if (!entry.isFile() || !isProgram(path)) continue;
      const text = await readFile(path, 'utf8');
      for (const [word] of text.matchAll(WORD)) words.add(word.toLowerCase());
      for (const [name] of text.matchAll(FIELD)) words.add(name);
    }
  }
  for (const name of Object.keys(settingEntries))
    words.add(name.toLowerCase()).add(`${name.toLowerCase()}_file`);
  return words;
}

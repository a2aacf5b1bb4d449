import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** Events of a machine are this many milliseconds apart. */
const APART_MS = 5;
/** Identifiers below this are Windows' own and the same everywhere, such as 0x3e7. */
const FIRST_OWN_IDENTIFIER = 0x1000;

/**
 * Lines made of recorded ones: each pass over the recording has new times, record numbers, sessions, processes and ports, in place
 * of the recorded ones, so that nothing repeats but what repeats on the recorded machines.
 * @param path gzip NDJSON of `{ xml }` @param start epoch milliseconds of the first
 */
export function recordedLines(path: string, start: number): (index: number) => string {
  const recorded = gunzipSync(readFileSync(path))
    .toString()
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { xml: string }).xml);
  return (index) => {
    const pass = Math.floor(index / recorded.length);
    const time = new Date(start + index * APART_MS).toISOString().slice(0, -1);
    const xml = recorded[index % recorded.length]!.replace(
      /SystemTime='[^']*'/,
      `SystemTime='${time}${1000 + (mixed(index, 1) % 9000)}Z'`,
    )
      .replace(/<EventRecordID>\d+/, `<EventRecordID>${5_000_000 + index}`)
      .replace(/ThreadID='\d+'/, `ThreadID='${mixed(index, 2) % 9000}'`)
      .replace(/(Name='IpPort'>)\d{4,5}/, `$1${49_152 + (mixed(index, 3) % 16_384)}`)
      .replace(/(Name='\w*(?:LogonId|ProcessId)'>)0x([0-9a-f]+)/gi, (whole, name: string, digits: string) => {
        const id = Number.parseInt(digits, 16);
        return id < FIRST_OWN_IDENTIFIER ? whole : `${name}0x${mixed(id, pass + 4).toString(16)}`;
      });
    return JSON.stringify({ xml });
  };
}

/** Reproducible pseudo-random numbers of 32 bits. */
function mixed(value: number, salt: number): number {
  let mix = Math.imul(value ^ Math.imul(salt, 0x9e3779b1), 0x85ebca6b);
  mix = Math.imul(mix ^ (mix >>> 13), 0xc2b2ae35);
  return (mix ^ (mix >>> 16)) >>> 0;
}

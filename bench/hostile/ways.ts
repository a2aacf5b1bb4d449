import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { limits } from '@scout/contract';
import {
  COSTLY_PATTERNS,
  COSTLY_PIECES,
  costlyRow,
  costlySettings,
  repeated,
} from '@scout/testkit/hostile/costly';
import { lineOf } from '../ingest/events.ts';
import { callAsAdmin, openBody, type Sender, sendHeartbeat, sendWhole } from './sender.ts';

const MIB = 1024 * 1024;
const { decompressedBytes, lines: linesMax } = limits.ingest;
const CONNECTIONS = 4;

/** Attacks with one agent's credential until the signal aborts. */
export type Attack = (sender: Sender, signal: AbortSignal) => Promise<void>;

/** Builds the bodies, which takes seconds, before the attack begins. */
type Way = () => Attack;

/** Repeats the same attack on `connections` connections. */
function over(connections: number, once: (sender: Sender, index: number) => Promise<void>): Attack {
  return async (sender, signal) => {
    await Promise.all(
      Array.from({ length: connections }, async (_, index) => {
        while (!signal.aborted) await once(sender, index);
      }),
    );
  };
}

/** Sends the same body repeatedly, with new numbers unless given. */
function flood(connections: number, make: () => Buffer, numberOf?: (index: number) => number): Way {
  return () => {
    const body = make();
    return over(connections, (sender, index) =>
      sendWhole(sender, body, numberOf?.(index) ?? sender.nextBatch()),
    );
  };
}

const lines = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => lineOf('xml', index, Date.now() - 3_600_000));

/** A heartbeat as large as a call's body may be, with sources that differ from those before. */
const heartbeat = (): string =>
  JSON.stringify({
    host: 'ATTACKER',
    platform: 'linux 6.12.1 x64',
    version: '0.1.0',
    queue_depth: 0,
    events_read: 0,
    events_rejected: 0,
    sources: Array.from({ length: limits.agent.sourcesPerHeartbeat }, (_, index) => ({
      name: `${index} ${randomBytes(95).toString('hex')}`.slice(0, limits.agent.sourceNameMax),
      state: 'failed',
      message: randomBytes(150).toString('hex').slice(0, limits.agent.sourceMessageMax),
    })),
  });

/** All attacks on a server with a valid credential. */
export const ways: Readonly<Record<string, Way>> = {
  stalled: () => {
    const body = Buffer.alloc(decompressedBytes - 400, ' ');
    return over(CONNECTIONS, async (sender) => {
      await openBody(sender, decompressedBytes, async (write, ended) => {
        await write(body);
        await ended;
      });
    });
  },
  slow: () =>
    over(16, async (sender) => {
      await openBody(sender, MIB, async (write, ended) => {
        let over = false;
        void ended.then(() => {
          over = true;
        });
        while (!over) {
          await write(Buffer.alloc(512, ' '));
          await sleep(500);
        }
      });
    }),
  // The empty member at the end hides the length.
  bombs: flood(CONNECTIONS, () =>
    Buffer.concat([...Array(16).fill(gzipSync(Buffer.alloc(64 * MIB, ' '))), gzipSync('')]),
  ),
  controls: flood(CONNECTIONS, () => {
    const command = '\u0001\u0002\u001b'.repeat(2_000);
    const line = JSON.stringify({
      timestamp: new Date().toISOString(),
      event_type: '4688',
      process_information_command_line: command,
    });
    const count = Math.floor(decompressedBytes / (line.length + 1));
    return gzipSync(Array(Math.min(count, 5_040)).fill(line).join('\n'));
  }),
  largest: flood(CONNECTIONS, () => gzipSync(lines(linesMax).join('\n'), { level: 1 })),
  small: flood(16, () => gzipSync(lines(1).join('\n'))),
  repeated: flood(
    CONNECTIONS,
    () => gzipSync(lines(1_000).join('\n')),
    (index) => index + 1,
  ),
  // Beside the settings that every hostile organization has: names and command lines that are costly to compare and to search.
  patterns: flood(CONNECTIONS, () => {
    const time = new Date().toISOString();
    const line = (piece: string, index: number) =>
      costlyRow(index % 2 ? 4624 : 4688, repeated(piece, 20_000), time);
    return gzipSync(Object.values(COSTLY_PIECES).map(line).join('\n'));
  }),
  secrets: flood(CONNECTIONS, () => {
    const line = JSON.stringify({
      event_type: '4688',
      timestamp: new Date().toISOString(),
      args: Array.from({ length: 9_000 }, () => 'net use password=x'),
      message: repeated(COSTLY_PIECES.secrets!, 500_000),
    });
    return gzipSync(Array(20).fill(line).join('\n'));
  }),
  previews: () => {
    const settings = costlySettings(Object.values(COSTLY_PATTERNS)[1]!);
    const body = JSON.stringify({ settings });
    const paths = ['preview', 'try'].map((verb) => `/functions/v1/${verb}-detection-settings`);
    return over(CONNECTIONS, (sender, index) => callAsAdmin(sender, paths[index % 2]!, body));
  },
  heartbeats: () => over(16, (sender) => sendHeartbeat(sender, heartbeat())),
};

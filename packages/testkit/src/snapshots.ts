import { generateKeyPairSync, sign as signWith } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import {
  digestWith,
  NO_PIECES,
  SNAPSHOT_KIND,
  type SnapshotContent,
  type SnapshotDocument,
  type SnapshotLine,
} from '@scout/directory';
import type { TestClient } from './as.ts';

/** The key of an agent that ships snapshots. */
export interface TestConnector {
  readonly key: string;
  sign(document: string): string;
}

export function newConnector(): TestConnector {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return {
    key: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    sign: (document) => signWith(null, Buffer.from(document), privateKey).toString('base64'),
  };
}

/** A begun snapshot, as an agent ships it. */
export interface TestSnapshot {
  readonly snapshotId: string;
  readonly position: { readonly invocation_id: string; readonly usn: string } | null;
  /** A signed document for the end. */
  sign(
    said: Pick<SnapshotDocument, 'content' | 'problem'>,
    as?: TestConnector,
  ): {
    readonly document: string;
    readonly signature: string;
  };
}

export async function beginTestSnapshot(
  agent: TestClient,
  agentId: string,
  directoryId: string,
  connector: TestConnector = newConnector(),
): Promise<TestSnapshot> {
  const { snapshot_id, position } = await agent.api.directorySnapshotBegin({
    directory_id: directoryId,
    key: connector.key,
  });
  const about = {
    kind: SNAPSHOT_KIND,
    agent_id: agentId,
    directory_id: directoryId,
    snapshot_id,
  } as const;
  return {
    snapshotId: snapshot_id,
    position,
    sign(said, as = connector) {
      const document = JSON.stringify({ ...about, ...said });
      return { document, signature: as.sign(document) };
    },
  };
}

/** The pieces of lines, and what is signed about them. */
export function packSnapshot(
  lines: readonly SnapshotLine[],
  more: Partial<SnapshotContent> = {},
  size = 45_000,
): { readonly pieces: readonly Buffer[]; readonly content: SnapshotContent } {
  const bytes = gzipSync(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
    bytes.subarray(n * size, (n + 1) * size),
  );
  const digest = pieces.reduce<Buffer>(digestWith, NO_PIECES).toString('hex');
  return {
    pieces,
    content: {
      pieces: pieces.length,
      digest,
      is_full: true,
      position: null,
      domain: 'corp.example',
      accounts: lines.filter((line) => 'account' in line).length,
      computers: lines.filter((line) => 'computer' in line).length,
      ...more,
    },
  };
}

import { readFileSync } from 'node:fs';
import { parseTime } from '@scout/detection/time';
import type { Inventory } from '../detectors/detector.ts';

/** A labeled story of misuse in a file. Times are epoch milliseconds. */
export type Story = {
  story: string;
  kind: string;
  account: string;
  start: number;
  end: number;
  recordIds: string[];
  /** The person behind it; null if the events identify nobody; undefined if not labeled. */
  person: string | null | undefined;
};

/** Reads `{"story", "kind", "account", "start", "end", "record_ids", "person"?}`, one per line. @throws Error with the line number */
export function readLabels(path: string): Story[] {
  const stories: Story[] = [];
  for (const [index, line] of readFileSync(path, 'utf8').split('\n').entries()) {
    if (line.trim() === '') continue;
    try {
      stories.push(storyOf(JSON.parse(line)));
    } catch (error) {
      throw new Error(`${path}, line ${index + 1}: ${(error as Error).message}`);
    }
  }
  return stories;
}

function storyOf(value: unknown): Story {
  const label = objectOf(value, 'a label');
  const [start, end] = [parseTime(label.start), parseTime(label.end ?? label.start)];
  if (start === null || end === null) throw new Error('start and end must be times');
  const ids = label.record_ids ?? [];
  if (!Array.isArray(ids)) throw new Error('record_ids must be a list');
  return {
    story: textOf(label.story, 'story'),
    kind: textOf(label.kind, 'kind'),
    account: textOf(label.account, 'account'),
    start,
    end,
    recordIds: ids.map((id) => textOf(id, 'a record id')),
    person:
      label.person === undefined ? undefined : label.person === null ? null : textOf(label.person, 'person'),
  };
}

/** Reads `{"record_id", "cause"}`, one per line: ordinary events that look like misuse. @returns causes by record id */
export function readCauses(path: string): Map<string, string> {
  const causes = new Map<string, string>();
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    if (line.trim() === '') continue;
    const entry = objectOf(JSON.parse(line), 'a cause');
    causes.set(textOf(entry.record_id, 'record_id'), textOf(entry.cause, 'cause'));
  }
  return causes;
}

/** Reads `{"domain", "accounts": [{"name", …}], "servers": [{"name", …}]}`; further keys are ignored. @throws Error */
export function readInventory(path: string): Inventory {
  const file = objectOf(JSON.parse(readFileSync(path, 'utf8')), 'an inventory');
  return {
    ...(typeof file.domain === 'string' ? { domain: file.domain } : {}),
    accounts: listOf(file.accounts, 'accounts').map((entry) => entryOf(entry, 'app')),
    servers: listOf(file.servers, 'servers').map((entry) => entryOf(entry, 'role')),
  };
}

/** The name and, if they are texts, `env` and one further key. */
function entryOf<Key extends 'app' | 'role'>(value: unknown, key: Key) {
  const entry = objectOf(value, 'an entry');
  return {
    name: textOf(entry.name, 'name'),
    ...(typeof entry.env === 'string' ? { env: entry.env } : {}),
    ...(typeof entry[key] === 'string' ? ({ [key]: entry[key] } as { [name in Key]: string }) : {}),
  };
}

function listOf(value: unknown, name: string): unknown[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new Error(`${name} must be a list`);
  return value;
}

function objectOf(value: unknown, name: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error(`${name} must be an object`);
  return value as Readonly<Record<string, unknown>>;
}

function textOf(value: unknown, name: string): string {
  if (typeof value === 'number' || (typeof value === 'string' && value !== '')) return String(value);
  throw new Error(`${name} must be text`);
}

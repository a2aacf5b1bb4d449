import { readFileSync } from 'node:fs';
import { RULES } from '@scout/detection';
import { EVENT_NAMES } from '@scout/detection/catalogue/events';
import { FINDINGS } from '@scout/detection/catalogue/findings';
import { describe, expect, it, test } from 'vitest';
import { detectionsDocument } from './document.ts';

test('docs/detections.md matches the catalogue (npm run detections writes it)', () => {
  const written = readFileSync(new URL('../../docs/detections.md', import.meta.url), 'utf8');
  expect(written).toBe(detectionsDocument());
});

describe.each([...Object.entries(RULES), ...Object.entries(FINDINGS)])('%s', (id, detection) => {
  it('is a complete entry: sentences, known events, technique numbers', () => {
    const { title, meaning, advice, events, attack } = detection;
    expect(title).toMatch(/^[A-Z][^.]+$/);
    for (const text of [meaning, advice]) expect(text).toMatch(/^[A-Z].+\.$/);
    // A directory shows it, and no event.
    expect(events.length > 0).toBe(id !== 'posture-worse');
    for (const id of events) expect(EVENT_NAMES).toHaveProperty(String(id));
    for (const technique of attack) expect(technique).toMatch(/^T1\d{3}(\.\d{3})?$/);
  });
});

test('no two detections share a title', () => {
  const titles = [...Object.values(RULES), ...Object.values(FINDINGS)].map(({ title }) => title);
  expect(new Set(titles).size).toBe(titles.length);
});

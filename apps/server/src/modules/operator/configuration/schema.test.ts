import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { configurationSchema } from './schema.ts';

const published = new URL('../../../../../../docs/scout.schema.json', import.meta.url);

it('the published schema is that of the code (npm run configuration:schema writes it)', () => {
  expect(readFileSync(published, 'utf8')).toBe(`${JSON.stringify(configurationSchema(), null, 2)}\n`);
});

it('describes every section, and permits nothing else', () => {
  const { properties, additionalProperties, required } = configurationSchema() as {
    properties: Record<string, { description?: string }>;
    additionalProperties: boolean;
    required: string[];
  };
  expect(additionalProperties).toBe(false);
  expect(required).toEqual(['version']);
  for (const [name, { description }] of Object.entries(properties)) expect(description, name).toBeTruthy();
});

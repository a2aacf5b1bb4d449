import { globSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { declareCall } from './call.ts';
import { contract } from './contract.ts';
import { errors } from './errors.ts';
import { accessKinds } from './permissions.ts';
import { z } from './zod.ts';

const definition = {
  method: 'GET',
  path: '/x',
  summary: 'x',
  tag: 'Server',
  input: z.object({}),
  output: z.object({}),
} as const;

describe('declareCall', () => {
  it('neither compiles nor runs without an access rule', () => {
    // @ts-expect-error access is missing
    expect(() => declareCall(definition)).toThrow('GET /x declares no access rule: undefined');
    // @ts-expect-error no such kind
    expect(() => declareCall({ ...definition, access: 'everyone' })).toThrow(
      'declares no access rule: everyone',
    );
    // @ts-expect-error a name of Object.prototype is not a kind
    expect(() => declareCall({ ...definition, access: 'constructor' })).toThrow('declares no access rule');
  });

  it("carries the access kind's errors and the call's own, with their status", () => {
    const call = declareCall({ ...definition, access: 'admin', errors: ['company_exists'] });
    const map = call['~orpc'].errorMap;
    expect(map.admin_required).toEqual(errors.admin_required);
    expect(map.company_exists.status).toBe(409);
    expect(map).not.toHaveProperty('subscription_required');
  });
});

describe('contract', () => {
  it('holds every declared call under its own name', async () => {
    const files = globSync('calls/**/*.ts', { cwd: import.meta.dirname }).filter(
      (file) => !file.endsWith('index.ts'),
    );
    const modules: object[] = await Promise.all(files.map((file) => import(`./${file}`)));
    const entries = (part: object): [string, unknown][] =>
      Object.entries(part).flatMap(([name, value]) => {
        if (!(value instanceof Object)) return [];
        if ('~orpc' in value) return [[name, value] as [string, unknown]];
        // Calls derived from a catalog are an object of calls.
        return typeof value === 'function' ? [] : entries(value);
      });
    const declared = modules.flatMap(entries);
    expect(Object.fromEntries(declared)).toEqual(contract);
    expect(declared).toHaveLength(Object.keys(contract).length);
  });

  it('has no two calls with the same method and path', () => {
    const routes = Object.values(contract).map(({ '~orpc': { route } }) => `${route.method} ${route.path}`);
    expect(new Set(routes).size).toBe(routes.length);
  });

  it('names only known kinds of access and known errors', () => {
    for (const [name, { '~orpc': call }] of Object.entries(contract)) {
      expect(Object.keys(accessKinds), name).toContain(call.meta.access);
      for (const code of Object.keys(call.errorMap)) expect(errors, name).toHaveProperty([code]);
    }
  });
});

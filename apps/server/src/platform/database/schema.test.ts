import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const sources = [
  { file: 'schema.ts', schema: 'scout', database: 'Database' },
  { file: '../../modules/auth/database.ts', schema: 'auth', database: 'AuthDatabase' },
].map((source) => ({ ...source, types: readFileSync(new URL(source.file, import.meta.url), 'utf8') }));
type Source = (typeof sources)[number];
const dump = readFileSync(new URL('../../../../../db/schema.sql', import.meta.url), 'utf8');

/** A column as described by a type: its read form (undefined: a special one), nullability and optionality. */
interface Column {
  readonly read: string | undefined;
  readonly nullable: boolean;
  readonly hasDefault: boolean;
}

/** JavaScript form of each PostgreSQL type in pg; the server reads `date` as text (database/pool.ts). */
const readAs: Readonly<Record<string, string>> = {
  uuid: 'string',
  text: 'string',
  inet: 'string',
  xid8: 'string',
  pg_snapshot: 'string',
  bigint: 'string',
  date: 'string',
  integer: 'number',
  smallint: 'number',
  'double precision': 'number',
  real: 'number',
  boolean: 'boolean',
  bytea: 'Buffer',
  'timestamp with time zone': 'Date',
};

/** By `schema.table` and column. */
function tablesOfDump(): Map<string, Map<string, Column>> {
  return new Map(
    [...dump.matchAll(/^CREATE TABLE (\w+)\."?(\w+)"? \(\n(.*?)\n\)/gms)].map(
      ([, schema, table, body = '']) => [
        `${schema}.${table}`,
        new Map(
          [...body.matchAll(/^ {2}(?!CONSTRAINT )"?(\w+)"? (.+?),?$/gm)].map(([, name = '', rest = '']) => {
            const [, type = ''] = /^(.+?)(?= DEFAULT | NOT NULL| GENERATED | COLLATE |$)/.exec(rest) ?? [];
            const read = type.endsWith('[]') ? 'array' : readAs[type];
            const hasDefault = / DEFAULT | GENERATED /.test(rest);
            return [name, { read, nullable: !rest.includes(' NOT NULL'), hasDefault }];
          }),
        ),
      ],
    ),
  );
}

function columnOf(type: string, types: string): Column {
  const alias = new RegExp(`^type ${type} = (.+);$`, 'm').exec(types)?.[1];
  const [, select, insert] = /^ColumnType<(.+?), (.+?), .+>$/.exec(alias ?? type) ?? [];
  const [, generated] = /^Generated<(.+)>$/.exec(type) ?? [];
  const read = select ?? generated ?? type;
  const [base = ''] = read.split(' | null');
  return {
    read: base.endsWith('[]')
      ? 'array'
      : /^(string|number|boolean|Date|Buffer)$/.test(base)
        ? base
        : undefined,
    nullable: read.endsWith(' | null'),
    hasDefault: generated !== undefined || /\bundefined\b/.test(insert ?? ''),
  };
}

function tablesOfTypes({ types, schema, database }: Source): [string, Map<string, Column>][] {
  const interfaces = new Map(
    [...types.matchAll(/^(?:export )?interface (\w+) \{\n(.*?)\n\}/gms)].map(([, name = '', body = '']) => [
      name,
      [...body.matchAll(/^ {2}(\w+): (.+);$/gm)].map(([, field = '', type = '']) => ({ field, type })),
    ]),
  );
  return (interfaces.get(database) ?? []).map(({ field, type }) => [
    `${schema}.${field}`,
    new Map((interfaces.get(type) ?? []).map((column) => [column.field, columnOf(column.type, types)])),
  ]);
}

const real = tablesOfDump();
const typed = new Map(sources.flatMap(tablesOfTypes));

it('every table with types is in the database', () => {
  expect(typed.size).toBeGreaterThan(30);
  expect([...typed.keys()].filter((table) => !real.has(table))).toEqual([]);
});

describe.each([...typed.keys()])('the types of %s', (table) => {
  const columns = real.get(table)!;
  const fields = typed.get(table)!;

  it('have its columns, and all that a new row requires', () => {
    expect(fields.size).toBeGreaterThan(0);
    expect([...fields.keys()].filter((name) => !columns.has(name))).toEqual([]);
    const required = [...columns].filter(([, { nullable, hasDefault }]) => !nullable && !hasDefault);
    expect(required.map(([name]) => name).filter((name) => !fields.has(name))).toEqual([]);
  });

  it('have how each is read, which may be null, and which may be omitted', () => {
    for (const [name, field] of fields) {
      const column = columns.get(name)!;
      if (field.read !== undefined && column.read !== undefined) expect(field.read, name).toBe(column.read);
      expect(field.nullable, `${name} may be null`).toBe(column.nullable);
      if (field.hasDefault)
        expect(column.hasDefault || column.nullable, `${name} may be left out`).toBe(true);
    }
  });
});

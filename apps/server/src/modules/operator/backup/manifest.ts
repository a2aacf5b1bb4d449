import { z } from 'zod';

const tableSchema = z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()) });

/** The first record: data needed before the rows. */
export const headSchema = z.object({
  made_at: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  days: z.array(z.string()),
  tables: z.array(tableSchema),
});
export type Head = z.infer<typeof headSchema>;

/** A file outside the database. */
export const fileSchema = z.object({ name: z.string(), text: z.string() });
export type KeptFile = z.infer<typeof fileSchema>;

/** Table of the following rows. */
export const segmentSchema = z.object({ table: z.string() });

/** The last record: expected content of each table. */
export const manifestSchema = z.object({
  tables: z.array(z.object({ table: z.string(), rows: z.number(), checksum: z.string() })),
});
export type Manifest = z.infer<typeof manifestSchema>;

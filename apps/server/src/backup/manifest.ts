import { z } from 'zod';

const tableSchema = z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()) });

/** The first record: what is needed before rows come. */
export const headSchema = z.object({
  made_at: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  days: z.array(z.string()),
  tables: z.array(tableSchema),
});
export type Head = z.infer<typeof headSchema>;

/** A file beside the database. */
export const fileSchema = z.object({ name: z.string(), text: z.string() });
export type KeptFile = z.infer<typeof fileSchema>;

/** The table whose rows follow. */
export const segmentSchema = z.object({ table: z.string() });

/** The last record: what each table has to hold. */
export const manifestSchema = z.object({
  tables: z.array(z.object({ table: z.string(), rows: z.number(), checksum: z.string() })),
});
export type Manifest = z.infer<typeof manifestSchema>;

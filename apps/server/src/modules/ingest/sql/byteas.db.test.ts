import { createDatabase } from '@scout/testkit/database';
import { expect, test } from 'vitest';
import { byteas } from './byteas.ts';

test.each([[[]], [[Buffer.from('a line'), Buffer.alloc(0), Buffer.from([0, 255, 7])]]])(
  'a binary array holds the bytes of its elements',
  async (values) => {
    const db = await createDatabase();
    const { rows } = await db.asOwner((owner) =>
      owner.query('SELECT $1::bytea[] AS given', [byteas(values)]),
    );
    expect(rows[0].given).toEqual(values);
    await db.drop();
  },
);

import { afterAll, beforeAll, expect, test } from 'vitest';
import { assessor, insertCase, insertComment, makeCase } from './caseRows.ts';
import { type Arrangement, admin, arrange, denied, expectClosed, expectOwnRowsOnly, run } from './support.ts';

const table = 'scout.cases';
let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
  for (const organization of [a.northwind, a.alder]) await makeCase(a, organization);
});
afterAll(() => a.db.drop());

test('members see only the cases of their own organization', () => expectOwnRowsOnly(a, table));

test('members and admins change the status of their own cases, and nothing the assessor wrote', async () => {
  const { tenantId, member } = a.northwind;
  for (const actor of [member, admin(tenantId)]) {
    const status = `UPDATE ${table} SET status = 'acknowledged', assignee = 'u1', touched_at = now()`;
    expect(await run(a.db, actor, status)).toBe(1);
    for (const column of ['severity', 'score', 'sentence', 'person', 'case_key', 'account', 'number'])
      await expect(run(a.db, actor, `UPDATE ${table} SET ${column} = ${column}`), column).rejects.toEqual(
        denied,
      );
    await expect(run(a.db, actor, `DELETE FROM ${table}`)).rejects.toEqual(denied);
  }
});

test('a closed case has a resolution, and no other does', async () => {
  const { member } = a.northwind;
  for (const set of [`status = 'closed'`, `status = 'open', closed_as = 'false'`, `status = 'gone'`])
    await expect(run(a.db, member, `UPDATE ${table} SET ${set}`), set).rejects.toMatchObject({
      code: '23514',
    });
  expect(await run(a.db, member, `UPDATE ${table} SET status = 'closed', closed_as = 'expected'`)).toBe(1);
});

test('the assessor writes in its own organization, and neither status nor owner', async () => {
  const { tenantId } = a.northwind;
  const own = assessor(tenantId);
  const foreign = insertCase('00000000-0000-4000-8000-0000000000c9', 9);
  await expect(run(a.db, own, foreign, [a.alder.tenantId])).rejects.toEqual(denied);
  expect(await run(a.db, own, `UPDATE ${table} SET severity = 'critical', score = 30`)).toBe(1);
  for (const column of [
    'status',
    'closed_as',
    'close_reason',
    'closed_at',
    'assignee',
    'touched_at',
    'number',
    'case_key',
  ])
    await expect(run(a.db, own, `UPDATE ${table} SET ${column} = ${column}`), column).rejects.toEqual(denied);
});

test('the assessor removes a case, but none with a comment', async () => {
  const { tenantId, member } = a.alder;
  const commented = await makeCase(a, a.alder, 2);
  await run(a.db, member, insertComment(commented), [tenantId]);
  const remove = `DELETE FROM ${table} WHERE case_id`;
  await expect(run(a.db, assessor(tenantId), `${remove} = '${commented}'`)).rejects.toMatchObject({
    code: '23503',
  });
  expect(await run(a.db, assessor(tenantId), `${remove} <> '${commented}'`)).toBe(1);
});

test('ingest, sign-in, visitors and the operator have no access', () =>
  expectClosed(a.db, table, ['scout_ingest', 'scout_auth', 'scout_operator', 'scout_visitor']));

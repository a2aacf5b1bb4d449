import { type ApiResponse, type ReceivedCall, startLocalServer } from './localServer.ts';

export const SERVICENOW_USER = 'scout';
export const SERVICENOW_PASSWORD = 'a päss wörd';

type Row = Record<string, string>;

/**
 * Table API: https://www.servicenow.com/docs/r/api-reference/rest-apis/c_TableAPI.html. The encoded query knows =, <=, >=, IN and the
 * conjunction ^, and leaves out a condition on a field that the table does not have, as ServiceNow does.
 */
export async function startServiceNow() {
  const tables: Record<'incident' | 'change_request' | 'task_ci', Row[]> = {
    incident: [],
    change_request: [],
    task_ci: [],
  };
  const server = await startLocalServer((request) => answer(tables, request));
  return Object.assign(server, {
    tables,
    addChange(row: Row) {
      const sys_id = `c${String(tables.change_request.length).padStart(31, '0')}`;
      tables.change_request.push({
        sys_id,
        state: '-1',
        approval: 'approved',
        cmdb_ci: '',
        short_description: 'Planned work',
        ...row,
      });
      return sys_id;
    },
  });
}

const STATES: Row = {
  '1': 'New',
  '2': 'In Progress',
  '6': 'Resolved',
  '7': 'Closed',
  '-1': 'Implement',
  '4': 'Canceled',
};
const REFERENCES = ['cmdb_ci', 'ci_item', 'resolved_by', 'assigned_to', 'closed_by'];

function answer(
  tables: Record<string, Row[]>,
  { method, url, authorization, body }: ReceivedCall,
): ApiResponse {
  const expected = Buffer.from(`${SERVICENOW_USER}:${SERVICENOW_PASSWORD}`, 'utf8').toString('base64');
  if (authorization !== `Basic ${expected}`)
    return { status: 401, body: { error: { message: 'User Not Authenticated' }, status: 'failure' } };
  const [, , , , table = '', sysId] = url.pathname.split('/');
  const rows = tables[table];
  if (rows === undefined) return { status: 400, body: { error: { message: `Invalid table ${table}` } } };
  if (method === 'POST') {
    const row = {
      ...(body as Row),
      sys_id: `i${String(rows.length).padStart(31, '0')}`,
      number: `INC${String(10_001 + rows.length).padStart(7, '0')}`,
      state: '1',
    };
    rows.push(row);
    return { status: 201, body: { result: row } };
  }
  if (method === 'PATCH') {
    const row = rows.find(({ sys_id }) => sys_id === sysId);
    if (row === undefined) return { status: 404, body: { error: { message: 'No Record found' } } };
    Object.assign(row, body, body.state === '6' && { resolved_by: 'Scout' });
    return { status: 200, body: { result: row } };
  }
  const found = rows.filter((row) => matches(row, url.searchParams.get('sysparm_query') ?? ''));
  const fields = (url.searchParams.get('sysparm_fields') ?? '').split(',');
  const limit = Number(url.searchParams.get('sysparm_limit') ?? 10_000);
  return {
    status: 200,
    body: {
      result: found.slice(0, limit).map((row) =>
        Object.fromEntries(
          fields.map((field) => {
            const value = row[field] ?? '';
            const isState = field === 'state' || field === 'approval';
            return [
              field,
              {
                value: REFERENCES.includes(field) && value !== '' ? `r-${value}` : value,
                display_value: isState ? (STATES[value] ?? value) : value,
              },
            ];
          }),
        ),
      ),
    },
  };
}

function matches(row: Row, query: string): boolean {
  return query.split('^').every((condition) => {
    const [, field = '', operator, value = ''] = /^([a-z_]+)(<=|>=|=|IN)(.*)$/.exec(condition) ?? [];
    const own = row[field];
    if (operator === undefined || own === undefined) return true;
    if (operator === '=') return own === value;
    if (operator === 'IN') return value.split(',').includes(own);
    return operator === '<=' ? own <= value : own >= value;
  });
}

import { type ApiResponse, dig, type ReceivedCall, startLocalServer } from './localServer.ts';

export const JIRA_USER = 'scout@northwind.example';
export const JIRA_TOKEN = 'ATATT3xFfGF0token';

const categories = {
  'To Do': 'new',
  'In Progress': 'indeterminate',
  Done: 'done',
  Approved: 'indeterminate',
} as const;
type Status = keyof typeof categories;

interface Issue {
  readonly key: string;
  readonly type: string;
  status: Status | string;
  by: string | null;
  readonly labels: readonly string[];
  readonly fields: Readonly<Record<string, unknown>>;
  readonly comments: unknown[];
}

/**
 * Jira Cloud's REST API v3: https://developer.atlassian.com/cloud/jira/platform/rest/v3/. Issues, comments, transitions, the search by
 * JQL as far as it is used, and documents that are checked to be of the Atlassian Document Format.
 */
export async function startJira() {
  const issues: Issue[] = [];
  const server = await startLocalServer((request) => answer(issues, request));
  return Object.assign(server, {
    issues,
    /** An issue of the type Change. */
    addChange(key: string, status: string, fields: Record<string, unknown>, type = 'Change') {
      issues.push({ key, type, status, by: null, labels: [], fields, comments: [] });
    },
  });
}

function answer(issues: Issue[], request: ReceivedCall): ApiResponse {
  const { method, url, authorization, body } = request;
  if (authorization !== `Basic ${Buffer.from(`${JIRA_USER}:${JIRA_TOKEN}`).toString('base64')}`)
    return {
      status: 401,
      body: { errorMessages: ['Client must be authenticated to access this resource.'] },
    };
  const path = url.pathname.replace('/rest/api/3/', '').split('/').map(decodeURIComponent);
  if (path[0] === 'search' && path[1] === 'jql') return search(issues, body);
  if (path[0] === 'issue' && path[1] === 'createmeta')
    return path[2] === 'SEC'
      ? {
          status: 200,
          body: { issueTypes: [{ id: '1', name: 'Task' }], maxResults: 200, startAt: 0, total: 1 },
        }
      : { status: 404, body: { errorMessages: ['No project could be found'] } };
  if (path[0] === 'issue' && path.length === 1 && method === 'POST') return create(issues, body);
  const issue = issues.find(({ key }) => key === path[1]);
  if (path[0] !== 'issue' || issue === undefined)
    return {
      status: 404,
      body: { errorMessages: ['Issue does not exist or you do not have permission to see it.'] },
    };
  return ofIssue(issue, path[2], request);
}

function ofIssue(issue: Issue, part: string | undefined, { method, body }: ReceivedCall): ApiResponse {
  if (part === undefined) return { status: 200, body: shown(issue) };
  if (part === 'comment') {
    if (!isDocument(body.body))
      return { status: 400, body: { errors: { comment: 'Comment body is not valid!' } } };
    issue.comments.push(body.body);
    return { status: 201, body: { id: '10000' } };
  }
  if (part === 'transitions' && method === 'GET')
    return {
      status: 200,
      body: {
        transitions: (['In Progress', 'Done'] as const).map((name, i) => ({
          id: String(11 + i),
          name,
          to: { name, statusCategory: { key: categories[name] } },
        })),
      },
    };
  issue.status = dig(body, 'transition', 'id') === '12' ? 'Done' : 'In Progress';
  issue.by = 'Scout';
  return { status: 204 };
}

const shown = ({ key, type, status, by, fields }: Issue) => ({
  id: '10001',
  key,
  fields: {
    ...fields,
    issuetype: { name: type },
    status: { name: status, statusCategory: { key: categories[status as Status] ?? 'new' } },
  },
  changelog: {
    histories: [
      {
        created: '2026-01-01T00:00:00.000+0000',
        author: { displayName: 'Somebody' },
        items: [{ field: 'labels' }],
      },
      ...(by === null
        ? []
        : [
            {
              created: '2026-01-02T00:00:00.000+0000',
              author: { displayName: by },
              items: [{ field: 'status' }],
            },
          ]),
    ],
  },
});

function create(issues: Issue[], body: Record<string, unknown>): ApiResponse {
  const fields = body.fields as Record<string, unknown>;
  const summary = fields.summary;
  const labels = fields.labels as string[];
  if (dig(fields, 'project', 'key') !== 'SEC')
    return { status: 400, body: { errors: { project: 'valid project is required' } } };
  if (typeof summary !== 'string' || summary.length > 255 || summary.includes('\n'))
    return { status: 400, body: { errors: { summary: 'The summary is invalid.' } } };
  if (labels.some((label) => /\s/.test(label) || label.length > 255) || !isDocument(fields.description))
    return {
      status: 400,
      body: { errors: { description: 'Operation value must be an Atlassian Document' } },
    };
  const key = `SEC-${issues.length + 1}`;
  issues.push({ key, type: 'Task', status: 'To Do', by: null, labels, fields, comments: [] });
  return { status: 201, body: { id: '10001', key, self: `https://jira/rest/api/3/issue/10001` } };
}

function search(issues: Issue[], { jql, fields }: Record<string, unknown>): ApiResponse {
  if (typeof jql !== 'string' || !Array.isArray(fields)) return { status: 400 };
  const label = /labels = "([^"]+)"/.exec(jql)?.[1];
  const found = issues.filter(({ labels, type }) =>
    label === undefined ? jql.includes(`issuetype = "${type}"`) : labels.includes(label),
  );
  return { status: 200, body: { issues: found.map(shown), isLast: true } };
}

/** True for a document whose text nodes have texts: Jira refuses empty ones. */
function isDocument(node: unknown): boolean {
  const check = (each: unknown): boolean => {
    const { type, text, content } = each as { type?: string; text?: string; content?: unknown[] };
    return typeof type === 'string' && (type !== 'text' || !!text) && (content ?? []).every(check);
  };
  return dig(node, 'type') === 'doc' && dig(node, 'version') === 1 && check(node);
}

import { type CallName, contract, limits } from '@scout/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../../../platform/http/refusal.ts';
import {
  authenticateFirst,
  type ChangeWork,
  changeAsAdmin,
  grantAccess,
  readAsAdmin,
  requestContext,
  requireStorableText,
} from '../../auth/index.ts';
import { discovery, serviceOf } from '../scim/discovery.ts';
import { CONTENT_TYPE, sendScimError } from '../scim/errors.ts';
import { parseFilter } from '../scim/filter.ts';
import { changeGroup, createGroup, deleteGroup, requireGroup } from '../scim/groups.ts';
import { changedUser, groupChanges } from '../scim/patch.ts';
import {
  isRequested,
  listOf,
  type Resource,
  type Selection,
  selected,
  toGroupResource,
  toUserResource,
  versionOfGroup,
  versionOfUser,
} from '../scim/resources.ts';
import { changeUser, createUser, deleteUser, requireUser } from '../scim/users.ts';
import { type Body, groupOf, userOf } from '../scim/values.ts';
import type { MemberContext, OrganizationServices } from '../services.ts';
import { groupCondition, userCondition } from '../sql/scimFilter.ts';
import { listScimGroups, membersOf, type ScimGroup } from '../sql/scimGroups.ts';
import { listScimUsers, type ScimUser } from '../sql/scimUsers.ts';

type ScimCall = Extract<CallName, `scim${string}`>;

/** A call with its input: parameters of the path with the query, or with the body. */
interface Call extends Selection {
  readonly context: MemberContext;
  readonly input: Body;
  readonly root: string;
  /** Versions that the caller accepts; undefined: any. */
  readonly ifMatch: string | undefined;
}

/** An answer: null is empty. */
interface Answer {
  readonly status?: number;
  readonly resource: Resource | null;
  readonly version?: string;
}

const read = ({ context }: Call) => readAsAdmin(context);
const idOf = ({ input }: Call) => String(input.id);

const answerUser = (user: ScimUser, call: Call, status = 200): Answer => ({
  status,
  resource: selected(toUserResource(user, call.root), call),
  version: versionOfUser(user),
});

async function answerGroup(
  work: Pick<ChangeWork, 'tx' | 'tenantId'>,
  group: ScimGroup,
  call: Call,
  status = 200,
): Promise<Answer> {
  const members = isRequested(call, 'members')
    ? await membersOf(work.tx, work.tenantId, [group.group_id], limits.scim.membersListed)
    : null;
  return {
    status,
    resource: selected(toGroupResource(group, members, call.root), call),
    version: versionOfGroup(group),
  };
}

/** Changes one person, if the version is still the one that the caller knows. */
const onUser = (call: Call, change: (work: ChangeWork, user: ScimUser) => Promise<Answer>): Promise<Answer> =>
  changeAsAdmin(call.context, async (work) => {
    const user = await requireUser(work, idOf(call));
    requireVersion(call, versionOfUser(user));
    return change(work, user);
  });

const onGroup = (
  call: Call,
  change: (work: ChangeWork, group: ScimGroup) => Promise<Answer>,
): Promise<Answer> =>
  changeAsAdmin(call.context, async (work) => {
    const group = await requireGroup(work, idOf(call));
    requireVersion(call, versionOfGroup(group));
    return change(work, group);
  });

const handlers: Readonly<Record<ScimCall, (call: Call) => Promise<Answer>>> = {
  scimService: async ({ root }) => ({ resource: serviceOf(root) }),
  scimResourceTypes: async ({ root }) => ({ resource: discovery.resourceTypes(root) }),
  scimResourceType: async ({ root, input }) => described(discovery.resourceType(root, String(input.name))),
  scimSchemas: async ({ root }) => ({ resource: discovery.schemas(root) }),
  scimSchema: async ({ root, input }) => described(discovery.schema(root, String(input.name))),

  async scimUsers(call) {
    const { first, ...page } = pageOf(call.input);
    const condition = filterOf(call, userCondition);
    const { total, users } = await listScimUsers(
      await read(call),
      call.context.member.tenantId,
      condition,
      page,
    );
    const resources = users.map((user) => selected(toUserResource(user, call.root), call));
    return { resource: listOf(resources, total, first) };
  },
  scimUsersCreate: (call) =>
    changeAsAdmin(call.context, async (work) =>
      answerUser(await createUser(work, userOf(call.input)), call, 201),
    ),
  scimUsersRead: async (call) =>
    answerUser(
      await requireUser({ tx: await read(call), tenantId: call.context.member.tenantId }, idOf(call)),
      call,
    ),
  scimUsersReplace: (call) =>
    onUser(call, async (work, user) =>
      answerUser(await changeUser(work, user, userOf(call.input, user)), call),
    ),
  scimUsersChange: (call) =>
    onUser(call, async (work, user) =>
      answerUser(await changeUser(work, user, changedUser(user, call.input)), call),
    ),
  scimUsersDelete: (call) =>
    onUser(call, async (work, user) => {
      await deleteUser(work, user);
      return { status: 204, resource: null };
    }),

  async scimGroups(call) {
    const { first, ...page } = pageOf(call.input);
    const condition = filterOf(call, groupCondition);
    const { tenantId } = call.context.member;
    const tx = await read(call);
    const { total, groups } = await listScimGroups(tx, tenantId, condition, page);
    const ids = groups.map(({ group_id }) => group_id);
    const most = limits.scim.membersListed;
    const wanted = isRequested(call, 'members') && ids.length > 0;
    const members = wanted ? await membersOf(tx, tenantId, ids, most + 1) : [];
    if (members.length > most) throw new Refusal('scim_too_many');
    const byGroup = Map.groupBy(members, ({ group_id }) => group_id);
    const resources = groups.map((group) =>
      selected(toGroupResource(group, wanted ? (byGroup.get(group.group_id) ?? []) : null, call.root), call),
    );
    return { resource: listOf(resources, total, first) };
  },
  scimGroupsCreate: (call) =>
    changeAsAdmin(call.context, async (work) =>
      answerGroup(work, await createGroup(work, groupOf(call.input)), call, 201),
    ),
  async scimGroupsRead(call) {
    const work = { tx: await read(call), tenantId: call.context.member.tenantId };
    return answerGroup(work, await requireGroup(work, idOf(call)), call);
  },
  scimGroupsReplace: (call) =>
    onGroup(call, async (work, group) => {
      const { display_name, external_id, members } = groupOf(call.input);
      const changed = await changeGroup(work, group, [
        { kind: 'name', name: display_name },
        { kind: 'external_id', id: external_id },
        { kind: 'replace', members },
      ]);
      return answerGroup(work, changed, call);
    }),
  scimGroupsChange: (call) =>
    onGroup(call, async (work, group) =>
      answerGroup(work, await changeGroup(work, group, groupChanges(call.input)), call),
    ),
  scimGroupsDelete: (call) =>
    onGroup(call, async (work, group) => {
      await deleteGroup(work, group);
      return { status: 204, resource: null };
    }),
};

/** Registers SCIM: separate routes, because directories send and expect `application/scim+json`, and errors in its form. */
export function registerScim(app: FastifyInstance, services: OrganizationServices): void {
  app.register(async (scope) => {
    scope.setErrorHandler(sendScimError);
    scope.addContentTypeParser(
      ['application/scim+json', 'application/json'],
      { parseAs: 'string', bodyLimit: limits.scim.bodyBytes },
      scope.getDefaultJsonParser('error', 'error'),
    );
    for (const name of Object.keys(handlers) as ScimCall[]) {
      const { route, meta, inputSchema } = contract[name]['~orpc'];
      scope.route({
        method: route.method!,
        url: route.path!.replace(/\{([^}]+)\}/g, ':$1'),
        onRequest: authenticateFirst(services, meta),
        handler: async (request, reply) => {
          const access = requestContext(services, request, reply);
          const {
            status = 200,
            resource,
            version,
          } = await grantAccess(meta, access, async (granted) => {
            const context = { ...access, ...granted } as MemberContext;
            if (context.member.apiToken?.userId !== null) throw new Refusal('scim_token');
            const input = inputSchema!.safeParse(inputOf(request));
            if (!input.success)
              throw new Refusal('invalid_input', { message: input.error.issues[0]!.message });
            requireStorableText(input.data);
            return handlers[name]({
              context,
              input: input.data as Body,
              root: `${services.origin()}/scim/v2`,
              ifMatch: request.headers['if-match'],
              ...(request.query as Selection),
            });
          });
          reply.status(status).header('cache-control', 'no-store').type(CONTENT_TYPE);
          if (version !== undefined) reply.header('etag', version);
          if (status === 201) reply.header('location', (resource!.meta as { location: string }).location);
          if (
            request.method === 'GET' &&
            version !== undefined &&
            lists(request.headers['if-none-match'], version)
          )
            return reply.status(304).send();
          return resource === null ? reply.send() : reply.send(JSON.stringify(resource));
        },
      });
    }
  });
}

/** The path's parameters are not the body's to change. */
function inputOf({ method, query, body, params }: FastifyRequest): Body {
  if (method === 'GET') return { ...(query as Body), ...(params as Body) };
  if (method === 'DELETE') return params as Body;
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new Refusal('scim_value', { message: 'The request needs an object.' });
  return { ...body, ...(params as Body) };
}

function pageOf({ startIndex, count }: Body): { first: number; offset: number; count: number } {
  const first = Math.max(1, Number(startIndex ?? 1));
  const wanted = Math.max(0, Number(count ?? limits.scim.pageSize));
  return { first, offset: first - 1, count: Math.min(wanted, limits.scim.pageSize) };
}

function filterOf<T>({ input }: Call, toCondition: (filter: ReturnType<typeof parseFilter>) => T): T | null {
  return typeof input.filter === 'string' && input.filter.trim() !== ''
    ? toCondition(parseFilter(input.filter))
    : null;
}

function described(resource: Resource | undefined): Answer {
  if (!resource) throw new Refusal('not_found');
  return { resource };
}

/** @throws Refusal scim_changed */
function requireVersion({ ifMatch }: Call, version: string): void {
  if (ifMatch !== undefined && !lists(ifMatch, version)) throw new Refusal('scim_changed');
}

/** True if a header names a version, as a weak or a strong one. */
const lists = (header: string | undefined, version: string): boolean =>
  header
    ?.split(',')
    .some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === version.slice(2)) ?? false;

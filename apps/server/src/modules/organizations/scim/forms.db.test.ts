import { createOrganization, startServer, type TestServer } from '@scout/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fresh } from '../../../testing/fresh.ts';
import { type Directory, directoryOf, type ScimBody } from './testing/directory.ts';

const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const CORE = 'urn:ietf:params:scim:schemas:core:2.0:User';
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

let server: TestServer;
let directory: Directory;
beforeAll(async () => {
  server = await startServer();
  directory = await directoryOf(server, await createOrganization(server, 'Northwind Bank'));
});
afterAll(() => server.stop());

const address = (name = 'ada') => `${fresh(name)}@northwind-bank.example`;
const patch = (...operations: ScimBody[]): ScimBody => ({ schemas: [PATCH_OP], Operations: operations });

let user: { id: string; userName: string };
beforeEach(async () => {
  const { body } = await directory.post('/Users', {
    schemas: [CORE, ENTERPRISE],
    externalId: fresh('e'),
    userName: address(),
    active: true,
    displayName: 'Ada',
    emails: [{ primary: true, type: 'work', value: address() }],
    name: { formatted: 'Ada Lovelace', familyName: 'Lovelace', givenName: 'Ada' },
    title: 'Countess',
    [ENTERPRISE]: { department: 'Numbers' },
    meta: { resourceType: 'User' },
  });
  user = body;
});

describe('PATCH of a person, as it is sent by', () => {
  const moved = address('moved');
  it.each<[string, ScimBody, object]>([
    [
      'Entra ID: words with capital letters, and texts for flags',
      patch({ op: 'Replace', path: 'active', value: 'False' }),
      { active: false },
    ],
    ['Entra ID: a flag', patch({ op: 'Replace', path: 'active', value: false }), { active: false }],
    [
      'Entra ID: several attributes, some of which are not kept',
      patch(
        { op: 'Add', path: 'name.givenName', value: 'Augusta' },
        { op: 'Replace', path: 'title', value: 'Dame' },
        { op: 'Add', path: `${ENTERPRISE}:department`, value: 'Engines' },
        { op: 'Add', path: 'phoneNumbers[type eq "work"].value', value: '+41' },
        { op: 'Replace', path: 'displayName', value: 'Augusta' },
      ),
      { name: { givenName: 'Augusta', familyName: 'Lovelace' }, displayName: 'Augusta' },
    ],
    [
      'Entra ID: the address for work',
      patch({ op: 'Replace', path: 'emails[type eq "work"].value', value: moved }),
      { emails: [{ value: moved, type: 'work', primary: true }] },
    ],
    [
      'Entra ID: an object without a path, with paths as names',
      patch({
        op: 'Add',
        value: {
          'name.familyName': 'King',
          displayName: 'Ada King',
          [`${ENTERPRISE}:department`]: 'Engines',
        },
      }),
      { name: { givenName: 'Ada', familyName: 'King' }, displayName: 'Ada King' },
    ],
    ['Entra ID: removal', patch({ op: 'Remove', path: 'displayName' }), { active: true }],
    ['Okta: active in an object', patch({ op: 'replace', value: { active: false } }), { active: false }],
    [
      'Okta: a name in an object',
      patch({ op: 'replace', value: { name: { givenName: 'Augusta', familyName: 'King' } } }),
      { name: { givenName: 'Augusta', familyName: 'King', formatted: 'Augusta King' } },
    ],
    [
      'others: with the name of the schema',
      patch({ op: 'replace', path: `${CORE}:displayName`, value: 'Countess' }),
      { displayName: 'Countess' },
    ],
  ])('%s', async (_name, body, expected) => {
    const changed = await directory.patch(`/Users/${user.id}`, body);
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject(expected);
    expect((await directory.get(`/Users/${user.id}`)).body).toEqual(changed.body);
  });

  it('Okta: the whole person, by PUT', async () => {
    const { id, userName } = user;
    const replaced = await directory.put(`/Users/${id}`, {
      schemas: [CORE],
      id,
      userName,
      name: { givenName: 'Another', middleName: 'Excited', familyName: 'User' },
      emails: [{ primary: true, value: userName, type: 'work', display: userName }],
      active: true,
      groups: [],
      meta: { resourceType: 'User' },
    });
    expect([replaced.status, replaced.body.name.givenName, replaced.body.displayName]).toEqual([
      200,
      'Another',
      undefined,
    ]);
  });
});

describe('PATCH of a group, as it is sent by', () => {
  const groupOf = async (members: readonly string[] = []) =>
    (
      await directory.post('/Groups', {
        displayName: fresh('Group'),
        members: members.map((value) => ({ value })),
      })
    ).body;
  const membersOf = async (id: string) =>
    ((await directory.get(`/Groups/${id}`)).body.members as { value: string }[]).map(({ value }) => value);

  it.each<[string, (id: string) => ScimBody, boolean]>([
    ['Entra ID: add', (value) => patch({ op: 'Add', path: 'members', value: [{ $ref: null, value }] }), true],
    [
      'Entra ID: remove by list',
      (value) => patch({ op: 'Remove', path: 'members', value: [{ $ref: null, value }] }),
      false,
    ],
    [
      'Entra ID: remove by filter',
      (value) => patch({ op: 'Remove', path: `members[value eq "${value}"]` }),
      false,
    ],
    ['Okta: add', (value) => patch({ op: 'add', path: 'members', value: [{ value, display: 'ada' }] }), true],
    ['Okta: remove', (value) => patch({ op: 'remove', path: `members[value eq "${value}"]` }), false],
    ['Okta: replace', (value) => patch({ op: 'replace', path: 'members', value: [{ value }] }), true],
    ['others: without a path', (value) => patch({ op: 'add', value: { members: [{ value }] } }), true],
    ['others: remove all', () => patch({ op: 'remove', path: 'members' }), false],
  ])('%s', async (_name, body, isIn) => {
    const group = await groupOf(isIn ? [] : [user.id]);
    const changed = await directory.patch(`/Groups/${group.id}`, body(user.id));
    expect(changed.status).toBe(200);
    expect(await membersOf(group.id)).toEqual(isIn ? [user.id] : []);
  });

  it('Okta and Entra ID: another name; Okta with its id', async () => {
    const group = await groupOf([user.id]);
    const [first, second] = [fresh('Renamed'), fresh('Renamed')];
    await directory.patch(
      `/Groups/${group.id}`,
      patch({ op: 'replace', value: { id: group.id, displayName: first } }),
    );
    expect((await directory.get(`/Groups/${group.id}`)).body.displayName).toBe(first);
    await directory.patch(
      `/Groups/${group.id}`,
      patch({ op: 'Replace', path: 'displayName', value: second }),
    );
    expect((await directory.get(`/Groups/${group.id}?excludedAttributes=members`)).body).toMatchObject({
      displayName: second,
    });
    expect(await membersOf(group.id)).toEqual([user.id]);
    expect((await directory.delete(`/Groups/${group.id}`)).status).toBe(204);
    expect((await directory.get(`/Users/${user.id}`)).body.active).toBe(true);
  });
});

describe('a filter', () => {
  const found = async (filter: string, kind = 'Users') => {
    const { status, body } = await directory.get(`/${kind}?filter=${encodeURIComponent(filter)}`);
    expect([filter, status]).toEqual([filter, 200]);
    return (body.Resources as { id: string }[]).map(({ id }) => id);
  };

  it.each<(person: { userName: string; externalId: string; emails: { value: string }[] }) => string>([
    ({ userName }) => `userName eq "${userName}"`,
    ({ userName }) => `USERNAME Eq "${userName.toUpperCase()}"`,
    ({ userName }) => `${CORE}:userName eq "${userName}"`,
    ({ externalId }) => `externalId eq "${externalId}"`,
    ({ emails }) => `emails eq "${emails[0]!.value}"`,
    ({ emails }) => `emails.value eq "${emails[0]!.value}"`,
    ({ emails }) => `emails[type eq "work"].value eq "${emails[0]!.value}"`,
    ({ emails }) => `emails[type eq "work" and value co "${emails[0]!.value.slice(2, 40)}"]`,
    ({ userName }) => `userName sw "${userName.slice(0, 38)}" and active eq true`,
    ({ userName }) => `userName ew "${userName.slice(3)}" and not (displayName eq "Bo")`,
    ({ userName }) => `(userName eq "x" or userName eq "${userName}") and displayName pr`,
    ({ userName }) => `userName eq "${userName}" and meta.lastModified gt "2020-01-01T00:00:00Z"`,
  ])('%s finds', async (filter) => {
    const { body } = await directory.get(`/Users/${user.id}`);
    expect(await found(filter(body))).toEqual([user.id]);
  });

  it('of groups finds by name and by member', async () => {
    const { body } = await directory.post('/Groups', {
      displayName: fresh('Ours'),
      members: [{ value: user.id }],
    });
    expect(await found(`displayName eq "${body.displayName}"`, 'Groups')).toEqual([body.id]);
    expect(await found(`members eq "${user.id}"`, 'Groups')).toEqual([body.id]);
    expect(await found(`id eq "${body.id}" and members.value eq "${user.id}"`, 'Groups')).toEqual([body.id]);
  });

  it.each([
    'userName',
    'userName eq',
    'userName eq ada',
    'userName like "a"',
    'password eq "x"',
    'userName eq "a" and',
    '(userName eq "a"',
    'userName eq "a")',
    'emails[type eq "work"',
    'userName eq "a" \u0000',
    'active gt true',
    'meta.created gt "yesterday"',
    `${'('.repeat(300)}userName pr${')'.repeat(300)}`,
    `${'not ('.repeat(50)}userName pr${')'.repeat(50)}`,
    Array.from({ length: 60 }, () => 'active pr').join(' or '),
    `userName eq "${'a'.repeat(2000)}"`,
    '"'.repeat(999),
    `${'\\'.repeat(500)}"${'\\'.repeat(400)}`,
  ])('%j is refused at once', async (filter) => {
    const begun = performance.now();
    const { status, body } = await directory.get(`/Users?filter=${encodeURIComponent(filter)}`);
    expect([status, body.status]).toEqual([400, '400']);
    expect(['invalidFilter', 'invalidPath', 'invalidValue']).toContain(body.scimType);
    expect(performance.now() - begun).toBeLessThan(2_000);
  });

  it.each(['%', '_', "' OR 1=1 --", '\\', '*'])('takes %j as it is', async (text) => {
    expect(await found(`userName co ${JSON.stringify(text)}`)).toEqual([]);
  });
});

describe('lists', () => {
  it('come by page, and count all', async () => {
    const ids: string[] = [];
    for (let startIndex = 1; ; startIndex += 2) {
      const { body } = await directory.get(`/Users?startIndex=${startIndex}&count=2&attributes=userName`);
      expect(body).toMatchObject({
        schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
        startIndex,
      });
      for (const each of body.Resources)
        expect(Object.keys(each).sort()).toEqual(['id', 'meta', 'schemas', 'userName']);
      ids.push(...body.Resources.map(({ id }: { id: string }) => id));
      if (ids.length >= body.totalResults) break;
    }
    expect(new Set(ids).size).toBe(ids.length);
    const none = await directory.get('/Users?count=0');
    expect([none.body.Resources, none.body.totalResults]).toEqual([[], ids.length]);
    expect((await directory.get('/Users?startIndex=-5&count=-1')).body.startIndex).toBe(1);
    expect((await directory.get('/Users?count=1000000')).body.itemsPerPage).toBeLessThanOrEqual(200);
    expect((await directory.get('/Users?count=many')).status).toBe(400);
  });
});

describe('a request that is not valid', () => {
  it.each<[string, (id: string) => ScimBody | string, string]>([
    ['no operations', () => ({ schemas: [PATCH_OP] }), 'invalidValue'],
    ['an unknown operation', () => patch({ op: 'move', path: 'active' }), 'invalidValue'],
    ['a path that is none', () => patch({ op: 'replace', path: 'emails[', value: 1 }), 'invalidPath'],
    ['a removal of nothing', () => patch({ op: 'remove' }), 'invalidPath'],
    ['no flag', () => patch({ op: 'replace', path: 'active', value: 'perhaps' }), 'invalidValue'],
    ['no address', () => patch({ op: 'replace', path: 'emails', value: [{ value: 'ada' }] }), 'invalidValue'],
    [
      'too many',
      () => patch(...Array.from({ length: 1_001 }, () => ({ op: 'add', path: 'title', value: 'x' }))),
      'invalidValue',
    ],
    ['no JSON', () => '{', 'invalidSyntax'],
    ['a prototype', () => '{"__proto__": {"active": false}}', 'invalidSyntax'],
  ])('%s: the type of error says so', async (_name, body, scimType) => {
    const refused = await directory.patch(`/Users/${user.id}`, body(user.id) as ScimBody);
    expect([refused.status, refused.body.scimType]).toEqual([400, scimType]);
    expect(refused.body.schemas).toEqual(['urn:ietf:params:scim:api:messages:2.0:Error']);
    expect((await directory.get(`/Users/${user.id}`)).body.active).toBe(true);
  });
});

describe('the description', () => {
  it('says what is supported, and names every attribute', async () => {
    const { body } = await directory.get('/ServiceProviderConfig');
    expect(body).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      filter: { supported: true, maxResults: 200 },
      etag: { supported: true },
      sort: { supported: false },
    });
    const types = (await directory.get('/ResourceTypes')).body.Resources as { id: string; schema: string }[];
    expect(types.map(({ id }) => id)).toEqual(['User', 'Group']);
    for (const { id, schema } of types) {
      expect((await directory.get(`/ResourceTypes/${id}`)).body.schema).toBe(schema);
      expect((await directory.get(`/Schemas/${schema}`)).body.attributes.length).toBeGreaterThan(1);
    }
    expect((await directory.get('/Schemas/nothing')).status).toBe(404);
  });
});

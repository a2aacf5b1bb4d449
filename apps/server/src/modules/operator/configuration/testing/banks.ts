import { readFileSync } from 'node:fs';
import { clientOf, seedAccount, seedMember, startServer, type TestServer } from '@scout/testkit';
import { organizationWithAdmin, type TestPerson } from '../../../../testing/people.ts';

const document = readFileSync(
  new URL('../../../../../../../docs/configuration-as-code.md', import.meta.url),
  'utf8',
);
/** The example of the document. */
const example = /```yaml\n([\s\S]+?)```/.exec(document)![1]!;
/** Values behind its references. */
export const secrets = {
  'env SCOUT_CHANNEL_SIEM_SECRET': `whsec_${Buffer.alloc(32, 1).toString('base64')}`,
  'env SCOUT_CHANNEL_SECURITY_ROOM_URL': 'https://hooks.slack.com/services/T0/B0/very-secret',
  'file client-secret.txt': 'the client secret\n'.replaceAll(' ', '-'),
};
/** The same by the names of an export. */
export const exportedSecrets = {
  ...secrets,
  'env SCOUT_SSO_CLIENT_SECRET': secrets['file client-secret.txt'],
};
/** The time of the example. */
export const NOW = Date.parse('2026-12-01T12:00:00Z');

/** A server at the time of the example. */
export const startServerThen = (): Promise<TestServer> => startServer({ clock: { now: () => NOW } });

type Applied = ReturnType<ReturnType<typeof operatorOf>['operatorConfigurationApply']>;

/** An organization to configure. */
export interface Bank {
  readonly server: TestServer;
  readonly tenantId: string;
  readonly admin: TestPerson;
  /** The example of the document, with this organization's people. */
  readonly text: string;
  apply(text: string, given?: Record<string, string>): Applied;
  plan(text: string, given?: Record<string, string>): Applied;
  /** Without its first line, which names the server. */
  exported(): Promise<string>;
}

/** The operator's calls. */
export const operatorOf = (server: TestServer) => clientOf(server, server.operatorToken).api;

/** An organization with the accounts of the example; its people have the addresses `NAME@DOMAIN`. */
export async function createBank(server: TestServer): Promise<Bank> {
  const { tenantId, admin, domain } = await organizationWithAdmin(server);
  await server.database.asOwner(async (owner) => {
    for (const name of ['svc.backup', 'svc.restore', 'svc.other'])
      await seedAccount((sql, values) => owner.query(sql, values), tenantId, name);
  });
  await seedMember(server.database, tenantId, { email: `kim@${domain}` });
  const applied = (text: string, given: Record<string, string>, plan: boolean) =>
    operatorOf(server).operatorConfigurationApply({ tenant_id: tenantId, text, secrets: given, plan });
  return {
    server,
    tenantId,
    admin,
    text: example
      .replaceAll('ada@northwind.example', admin.email)
      .replaceAll('@northwind.example', `@${domain}`),
    apply: (text, given = secrets) => applied(text, given, false),
    plan: (text, given = secrets) => applied(text, given, true),
    async exported() {
      const { text } = await operatorOf(server).operatorConfigurationExport({ tenant_id: tenantId });
      const [first, ...lines] = text.split('\n');
      if (first !== `# yaml-language-server: $schema=${server.url}/scout.schema.json`) throw new Error(first);
      return lines.join('\n');
    },
  };
}

/** The lines of a plan. */
export const subjects = ({ changes }: Awaited<Applied>): string[] =>
  changes.map(({ sign, subject, text }) => `${sign} ${subject}${text && `: ${text}`}`);

/** The answer when nothing differs. */
export const nothing = { problems: [], changes: [], applied: false };

/** Everything that a test compares before and after. */
export async function stateOf({ server, tenantId }: Bank): Promise<string> {
  return server.database.asOwner(async (owner) => {
    const tables = [
      'tenants',
      'detection_settings',
      'service_accounts',
      'case_exceptions',
      'channels',
      'channel_secrets',
      'group_roles',
      'memberships',
      'sso_connections',
      'sso_secrets',
      'sso_break_glass',
      'audit_logs',
    ];
    const rows = [];
    for (const table of tables) {
      const found = await owner.query(
        `SELECT to_jsonb(t)::text AS row FROM scout.${table} t WHERE tenant_id = $1 ORDER BY 1`,
        [tenantId],
      );
      rows.push(...found.rows.map(({ row }: { row: string }) => `${table} ${row}`));
    }
    return rows.join('\n');
  });
}

import { Kysely, PostgresDialect } from 'kysely';
import { PostgresDialect as Dialect, generate, RawExpressionNode } from 'kysely-codegen';
import pg from 'pg';

const OUTCOME_OF_A_CASE = "'misuse' | 'expected' | 'false'";

/** Columns whose type says more than PostgreSQL's: values that a check permits, and the shape of JSON. Null is added where it may be. */
const columns = {
  'auth.factors.factor_type': "'totp' | 'phone'",
  'auth.factors.status': "'unverified' | 'verified'",
  'auth.keys.purpose': 'KeyPurpose',
  'auth.passkey_challenges.purpose': "'add' | 'prove' | 'sign-in'",
  'agent_gaps.reason': 'GapReason',
  'agent_group_versions.settings': 'JsonText<GroupSettings>',
  'agents.audit': 'JsonText<AgentAudit>',
  'agents.configuration': 'JsonText<ConfigurationReport>',
  'agents.joined_by': 'JoinWay',
  'agents.names': 'JsonText<NamesReport>',
  'agents.sources': 'JsonText<AgentSource[]>',
  'agents.upgrade': 'JsonText<UpgradeReport>',
  'alert_messages.kind': "'opened' | 'graver' | 'gained'",
  'alert_messages.names': 'Generated<JsonText<string[]>>',
  'alert_messages.outcome': "'sent' | 'summarized' | 'dropped'",
  'alert_messages.severity': 'Severity',
  'alert_preferences.delivery': "Generated<'each' | 'daily'>",
  'alert_preferences.min_severity': 'Generated<Severity>',
  'assessment_requests.version': 'ColumnType<string, number, number>',
  'audit_logs.details': 'ColumnType<Record<string, unknown>, string | undefined, never>',
  'audit_logs.occurred_at': 'ReadOnly<Date>',
  'batch_bodies.encoding': "'gzip' | 'zstd' | 'identity'",
  'batches.rejections': 'Generated<JsonText<unknown>>',
  'batches.stored_in': 'ColumnType<string, undefined, never>',
  'case_changes.closed_as': OUTCOME_OF_A_CASE,
  'case_changes.kind': "'acknowledged' | 'closed' | 'reopened' | 'assigned' | 'ticket' | 'change'",
  'cases.accounts': 'Generated<JsonText<string[]>>',
  'cases.closed_as': OUTCOME_OF_A_CASE,
  'cases.destinations': 'Generated<JsonText<string[]>>',
  'cases.person_level': 'PersonLevel',
  'cases.persons': 'Generated<JsonText<CasePerson[]>>',
  'cases.reasons': 'Generated<JsonText<CaseReason[]>>',
  'cases.severity': 'Severity',
  'cases.sources': 'Generated<JsonText<string[]>>',
  'cases.status': "Generated<'open' | 'acknowledged' | 'closed'>",
  'channel_deliveries.kind': "'opened' | 'graver' | 'gained' | 'closed' | 'reopened' | 'changes' | 'test'",
  'channel_deliveries.outcome': "'delivered' | 'failed' | 'dropped'",
  'channels.settings': "JsonText<import('@scout/contract').TicketSettings>",
  'channels.format': "Generated<'scout' | 'ecs' | 'ocsf' | 'cef' | 'chat' | 'ticket'>",
  'channels.kind':
    "Generated<'webhook' | 'slack' | 'teams' | 'syslog' | 'pagerduty' | 'opsgenie' | 'jira' | 'servicenow'>",
  'channels.min_severity': 'Severity',
  'demo_requests.company_size': 'CompanySize',
  'demo_requests.kind': 'DemoRequestKind',
  // A table has the same name.
  'detection_settings.settings': "JsonText<import('@scout/detection').DetectionSettings>",
  'findings.accounts': 'Generated<JsonText<string[]>>',
  'findings.destinations': 'Generated<JsonText<string[]>>',
  'findings.events': 'Generated<JsonText<CaseEvent[]>>',
  'findings.person_level': 'PersonLevel',
  'findings.persons': 'Generated<JsonText<CasePerson[]>>',
  'findings.reasons': 'Generated<JsonText<CaseReason[]>>',
  'findings.severity': 'Severity',
  'findings.sources': 'Generated<JsonText<string[]>>',
  'findings.statement': 'JsonText<object>',
  'group_roles.role': 'MembershipRole',
  'invitations.role': 'Generated<MembershipRole>',
  'memberships.role': 'MembershipRole',
  'memberships.status': 'MembershipStatus',
  'organization_domains.admission': 'Generated<MembershipStatus>',
  'organization_domains.method': 'ReadOnly<VerificationMethod>',
  'organization_domains.state': 'DomainState',
  'organization_domains.txt_value': 'ReadOnly<string>',
  'organization_domains.verified_at': 'ReadOnly<Date>',
  'owner_review_accounts.decision': "'keep' | 'change' | 'remove'",
  'saved_views.page': 'ViewPage',
  'service_accounts.contract': 'JsonText<object>',
  'service_accounts.contract_draft': 'JsonText<object>',
  'service_accounts.known_by': "'name' | 'list' | 'behaviour' | 'directory'",
  'sso_connections.admission': 'Generated<MembershipStatus>',
  'sso_attempts.proven': 'JsonText<ProvenResponse>',
  'sso_connections.metadata': 'JsonText<object>',
  'sso_connections.protocol': 'Generated<SsoProtocol>',
  'sso_connections.state': 'Generated<SsoState>',
  'sso_connections.test': 'JsonText<SsoTest>',
} as const;

/** The files of types: a schema of the database each, with what its columns import. */
export const typeFiles = [
  {
    schema: 'scout',
    path: 'apps/server/src/platform/database/schema.ts',
    imports: {
      '@scout/contract':
        'AgentAudit, AgentSource, CompanySize, ConfigurationReport, DemoRequestKind, DomainState, GapReason, JoinWay, NamesReport, SsoProtocol, SsoState, SsoTest, UpgradeReport, VerificationMethod, ViewPage',
      '@scout/contract/agentConfiguration': 'GroupSettings',
      './columns.ts':
        'CaseEvent, CasePerson, CaseReason, JsonText, MembershipRole, MembershipStatus, PersonLevel, ReadOnly, Severity',
    },
  },
  {
    schema: 'auth',
    path: 'apps/server/src/modules/auth/schema.ts',
    imports: {
      '../../platform/database/columns.ts': 'JsonText',
      './keyring.ts': 'KeyPurpose',
      './sql/signOns.ts': 'ProvenResponse',
    },
  },
];

/** The text of a file of types, from a database that has every migration. */
export async function schemaTypes(
  databaseUrl: string,
  { schema, imports }: (typeof typeFiles)[number],
): Promise<string> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  const db = new Kysely({ dialect: new PostgresDialect({ pool }) });
  try {
    const types = await generate({
      db,
      dialect: new Dialect(),
      defaultSchemas: [schema],
      includePattern: `${schema}.*`,
      overrides: {
        columns: Object.fromEntries(
          Object.entries(columns).map(([column, type]) => [column, new RawExpressionNode(type)]),
        ),
      },
    });
    const lines = Object.entries(imports).map(
      ([module, names]) => `import type { ${names} } from "${module}";\n`,
    );
    return types.replace('import type { ColumnType }', `${lines.join('')}$&`);
  } finally {
    await db.destroy();
  }
}

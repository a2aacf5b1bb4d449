import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isTest } from './imports.ts';

const source = join(import.meta.dirname, '../../apps/server/src');
const STATEMENT =
  /\b(selectFrom|insertInto|updateTable|deleteFrom|selectNoFrom)\(|\bsql(<[^`]*>)?`|\.query(<.*>)?\(/;

/** Files that still have statements among other things. A file that has none any more is removed from the list. */
const MIXED: readonly string[] = [
  'modules/alerts/changeAlertRecipient.ts',
  'modules/alerts/changeChannels.ts',
  'modules/alerts/dispatch.ts',
  'modules/alerts/jobs/alerts.ts',
  'modules/alerts/jobs/deliveries.ts',
  'modules/alerts/unsubscribe/links.ts',
  'modules/auth/accessToken.ts',
  'modules/auth/agentCredential.ts',
  'modules/auth/calling/asAdmin.ts',
  'modules/auth/factors.ts',
  'modules/auth/keyring.ts',
  'modules/auth/passwords.ts',
  'modules/auth/prepareKeyring.ts',
  'modules/auth/rates.ts',
  'modules/auth/registration.ts',
  'modules/auth/removal.ts',
  'modules/auth/reseal.ts',
  'modules/auth/rotation.ts',
  'modules/auth/sessions.ts',
  'modules/auth/tokenSigner.ts',
  'modules/auth/users.ts',
  'modules/billing/payments/applyPayments.ts',
  'modules/billing/payments/cancelSubscriptions.ts',
  'modules/billing/subscriptions/advance.ts',
  'modules/billing/subscriptions/deleteRequested.ts',
  'modules/billing/subscriptions/mailSubscription.ts',
  'modules/cases/assessor/trial/thread.ts',
  'modules/cases/assessor/trial/trialThreads.ts',
  'modules/cases/assessor/trial/trySettings.ts',
  'modules/events/jobs/partitions.ts',
  'modules/events/updates/listener.ts',
  'modules/ingest/naming.ts',
  'modules/ingest/storeGroup.ts',
  'modules/operator/audit/forwarding.ts',
  'modules/operator/backup/ownersDatabase.ts',
  'modules/operator/backup/restoreDatabase.ts',
  'modules/operator/backup/writeBackup.ts',
  'modules/operator/firstOrganization.ts',
  'modules/operator/jobs/operatorMails.ts',
  'modules/operator/support/database.ts',
  'modules/organizations/changeDeletion.ts',
  'modules/organizations/changeMember.ts',
  'modules/organizations/changeRecipients.ts',
  'modules/organizations/changeRetention.ts',
  'modules/organizations/changeSettings.ts',
  'modules/reports/jobs/ownerReviews.ts',
  'modules/reports/jobs/reports.ts',
  'modules/reports/ownerReviews/askOwners.ts',
  'modules/reports/ownerReviews/record.ts',
  'modules/sample/register.ts',
  'modules/sample/removal.ts',
  'platform/http/webFiles.ts',
  'platform/mail/mail.ts',
];

it('SQL stands in the `sql` of its module, or in the platform’s database', () => {
  const files = globSync('**/*.ts', { cwd: source }).filter(
    (path) => !isTest(path) && !/^(modules\/\w+\/sql|platform\/database)\//.test(path),
  );
  expect(files.length).toBeGreaterThan(300);
  const found = files.filter((path) => STATEMENT.test(readFileSync(join(source, path), 'utf8')));
  expect(found.sort()).toEqual([...MIXED].sort());
});

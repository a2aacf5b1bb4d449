import { type DirectoryAccount, postureText } from '@scout/contract';
import { formatCount, Mono, Panel, Time } from '@scout/ui';
import { timeZone } from '../../../events/clock.ts';
import { visible } from '../../incidents/rawText.ts';
import { directoryKinds } from '../words.ts';
import { Fact } from './Fact.tsx';

/** An account as a directory has it, and what that makes possible. */
export function DirectoryPanel({ account }: { account: DirectoryAccount }) {
  const { privileged_groups: groups, posture, spns, spns_total: total, from_catalog: isPart } = account;
  return (
    <Panel title="Directory" description={<Freshness of={account} />}>
      <dl className="grid gap-x-8 gap-y-3 text-body md:grid-cols-3">
        <Fact name="Kind">
          {directoryKinds[account.kind]}
          {account.is_enabled ? '' : ', disabled'}
        </Fact>
        <Fact name="Password set">
          {account.password_set_at === null ? (
            orUnknown(isPart, 'Never, or to be changed at the next sign-in')
          ) : (
            <Time value={account.password_set_at} timeZone={timeZone} />
          )}
        </Fact>
        <Fact name="Last sign-in, up to 14 days late">
          {account.signed_in_at === null ? 'None' : <Time value={account.signed_in_at} timeZone={timeZone} />}
        </Fact>
        <Fact name="Managed by">
          {account.managed_by === null ? orUnknown(isPart, 'Nobody named') : visible(account.managed_by)}
          {account.group !== null &&
            `; ${visible(account.group.managed_by)} manages its group ${visible(account.group.name)}`}
        </Fact>
        <Fact name="Privileged groups">
          {groups.length === 0 ? orUnknown(isPart, 'None') : groups.map((group) => visible(group)).join(', ')}
        </Fact>
        <Fact name="Service principal names">
          {total === 0 ? (
            'None'
          ) : (
            <ul>
              {spns.map((spn) => (
                <li key={spn}>
                  <Mono value={visible(spn)} plain />
                </li>
              ))}
              {total > spns.length && <li>{`and ${formatCount(total - spns.length)} more`}</li>}
            </ul>
          )}
        </Fact>
        <Fact name="Location">
          <Mono value={visible(account.dn)} plain />
        </Fact>
      </dl>
      {posture.length > 0 && (
        <ul className="mt-3 list-disc border-t border-stroke-subtle pt-3 pl-4 text-body">
          {posture.map((each) => (
            <li key={each}>{postureText(each)}</li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** What a missing value means: a global catalog has no such value of any account. */
const orUnknown = (isPart: boolean, words: string): string => (isPart ? 'Not in the global catalog' : words);

/** The directory, and how old its last good state is. */
function Freshness({ of: { directory, domain, synced_at, failing_since } }: { of: DirectoryAccount }) {
  return (
    <>
      {visible(directory)}
      {domain !== null && ` (${visible(domain)})`}, {failing_since === null ? 'read' : 'last read'}{' '}
      <Time value={synced_at} timeZone={timeZone} />
      {failing_since !== null && (
        <>
          {'; failing since '}
          <Time value={failing_since} timeZone={timeZone} />
        </>
      )}
    </>
  );
}

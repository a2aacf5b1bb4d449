import { type GroupRole, limits, roleTable } from '@scout/contract';
import { actionColumn, type Column, DataTable, EmptyState, ErrorState, Panel, Skeleton } from '@scout/ui';
import { messageOf } from '../../../../api/error.ts';
import { useMay } from '../../../../session/organization.ts';
import { CopyLine } from '../../CopyLine.tsx';
import { RowButton } from '../../RowButton.tsx';
import { GroupRoleForm } from './GroupRoleForm.tsx';
import { useGroupRoles, useRemoveGroupRole } from './groupRoles.ts';

/** Provisioning by the organization's directory, and which of its groups gives which role. */
export function ProvisioningPanel() {
  const may = useMay();
  const found = useGroupRoles();
  const remove = useRemoveGroupRole();
  const columns: Column<GroupRole>[] = [
    { id: 'group', header: 'Group', kind: 'mono', value: ({ group }) => group, minWidth: 140 },
    { id: 'role', header: 'Role', kind: 'text', value: ({ role }) => roleTable[role].label, minWidth: 80 },
    ...(may('groupRolesRemove')
      ? [
          actionColumn<GroupRole>(100, ({ group }) => (
            <RowButton
              access="admin"
              label={`Remove the role of ${group}`}
              onPress={() => remove.mutate({ group })}
            >
              Remove
            </RowButton>
          )),
        ]
      : []),
  ];
  return (
    <Panel title="Provisioning and roles" span={12} description="SCIM 2.0">
      {found.isError && found.data === undefined ? (
        <ErrorState
          title="Roles by groups could not be loaded"
          safe="Nobody’s role has changed."
          nextStep="Try again in a moment."
          detail={messageOf(found.error)}
          onRetry={() => void found.refetch()}
          retrying={found.isFetching}
        />
      ) : found.data === undefined ? (
        <Skeleton shape="table" label="Provisioning and roles" lines={3} columns={2} />
      ) : (
        <div className="grid gap-x-8 gap-y-6 pt-1 lg:grid-cols-2">
          <div className="flex min-w-0 flex-col gap-3">
            <p className="text-body text-content-muted">
              Enter this address in your directory, with an API token of the organization that has the scope
              members:provision.
            </p>
            <CopyLine label="SCIM URL" value={found.data.scim_url} />
            <p className="text-body text-content-muted">
              {`Provisioned people: ${found.data.users.toLocaleString('en-US')}, groups: ${found.data.groups.length.toLocaleString('en-US')}.`}
            </p>
          </div>
          <div className="flex min-w-0 flex-col gap-3">
            <p className="text-body text-content-muted">
              With any group here, roles follow groups: the most powerful counts, and people in none of these
              groups are members.
            </p>
            {may('groupRolesAdd') && <GroupRoleForm offers={found.data.groups} />}
            <DataTable
              caption={`Roles by groups, ${found.data.roles.length} of ${limits.groupRoles.most}`}
              name="group-roles"
              columns={columns}
              rows={found.data.roles}
              rowKey={({ group }) => group}
              maxHeight={320}
              empty={
                <EmptyState reason="waiting" title="No group gives a role">
                  Admins give roles one by one.
                </EmptyState>
              }
            />
          </div>
        </div>
      )}
    </Panel>
  );
}

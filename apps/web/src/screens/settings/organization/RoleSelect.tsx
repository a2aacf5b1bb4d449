import { type Role, roleTable } from '@scout/contract';
import { Select } from '@scout/ui';

interface RoleSelectProps<R extends Role> {
  /** Accessible name when no field provides one. */
  label?: string;
  roles: readonly R[];
  value: R;
  onValueChange: (role: R) => void;
}

/** A choice among roles. */
export function RoleSelect<R extends Role>({ label, roles, value, onValueChange }: RoleSelectProps<R>) {
  return (
    <span className="shrink-0 sm:w-36">
      <Select
        {...(label !== undefined && { label })}
        options={roles.map((role) => ({ value: role, label: roleTable[role].label }))}
        value={value}
        onValueChange={onValueChange}
      />
    </span>
  );
}

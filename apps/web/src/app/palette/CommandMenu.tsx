import { type Command, type CommandGroup, CommandPalette, formatCount } from '@scout/ui';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { timeZone } from '../../events/clock.ts';
import { createFiguresSnapshot } from '../../events/figuresSnapshot.ts';
import type { Organization } from '../../session/organization.ts';
import { useDensity, useTheme } from '../../shell/appearance.ts';
import { type FoundName, namesAmong } from './names.ts';
import { screens } from './screens.ts';

interface CommandMenuProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  organization: Organization;
  onLogOut: () => void;
}

const themes = [
  { value: 'light', label: 'Light theme' },
  { value: 'dark', label: 'Dark theme' },
  { value: 'system', label: 'Theme of the system' },
] as const;

const densities = [
  { value: 'regular', label: 'Regular rows' },
  { value: 'compact', label: 'Compact rows' },
] as const;

/** The command palette: every screen, every name in the current figures, and settings of this browser. */
export default function CommandMenu({ open, onOpenChange, organization, onLogOut }: CommandMenuProps) {
  const navigate = useNavigate();
  const [theme, chooseTheme] = useTheme();
  const [density, chooseDensity] = useDensity();

  const { tenant_id } = organization.tenant;
  // Read again each time it opens, because figures change.
  const names = useMemo(
    () => (open ? namesAmong(createFiguresSnapshot(window.localStorage, tenant_id, timeZone)) : []),
    [open, tenant_id],
  );
  const namesOf = (label: string, wanted: (name: FoundName) => boolean): CommandGroup[] => {
    const items = names.filter(wanted).map(({ kind, name, count, path }) => ({
      id: `${kind} ${name}`,
      label: name,
      mono: true,
      note: <span className="font-mono">{formatCount(count)}</span>,
      run: () => void navigate(path),
    }));
    return items.length === 0 ? [] : [{ label, items }];
  };

  const choices: Command[] = [
    ...themes.map(({ value, label }) => ({
      id: `theme ${value}`,
      label,
      words: 'appearance color colour',
      ...(value === theme && { note: 'Current' }),
      run: () => chooseTheme(value),
    })),
    ...densities.map(({ value, label }) => ({
      id: `density ${value}`,
      label,
      words: 'density tables',
      ...(value === density && { note: 'Current' }),
      run: () => chooseDensity(value),
    })),
    { id: 'log out', label: 'Log Out', words: 'sign out leave', run: onLogOut },
  ];
  const groups: CommandGroup[] = [
    {
      label: 'Go to',
      items: screens.map(({ path, label, words }) => ({
        id: path,
        label,
        ...(words && { words }),
        run: () => void navigate(path),
      })),
    },
    ...namesOf('Service accounts', ({ kind }) => kind === 'account'),
    ...namesOf('Acting users', ({ kind }) => kind === 'user'),
    ...namesOf('Hosts', ({ kind }) => kind === 'computer' || kind === 'server'),
    { label: 'Here', items: choices },
  ];
  return (
    <CommandPalette
      open={open}
      onOpenChange={onOpenChange}
      label="Search screens, accounts, users and hosts"
      placeholder="Screens, accounts, users, hosts"
      groups={groups}
    />
  );
}

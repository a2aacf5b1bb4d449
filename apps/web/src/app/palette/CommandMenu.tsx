import { type Command, type CommandGroup, CommandPalette } from '@scout/ui';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { mayOpen } from '../../session/openPages.ts';
import { useIsAdmin, useMay, useOrganization, useRole } from '../../session/organization.ts';
import { useDensity, useTheme } from '../../shell/appearance.ts';
import { copyText } from '../../shell/copyText.ts';
import { type PageAction, pageActions } from '../../shell/pageActions.ts';
import { useStore } from '../../store/useStore.ts';
import { isAllowed } from './allowed.ts';
import { recentFirst, useRecent } from './recent.ts';
import { screens } from './screens.ts';
import { useFound } from './useFound.ts';

interface CommandMenuProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onKeys: () => void;
  onLogOut: () => void;
}

const themes = [
  { value: 'light', label: 'Light theme' },
  { value: 'dark', label: 'Dark theme' },
  { value: 'system', label: 'System theme' },
] as const;

const densities = [
  { value: 'regular', label: 'Regular rows' },
  { value: 'compact', label: 'Compact rows' },
] as const;

/** The command palette: recent entries, the page's actions, screens, names, and settings of this browser. */
export default function CommandMenu({ open, onOpenChange, onKeys, onLogOut }: CommandMenuProps) {
  const navigate = useNavigate();
  const { tenant } = useOrganization();
  const [theme, chooseTheme] = useTheme();
  const [density, chooseDensity] = useDensity();
  const [recent, remember] = useRecent(tenant.tenant_id);
  const [typed, setTyped] = useState('');
  const found = useFound(open, typed);
  const may = useMay();
  const isAdmin = useIsAdmin();
  const role = useRole();
  const actions = useStore(pageActions).filter(({ access, call }) =>
    isAllowed(access, {
      isAdmin: isAdmin || (call !== undefined && may(call)),
      isSubscribed: tenant.is_subscribed,
    }),
  );

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
    { id: 'keys', label: 'Keyboard shortcuts', words: 'help ?', keys: ['?'], run: onKeys },
    { id: 'log out', label: 'Log Out', words: 'sign out leave', run: onLogOut },
  ];
  const groups: CommandGroup[] = [
    {
      label: 'On this page',
      items: [
        ...commandsOf(actions.filter(({ ofRow }) => !ofRow)),
        {
          id: 'action Copy link to this page',
          label: 'Copy link to this page',
          words: 'address share',
          run: () => void copyText(window.location.href),
        },
      ],
    },
    {
      label: 'Go to',
      items: screens
        .filter(({ path }) => mayOpen(role, path))
        .map(({ path, label, words }) => ({
          id: path,
          label,
          ...(words && { words }),
          run: () => void navigate(path),
        })),
    },
    ...found,
    { label: 'In the lists of this page', items: commandsOf(actions.filter(({ ofRow }) => ofRow)) },
    { label: 'Settings of this browser', items: choices },
  ];
  return (
    <CommandPalette
      open={open}
      onOpenChange={onOpenChange}
      label="Search screens, accounts, users and hosts"
      placeholder="Search or run…"
      groups={recentFirst(groups, recent)}
      onQuery={setTyped}
      onPick={({ id }) => remember(id)}
    />
  );
}

/** Removes duplicate actions of a list rendered twice on a page. */
const commandsOf = (actions: readonly PageAction[]): Command[] =>
  [...new Map(actions.map((action) => [action.label, action])).values()].map(
    ({ label, words, run, focus }) => ({
      id: `action ${label}`,
      label,
      ...(words !== undefined && { words }),
      ...(focus !== undefined && { focus }),
      run: () => run?.(),
    }),
  );

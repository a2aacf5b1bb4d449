import { buttonClass } from '@scout/ui';
import { Link } from 'react-router';
import { paths } from '../paths.ts';

/** The way to the settings, from every page of an organization. */
export function SettingsLink() {
  return (
    <Link to={paths.settings} className={buttonClass({ variant: 'quiet', size: 'small' })}>
      Settings
    </Link>
  );
}

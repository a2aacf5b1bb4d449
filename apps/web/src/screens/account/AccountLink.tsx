import type { ComponentProps } from 'react';
import { Link } from 'react-router';

/** A link inside a sentence of an account screen. */
export function AccountLink(props: Omit<ComponentProps<typeof Link>, 'className'>) {
  return <Link {...props} className="text-accent underline underline-offset-2" />;
}

import { buttonClass, Logo } from '@scout/ui';
import { paths } from '../paths.ts';

/** Logo, and the way into the product. */
export function SiteHeader() {
  return (
    <header className="sticky top-0 z-30 border-b border-stroke-subtle bg-surface-1">
      <div className="site-width flex h-14 items-center gap-6">
        <a href={paths.landing} className="rounded-control">
          <Logo />
        </a>
        <div className="ml-auto flex items-center gap-2">
          {/* Which of the two shows is decided before the first paint, by public/theme.js. */}
          <a href={paths.login} className={`when-signed-out ${buttonClass({ size: 'medium' })}`}>
            Log In
          </a>
          <a href={paths.dashboard} className={`when-signed-in ${buttonClass({ size: 'medium' })}`}>
            Dashboard
          </a>
        </div>
      </div>
    </header>
  );
}

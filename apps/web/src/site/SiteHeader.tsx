import { buttonClass, Logo } from '@scout/ui';
import { landingSection, paths } from '../paths.ts';

const sections = [
  ['Dashboards', 'dashboards'],
  ['Detection', 'detection'],
  ['Deployment', 'deployment'],
  ['Pricing', 'pricing'],
] as const;

/** Logo, the sections of the landing page, and the way into the product. */
export function SiteHeader() {
  return (
    <header className="sticky top-0 z-30 border-b border-stroke-subtle bg-surface-1">
      <div className="site-width flex h-14 items-center gap-4 md:gap-8">
        <a href={paths.landing} className="rounded-control">
          {/* Beside three buttons a phone has room for the mark alone. */}
          <span className="when-signed-in sm:hidden">
            <Logo mark />
          </span>
          <span className="when-signed-in max-sm:hidden">
            <Logo />
          </span>
          <span className="when-signed-out">
            <Logo />
          </span>
        </a>
        <nav aria-label="Sections" className="hidden items-center gap-6 text-body md:flex">
          {sections.map(([name, section]) => (
            <a
              key={section}
              href={landingSection(section)}
              className="rounded-control text-content-muted hover:text-content"
            >
              {name}
            </a>
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-2">
          {/* Which of them show is decided before the first paint, by public/theme.js. */}
          <a href={paths.login} className={`when-signed-out ${buttonClass()}`}>
            Log In
          </a>
          <a href={paths.dashboard} className={`when-signed-in ${buttonClass()}`}>
            Dashboard
          </a>
          <a href={paths.settings} className={`when-signed-in ${buttonClass({ variant: 'quiet' })}`}>
            Settings
          </a>
          <button
            type="button"
            data-log-out
            className={`when-signed-in ${buttonClass({ variant: 'quiet' })}`}
          >
            Log Out
          </button>
        </div>
      </div>
    </header>
  );
}

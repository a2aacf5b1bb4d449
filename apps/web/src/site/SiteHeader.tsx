import { buttonClass, Logo } from '@scout/ui';
import { landingSection, paths } from '../paths.ts';

const sections = [
  ['Dashboards', 'dashboards'],
  ['Detection', 'detection'],
  ['Deployment', 'deployment'],
  ['Pricing', 'pricing'],
] as const;

/** Logo, the sections of the landing page, and links into the product. */
export function SiteHeader() {
  return (
    <header className="sticky top-0 z-30 border-b border-stroke-subtle bg-surface-1">
      <div className="site-width flex h-14 items-center gap-4 md:gap-8">
        <a href={paths.landing} className="rounded-control">
          {/* On a phone only the mark fits beside three buttons. */}
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
          {/* public/theme.js determines before the first paint which of them are visible. */}
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

/** The announcement above the header. */
export function AnnouncementBar() {
  return (
    <section aria-label="Announcement" className="border-b border-stroke-subtle bg-surface-2">
      <p className="site-width py-2 text-center text-label text-content-muted">
        Early access is open to enterprises.{' '}
        <a href={paths.earlyAccess} className="text-content underline underline-offset-4 hover:text-accent">
          Request yours
        </a>
      </p>
    </section>
  );
}

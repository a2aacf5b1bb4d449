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
      <div className="site-width flex h-14 items-center gap-8">
        <a href={paths.landing} className="rounded-control">
          <Logo />
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
          {/* Which of the two shows is decided before the first paint, by public/theme.js. */}
          <a href={paths.login} className={`when-signed-out ${buttonClass()}`}>
            Log In
          </a>
          <a href={paths.dashboard} className={`when-signed-in ${buttonClass()}`}>
            Dashboard
          </a>
        </div>
      </div>
    </header>
  );
}

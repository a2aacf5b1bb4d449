import { limits } from '@scout/contract';
import { Logo } from '@scout/ui';
import { landingSection, paths } from '../paths.ts';

/** Specification section 9. */
const badges = ['SOC 2 Type II', 'ISO 27001', 'GDPR', 'HIPAA'];

const columns = [
  {
    name: 'Product',
    links: [
      ['Dashboards', landingSection('dashboards')],
      ['Detection', landingSection('detection')],
      ['Deployment', landingSection('deployment')],
      ['Pricing', landingSection('pricing')],
    ],
  },
  {
    name: 'Get started',
    links: [
      ['Request Early Access', paths.earlyAccess],
      ['Create an account', paths.register],
      ['Contact sales', paths.contact],
      ['Log In', paths.login],
    ],
  },
  {
    name: 'Legal',
    links: [
      ['Privacy', paths.privacy],
      ['Terms', paths.terms],
    ],
  },
] as const;

/** The footer of every public page: links, compliance badges and copyright. */
export function SiteFooter() {
  return (
    <footer className="border-t border-stroke-subtle bg-surface-2">
      <div className="site-width grid gap-x-8 gap-y-10 py-14 grid-cols-2 sm:grid-cols-3 lg:grid-cols-[minmax(0,1fr)_repeat(3,10rem)]">
        <div className="col-span-2 sm:col-span-3 lg:col-span-1">
          <Logo />
          <ul aria-label="Compliance" className="mt-6 flex max-w-[24rem] flex-wrap gap-2">
            {badges.map((badge) => (
              <li
                key={badge}
                className="flex h-7 items-center rounded-control border border-stroke-strong px-2.5 text-label text-content-muted"
              >
                {badge}
              </li>
            ))}
          </ul>
        </div>
        {columns.map(({ name, links }) => (
          <nav key={name} aria-label={name}>
            <h2 className="text-label text-content-faint">{name}</h2>
            <ul className="mt-2 flex flex-col">
              {links.map(([words, href]) => (
                <li key={words}>
                  <a
                    href={href}
                    className="inline-flex min-h-8 items-center rounded-control text-body text-content-muted hover:text-content"
                  >
                    {words}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
      <div className="site-width">
        <p className="border-t border-stroke-subtle py-5 text-label text-content-muted">
          © {limits.footerYear} Scout
        </p>
      </div>
    </footer>
  );
}

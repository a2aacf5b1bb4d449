import { limits } from '@scout/contract';
import { Logo } from '@scout/ui';
import { paths } from '../paths.ts';

const link = 'rounded-control text-content-muted hover:text-content';

/** Under every public page. */
export function SiteFooter() {
  return (
    <footer className="border-t border-stroke-subtle">
      <div className="site-width flex flex-wrap items-center justify-between gap-x-8 gap-y-4 py-8 text-body">
        <Logo />
        <nav aria-label="Site" className="flex flex-wrap gap-x-6 gap-y-2">
          <a href={paths.register} className={link}>
            Create account
          </a>
          <a href={paths.privacy} className={link}>
            Privacy
          </a>
          <a href={paths.terms} className={link}>
            Terms
          </a>
        </nav>
        <p className="text-content-muted">© {limits.footerYear} Scout</p>
      </div>
    </footer>
  );
}

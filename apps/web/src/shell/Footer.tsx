import { limits } from '@scout/contract';
import { ThemeControl } from './ThemeControl.tsx';

/** Shown when signed in. */
export function Footer() {
  return (
    <footer className="flex items-center justify-between gap-4 border-t border-stroke-subtle px-4 py-3 text-label text-content-muted lg:px-6">
      <p>© {limits.footerYear} Scout</p>
      <ThemeControl />
    </footer>
  );
}

import { paths } from '../paths.ts';

/** Above everything: what is new. */
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

import type { ReactNode } from 'react';

interface SectionProps {
  /** The fragment for links. */
  id: string;
  title: string;
  /** One or two sentences under the title. */
  lead: ReactNode;
  children: ReactNode;
  /** Places the text beside the content on wide screens instead of above it. */
  layout?: 'beside' | 'above';
}

/** A section of the landing page: text and an illustration. */
export function Section({ id, title, lead, children, layout = 'above' }: SectionProps) {
  const headingId = `${id}-title`;
  return (
    <section id={id} aria-labelledby={headingId} className="scroll-mt-14 border-t border-stroke-subtle">
      <div
        className={
          layout === 'beside'
            ? 'site-width grid gap-x-16 gap-y-10 py-16 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)] lg:py-24'
            : 'site-width grid gap-y-10 py-16 lg:py-24'
        }
      >
        <header className={layout === 'beside' ? 'lg:sticky lg:top-28 lg:self-start' : 'max-w-[44rem]'}>
          <h2 id={headingId} className="text-figure font-medium text-balance">
            {title}
          </h2>
          <p className="mt-4 text-lead text-content-muted text-pretty">{lead}</p>
        </header>
        <div className="min-w-0">{children}</div>
      </div>
    </section>
  );
}

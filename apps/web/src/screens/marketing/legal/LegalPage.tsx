import { Badge } from '@scout/ui';

export interface LegalSection {
  title: string;
  paragraphs: readonly string[];
}

interface LegalPageProps {
  title: string;
  /** A sentence about the page. */
  lead: string;
  sections: readonly LegalSection[];
}

/** A legal text, marked as a draft. */
export function LegalPage({ title, lead, sections }: LegalPageProps) {
  return (
    <article className="site-width grid gap-x-16 gap-y-10 py-16 lg:grid-cols-[18rem_minmax(0,1fr)]">
      <header className="flex flex-col items-start gap-4 lg:sticky lg:top-24 lg:self-start">
        <Badge>Draft</Badge>
        <h1 className="text-figure font-medium text-balance">{title}</h1>
        <p className="text-lead text-content-muted">{lead}</p>
        <p className="text-body text-content-faint">
          This text is a draft. It is not binding until counsel has reviewed it and removed this line.
        </p>
      </header>
      <div className="max-w-[42rem]">
        {sections.map((section, index) => (
          <section
            key={section.title}
            className="border-t border-stroke-subtle py-8 first:border-0 first:pt-0"
          >
            <h2 className="flex gap-4 text-lead font-medium">
              <span className="font-mono text-content-faint">{String(index + 1).padStart(2, '0')}</span>
              {section.title}
            </h2>
            {section.paragraphs.map((paragraph) => (
              <p key={paragraph} className="mt-3 text-lead text-content-muted text-pretty">
                {paragraph}
              </p>
            ))}
          </section>
        ))}
      </div>
    </article>
  );
}

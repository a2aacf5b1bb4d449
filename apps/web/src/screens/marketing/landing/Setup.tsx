import { firstSteps, siteAddressPlaceholder } from '@scout/contract';
import { CopyIcon } from '@scout/ui';
import { Section } from './Section.tsx';

/** Contains the address of the server that sends the page. */
const steps = firstSteps({ server: siteAddressPlaceholder });

/** The first steps, with the lines to type. */
export function Setup() {
  return (
    <Section
      id="setup"
      title="Running before the meeting ends"
      layout="beside"
      lead="You need Node 20.19 or newer and npm. Nothing is fetched from us while it runs."
    >
      <ol>
        {steps.map((step, index) => (
          <li
            key={step.title}
            className="grid grid-cols-[2.5rem_minmax(0,1fr)] border-t border-stroke-subtle py-6 first:border-0 first:pt-0"
          >
            <span className="font-mono text-lead text-content-faint">{index + 1}</span>
            <div className="min-w-0">
              <h3 className="text-lead font-medium">{step.title}</h3>
              <p className="mt-1 text-body text-content-muted text-pretty">{step.words}</p>
              {step.lines.map((line) => (
                <CommandLine key={line} line={line} />
              ))}
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** A command line; site/startCopying.ts handles the button. */
function CommandLine({ line }: { line: string }) {
  return (
    <div className="mt-3 flex items-stretch border border-stroke-subtle bg-surface-field">
      <pre className="min-w-0 grow py-3 pr-4 pl-[calc(1rem+2ch)] -indent-[2ch] text-body whitespace-pre-wrap [overflow-wrap:anywhere]">
        <code>
          <span aria-hidden="true" className="select-none text-content-faint">
            ${' '}
          </span>
          {line.split(' ').map((word, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: words have no other identity.
            <span key={index}>
              {index > 0 && ' '}
              <span className="min-[22rem]:whitespace-nowrap wrap-anywhere">{word}</span>
            </span>
          ))}
        </code>
      </pre>
      <button
        type="button"
        data-copy={line}
        aria-label={`Copy: ${line}`}
        className="flex shrink-0 cursor-pointer items-center gap-2 border-l border-stroke-subtle px-3 text-label text-content-muted hover:text-content"
      >
        <CopyIcon />
        <span data-copied="" aria-live="polite" className="hidden" />
      </button>
    </div>
  );
}

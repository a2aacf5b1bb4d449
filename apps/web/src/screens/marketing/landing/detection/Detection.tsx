import { Island } from '../../../../site/Island.tsx';
import { Section } from '../Section.tsx';
import AlertMatcher from './AlertMatcher.tsx';

/** The detection engine, demonstrated on an event that the visitor can edit. */
export function Detection() {
  return (
    <Section
      id="detection"
      title="An alert is a sentence you can check"
      lead="No unexplained scores. A definition checks the fields of one Windows event, and every condition must match. Change a value: this page evaluates the definition and the server’s rules."
    >
      <Island name="detection" component={AlertMatcher} />
      <Features />
    </Section>
  );
}

const features = [
  [
    'Parsed once, on arrival',
    'Logons (4624), failed logons (4625) and process starts (4688), from XML, JSON or your collector.',
  ],
  [
    'Names, normalized',
    'NORTHWIND\\svc.billing, svc.billing@northwind.example and SVC.BILLING are one account.',
  ],
  [
    'Command lines, understood',
    '-S and -U, connection strings and URLs. Text inside a query or a password is never mistaken for a server.',
  ],
  [
    'The same figure everywhere',
    'Browser and server count with one library, verified by tests on random events.',
  ],
] as const;

/** Further features of the engine, one line each. */
function Features() {
  return (
    <dl className="mt-12 grid gap-x-16 sm:grid-cols-2">
      {features.map(([what, how]) => (
        <div key={what} className="border-t border-stroke-subtle py-5">
          <dt className="text-lead font-medium">{what}</dt>
          <dd className="mt-1 text-body text-content-muted text-pretty">{how}</dd>
        </div>
      ))}
    </dl>
  );
}

import { Island } from '../../../../site/Island.tsx';
import { Section } from '../Section.tsx';
import AlertMatcher from './AlertMatcher.tsx';

/** The detection engine, demonstrated on an event that the visitor can edit. */
export function Detection() {
  return (
    <Section
      id="detection"
      title="An alert is a sentence you can check"
      lead="No score that nobody can explain. A definition reads the fields of one Windows event, and every one of them has to hold. Change a value: the page asks the definition, and the rules that the server runs."
    >
      <Island name="detection" component={AlertMatcher} />
      <Features />
    </Section>
  );
}

const features = [
  [
    'Read once, at the door',
    'Logons (4624), failed logons (4625) and process starts (4688), from XML, JSON or your collector.',
  ],
  [
    'Names as people mean them',
    'NORTHWIND\\svc.billing, svc.billing@northwind.example and SVC.BILLING are one account.',
  ],
  [
    'Command lines, understood',
    '-S and -U, connection strings and URLs. What stands inside a query or a password is not read as a server.',
  ],
  [
    'The same figure everywhere',
    'Browser and server count with one library, held together by tests over random events.',
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

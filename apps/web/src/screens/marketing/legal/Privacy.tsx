import { paths } from '../../../paths.ts';
import { publicMeta } from '../../../site/publicMeta.ts';
import { LegalPage, type LegalSection } from './LegalPage.tsx';

export const meta = publicMeta({
  title: 'Privacy',
  description: 'What Scout stores about you and your machines, where, and for how long.',
  path: paths.privacy,
});

const sections: readonly LegalSection[] = [
  {
    title: 'Who stores your data',
    paragraphs: [
      'Scout runs on servers that you or your company choose. The operator of those servers decides what they store and is responsible for it. If we run them for you, we process the data on your instructions.',
    ],
  },
  {
    title: 'On this site',
    paragraphs: [
      'No cookie is set before you sign in. No page loads anything from third parties: no analytics, fonts or images.',
      'Your browser remembers the theme you chose. That stays in your browser.',
      'Signing in sets two cookies that only the server can read. One holds your session and ends with it. The other identifies this browser for up to 400 days; choosing a new password sets it, too.',
      'While you are signed in, your browser stores your organization’s recent events to show them instantly. They are removed when you sign out or close the last tab.',
    ],
  },
  {
    title: 'When you write to us',
    paragraphs: [
      'We store your request or question with your name, email address, company and message, and anything else you filled in. Our sales team reads it to answer you. We do not share it.',
    ],
  },
  {
    title: 'What the agent sends',
    paragraphs: [
      'An agent sends security events from its machine: logons, failed logons and process starts. They contain account names, machine names, network addresses and command lines, and sometimes the names of people.',
      'An event belongs to one organization. Row-level security on every table keeps other organizations from reading it.',
    ],
  },
  {
    title: 'How long',
    paragraphs: [
      'Events are stored for 365 days and then deleted day by day. If you delete your account, it is removed immediately; the audit log records the deletion. Audit log entries and mailing list addresses are stored for two years, messages sent by form for one.',
    ],
  },
  {
    title: 'Your rights',
    paragraphs: [
      'You may ask for a copy of your data, and have it corrected or deleted. Ask the operator of your Scout; an admin of your organization can export its events.',
    ],
  },
];

/** The privacy policy: a draft. */
export default function Privacy() {
  return (
    <LegalPage
      title="Privacy"
      lead="What Scout stores about you and your machines, where, and for how long."
      sections={sections}
    />
  );
}

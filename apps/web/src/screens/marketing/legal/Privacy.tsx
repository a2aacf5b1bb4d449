import { paths } from '../../../paths.ts';
import { publicMeta } from '../../../site/publicMeta.ts';
import { LegalPage, type LegalSection } from './LegalPage.tsx';

export const meta = publicMeta({
  title: 'Privacy',
  description: 'What Scout keeps about you and about your machines, where it is kept, and for how long.',
  path: paths.privacy,
});

const sections: readonly LegalSection[] = [
  {
    title: 'Who keeps your data',
    paragraphs: [
      'Scout runs on servers that you or your company choose. Whoever runs those servers decides what is kept on them and answers for it. Where we run them for you, we process the data on your instructions.',
    ],
  },
  {
    title: 'On this site',
    paragraphs: [
      'No cookie is set before you sign in. No page asks another company for anything: no analytics, no fonts, no pictures from elsewhere.',
      'Your browser remembers the theme you chose. That stays in your browser.',
      'Signing in sets two cookies that only the server can read. One is your session and ends with it. By the other the server knows this browser again, for up to 400 days; choosing a new password sets it, too.',
      'While you are signed in, your browser keeps the recent events of your organization, to show them at once. They are removed when you sign out or close the last tab.',
    ],
  },
  {
    title: 'When you write to us',
    paragraphs: [
      'A request or a question is stored with the name, e-mail address, company and words that you gave, and whatever else you filled in. Our sales team reads it to answer you. We pass it to nobody else.',
    ],
  },
  {
    title: 'What the agent sends',
    paragraphs: [
      'An agent sends security events of the machine it is installed on: logons, failed logons and process starts. They hold account names, machine names, network addresses and command lines, and with them, at times, the names of people.',
      'An event belongs to one organization. Every table is closed by row-level security, so that no other organization can read it.',
    ],
  },
  {
    title: 'How long',
    paragraphs: [
      'Events are kept for 365 days and then dropped, by the day. An account that you delete is removed at once; the audit log keeps the fact that it happened. Entries of the audit log and addresses of the mailing list are kept for two years, what you write to us in a form for one.',
    ],
  },
  {
    title: 'Your rights',
    paragraphs: [
      'You may ask what is kept about you, have it corrected, have it deleted, or take it with you. Ask whoever runs your Scout; a member of your organization with the admin role can export its events.',
    ],
  },
];

/** The privacy policy: a draft. */
export default function Privacy() {
  return (
    <LegalPage
      title="Privacy"
      lead="What Scout keeps about you and about your machines, where, and for how long."
      sections={sections}
    />
  );
}

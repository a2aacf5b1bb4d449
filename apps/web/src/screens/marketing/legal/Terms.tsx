import { limits } from '@scout/contract';
import { paths } from '../../../paths.ts';
import { publicMeta } from '../../../site/publicMeta.ts';
import { LegalPage, type LegalSection } from './LegalPage.tsx';

export const meta = publicMeta({
  title: 'Terms',
  description:
    'The terms under which you use Scout: accounts, plans, what you may do with it and what we answer for.',
  path: paths.terms,
});

const sections: readonly LegalSection[] = [
  {
    title: 'Who may use Scout',
    paragraphs: [
      'Scout is made for companies. You register with an address of your company and act for it. The first person who registers a company becomes its administrator.',
    ],
  },
  {
    title: 'Your account',
    paragraphs: [
      'You keep your password and second factor to yourself. Administrators decide who belongs to the organization and are told of every change in its audit log.',
    ],
  },
  {
    title: 'What you may watch',
    paragraphs: [
      'You install agents only on machines that your company may monitor, and you tell the people concerned where the law asks for it.',
    ],
  },
  {
    title: 'Trial and plans',
    paragraphs: [
      `A trial lasts ${limits.plan.freeTrialDays} days from the day on which your organization is created, and ends by itself. What was collected is kept for ${limits.subscription.dataKeptDays} more days. A paid plan runs for the period you order. Prices on this site are without tax.`,
    ],
  },
  {
    title: 'What we answer for',
    paragraphs: [
      'Scout reports what the events that reach it show. It does not replace the care you take of your databases, and it cannot report what a machine never recorded.',
    ],
  },
  {
    title: 'Ending',
    paragraphs: [
      'You may stop at any time and take your events with you. After the end they are deleted with the organization.',
    ],
  },
];

/** The terms of use: a draft. */
export default function Terms() {
  return <LegalPage title="Terms" lead="The terms under which you use Scout." sections={sections} />;
}

import { limits } from '@scout/contract';
import { paths } from '../../../paths.ts';
import { publicMeta } from '../../../site/publicMeta.ts';
import { LegalPage, type LegalSection } from './LegalPage.tsx';

export const meta = publicMeta({
  title: 'Terms',
  description: 'The terms of use of Scout: accounts, plans, permitted use and liability.',
  path: paths.terms,
});

const sections: readonly LegalSection[] = [
  {
    title: 'Who may use Scout',
    paragraphs: [
      'Scout is for companies. You register with your company’s email address and act for the company. The first person to register a company becomes its admin.',
    ],
  },
  {
    title: 'Your account',
    paragraphs: [
      'Keep your password and second factor to yourself. Admins decide who belongs to the organization; its audit log shows them every change.',
    ],
  },
  {
    title: 'What you may monitor',
    paragraphs: [
      'Install agents only on machines your company may monitor, and inform the people concerned where the law requires it.',
    ],
  },
  {
    title: 'Trial and plans',
    paragraphs: [
      `A trial lasts ${limits.plan.freeTrialDays} days from the day your organization is created and ends automatically. We keep your data for ${limits.subscription.dataKeptDays} more days. A paid plan runs for the period you order. Prices on this site exclude tax.`,
    ],
  },
  {
    title: 'Our liability',
    paragraphs: [
      'Scout reports what the events it receives show. It does not replace protecting your databases, and it cannot report what a machine never recorded.',
    ],
  },
  {
    title: 'Ending',
    paragraphs: [
      'You may cancel at any time and export your events. When your organization is deleted, so are its events.',
    ],
  },
];

/** The terms of use: a draft. */
export default function Terms() {
  return <LegalPage title="Terms" lead="The terms of use of Scout." sections={sections} />;
}

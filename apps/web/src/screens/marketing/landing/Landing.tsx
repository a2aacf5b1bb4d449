import { limits } from '@scout/contract';
import { paths } from '../../../paths.ts';
import { Island } from '../../../site/Island.tsx';
import { publicMeta } from '../../../site/publicMeta.ts';
import type { SiteHandle } from '../../../site/SiteLayout.tsx';
import ContactWidget from '../contact-widget/ContactWidget.tsx';
import { Consultation } from './Consultation.tsx';
import { CustomAi } from './CustomAi.tsx';
import { Dashboards } from './dashboards/Dashboards.tsx';
import { Deployment } from './deployment/Deployment.tsx';
import { Detection } from './detection/Detection.tsx';
import { Hero } from './hero/Hero.tsx';
import { Industries } from './industries/Industries.tsx';
import { Pricing } from './pricing/Pricing.tsx';
import { Setup } from './Setup.tsx';
import { TrialBanner } from './TrialBanner.tsx';

const { starter, professional } = limits.plan;
const offer = (name: string, price: number) => ({
  '@type': 'Offer',
  name,
  price: String(price),
  priceCurrency: 'USD',
});

export const meta = publicMeta({
  title: 'Service-account security',
  description:
    'Scout watches how service accounts are used on production databases and workstations, and shows the one line that should not be there. Self-hosted, live, checked field by field.',
  path: paths.landing,
  data: {
    '@type': 'SoftwareApplication',
    name: 'Scout',
    applicationCategory: 'SecurityApplication',
    operatingSystem: 'Windows, macOS, Linux',
    description: 'Endpoint detection and response for service accounts.',
    offers: [offer('Starter', starter.perMonth), offer('Professional', professional.perMonth)],
  },
});

export const handle: SiteHandle = { announces: true };

/** The marketing home (specification section 2), section by section. */
export default function Landing() {
  return (
    <>
      <Hero />
      <TrialBanner />
      <Dashboards />
      <Industries />
      <Detection />
      <CustomAi />
      <Deployment />
      <Setup />
      <Pricing />
      <Consultation />
      <Island name="contact-widget" component={ContactWidget} />
    </>
  );
}

import type { IslandEntry, IslandName } from '../site/Island.tsx';

/** The islands of the public pages. */
export const islands: Record<IslandName, IslandEntry> = {
  hero: { load: () => import('../screens/marketing/landing/hero/HeroCase.tsx'), when: 'soon' },
  dashboards: {
    load: () => import('../screens/marketing/landing/dashboards/LiveDashboards.tsx'),
    when: 'visible',
  },
  industries: {
    load: () => import('../screens/marketing/landing/industries/IndustryCarousel.tsx'),
    when: 'visible',
  },
  detection: {
    load: () => import('../screens/marketing/landing/detection/AlertMatcher.tsx'),
    when: 'visible',
  },
  'early-access': {
    load: () => import('../screens/marketing/early-access/EarlyAccessForm.tsx'),
    when: 'soon',
  },
  'return-home': { load: () => import('../screens/marketing/early-access/ReturnHome.tsx'), when: 'soon' },
  contact: { load: () => import('../screens/marketing/contact/ContactForm.tsx'), when: 'soon' },
  'launch-countdown': {
    load: () => import('../screens/marketing/coming-soon/LaunchCountdown.tsx'),
    when: 'soon',
  },
  notify: { load: () => import('../screens/marketing/coming-soon/Notify.tsx'), when: 'soon' },
  'contact-widget': {
    load: () => import('../screens/marketing/contact-widget/ContactWidget.tsx'),
    when: 'touched',
  },
};

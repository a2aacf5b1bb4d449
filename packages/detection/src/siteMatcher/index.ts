export { matchesAlert, type SiteAlert, type SiteAlertCondition } from './alert.ts';
export { SITE_ALERTS } from './alerts.ts';

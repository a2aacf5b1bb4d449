/** The four dashboards, in the product's order. */
export const dashboardTabs = [
  { id: 'service-accounts', title: 'Service Account Activity' },
  { id: 'failed-logons', title: 'Failed Logons' },
  { id: 'interactive-logons', title: 'Interactive Logons' },
  { id: 'infrastructure', title: 'Infrastructure Changes' },
] as const;

export type DashboardId = (typeof dashboardTabs)[number]['id'];

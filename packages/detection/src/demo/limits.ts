/** Figures of demo mode (specification section 9); ranges include both ends. */
export const DEMO_LIMITS = {
  incidents: [180, 200],
  workstations: [20, 25],
  failedLogons: [8_000_000, 15_000_000],
  /** Maximum number of detections. */
  detections: 200,
  infrastructureRows: 15,
  /** Number of changes listed under 'Recent'. */
  infrastructureRecent: 5,
  severityPercent: { high: 30, medium: 40, low: 30 },
  /** Hourly points over 7 days, including both ends. */
  trendPoints: 169,
  movingAveragePoints: 6,
} as const;

/** Timers of demo mode in milliseconds (specification section 4). */
export const DEMO_TIMERS = {
  failedLogonsMs: 60_000,
  failedLogonsUnfilteredMs: 1_000,
  interactiveLogonsMs: 5_000,
  detectionsMs: [1_000, 3_000],
} as const;

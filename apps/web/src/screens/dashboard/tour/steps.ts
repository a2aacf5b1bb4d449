/** A part of the home screen that the tour points at. */
export type TourTarget = 'overview' | 'dashboards' | 'incidents';

export interface TourStep {
  title: string;
  text: string;
  /** Null for a step about the whole page. */
  target: TourTarget | null;
}

/** The four steps of the guided tour (spec section 2). */
export const tourSteps: readonly TourStep[] = [
  {
    title: 'Welcome to Scout',
    text: 'Scout watches how service accounts are used. You are in demo mode: the figures are generated.',
    target: null,
  },
  {
    title: 'Security overview',
    text: 'Four figures of the last 30 days: incidents, failed logons, interactive logons, and the workstations they came from.',
    target: 'overview',
  },
  {
    title: 'Dashboards',
    text: 'Each figure opens a dashboard that shows who, from which machine, and on which production server.',
    target: 'dashboards',
  },
  {
    title: 'Recent incidents',
    text: 'The newest are on top, each with its severity. Start here in the morning.',
    target: 'incidents',
  },
];

/** Attributes of the element that a step points at. */
export function tourTarget(target: TourTarget): { 'data-tour': TourTarget } {
  return { 'data-tour': target };
}

/** The element that a step points at, if it is on the page. */
export function findTarget(target: TourTarget | null): Element | null {
  return target === null ? null : document.querySelector(`[data-tour="${target}"]`);
}

import type { IslandEntry } from './Island.tsx';

/** Distance below the window (px) at which an island counts as visible. */
const AHEAD = 200;

/** Loads and hydrates each island of a public page at the time given in its entry. */
export function startIslands(page: Document, islands: Readonly<Record<string, IslandEntry>>): void {
  const entryOf = ({ dataset: { island = '' } }: HTMLElement): IslandEntry => {
    const entry = islands[island];
    if (!entry) throw new Error(`No island is called ${island}.`);
    return entry;
  };
  const start = async (place: HTMLElement): Promise<void> => {
    const [{ mount }, { default: component }] = await Promise.all([
      import('./mount.tsx'),
      entryOf(place).load(),
    ]);
    mount(place, component);
  };
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        observer.unobserve(target);
        void start(target as HTMLElement);
      }
    },
    { rootMargin: `${AHEAD}px` },
  );
  for (const place of page.querySelectorAll<HTMLElement>('[data-island]')) {
    const { when } = entryOf(place);
    if (when === 'visible') observer.observe(place);
    else if (when === 'touched') whenTouched(place, () => start(place));
    else whenIdle(() => void start(place));
  }
}

/** Runs the task once the place is hovered, focused or pressed. A press before the island was hydrated is replayed. */
function whenTouched(place: HTMLElement, task: () => Promise<void>): void {
  const stop = new AbortController();
  let pressed: HTMLElement | null = null;
  const touched = () => {
    for (const kind of ['pointerenter', 'focusin', 'click'] as const)
      place.removeEventListener(kind, touched);
    void task().then(() => {
      stop.abort();
      // React hydrates a clicked element at once.
      pressed?.click();
    });
  };
  place.addEventListener(
    'click',
    ({ target }) => {
      pressed = target instanceof Element ? target.closest<HTMLElement>('button, a') : null;
    },
    { signal: stop.signal },
  );
  for (const kind of ['pointerenter', 'focusin', 'click'] as const) place.addEventListener(kind, touched);
}

/** Runs the task once the page has loaded and the browser is idle. Safari has no requestIdleCallback. */
function whenIdle(task: () => void): void {
  const wait = () => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(task, { timeout: 2_000 });
    else setTimeout(task, 50);
  };
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
}

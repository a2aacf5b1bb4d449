import { type IslandEntry, islands } from './islands.ts';

/** How far (px) below the window an island already counts as visible. */
const AHEAD = 200;

/** Has each island of a public page fetched and started when its line in islands.ts says. */
export function startIslands(page: Document): void {
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

function entryOf({ dataset: { island = '' } }: HTMLElement): IslandEntry {
  const entry = (islands as Record<string, IslandEntry>)[island];
  if (!entry) throw new Error(`No island is called ${island}.`);
  return entry;
}

async function start(place: HTMLElement): Promise<void> {
  const [{ mount }, { default: component }] = await Promise.all([
    import('./mount.tsx'),
    entryOf(place).load(),
  ]);
  mount(place, component);
}

/**
 * Once the pointer, the focus or a finger has come to it. What was pressed before the island was there to hear it is pressed
 * again for it.
 */
function whenTouched(place: HTMLElement, task: () => Promise<void>): void {
  const stop = new AbortController();
  let pressed: HTMLElement | null = null;
  const touched = () => {
    for (const kind of ['pointerenter', 'focusin', 'click'] as const)
      place.removeEventListener(kind, touched);
    void task().then(() => {
      stop.abort();
      // React hydrates at once what is clicked.
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

/** Once the page has loaded and nothing else is to do. Safari has no requestIdleCallback. */
function whenIdle(task: () => void): void {
  const wait = () => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(task, { timeout: 2_000 });
    else setTimeout(task, 50);
  };
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
}

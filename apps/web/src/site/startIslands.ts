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
    if (entryOf(place).when === 'visible') observer.observe(place);
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

/** Safari has no requestIdleCallback. */
function whenIdle(task: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(task, { timeout: 1_000 });
  else setTimeout(task, 50);
}

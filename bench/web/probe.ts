/**
 * Runs in the page before its own scripts: records the duration of computing figures, and the paint of a dashboard with figures.
 * As text, so that a measurement does not depend on the test runner's compilation.
 */
export const probe = `
window.bench = { figures: [], clickedAt: 0 };
new PerformanceObserver((list) => {
  for (const { name, duration } of list.getEntries()) {
    if (name.startsWith('figures ')) window.bench.figures.push({ rule: name.slice(8), ms: duration });
  }
}).observe({ type: 'measure', buffered: true });
/** Until it is called, polls wait: here, because a browser whose requests are held up from outside forgets its cache. */
const released = new Promise((resolve) => { window.bench.release = resolve; });
const reallyFetch = window.fetch;
window.fetch = async (request, init) => {
  if (String(request.url).includes('/rest/v1/tenant_events')) await released;
  return reallyFetch(request, init);
};
addEventListener('click', (event) => { window.bench.clickedAt = event.timeStamp; }, { capture: true });

/** Resolves once the figures of all these rules have been computed. */
window.bench.computed = (rules) => new Promise((resolve) => {
  const look = () => (rules.every((rule) => window.bench.figures.some((one) => one.rule === rule)) ? resolve() : setTimeout(look, 20));
  look();
});

/**
 * Resolves with the time of the paint in which the page with this title first had figures, or rows of this selector; rejects after
 * a minute without.
 */
window.bench.painted = (title, rows = '[data-figure], tr[data-row]') => new Promise((resolve, reject) => {
  const has = () => {
    const main = document.querySelector('main');
    return main?.querySelector('h1')?.textContent?.includes(title) === true
      && /\\d/.test(main.querySelector(rows)?.textContent ?? '');
  };
  const done = () => requestAnimationFrame(() => {
    // Comes as soon as the frame that was asked for has been made.
    scheduler.postTask(() => resolve(performance.now()), { priority: 'user-blocking' });
  });
  if (has()) return done();
  setTimeout(() => reject(new Error('No ' + rows + ' on a page called ' + title + ' within a minute')), 60_000);
  const observer = new MutationObserver(() => {
    if (!has()) return;
    observer.disconnect();
    done();
  });
  observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
});

/** Scrolls the longest table, or the page, for that long, a distance each frame; resolves with the time between frames. */
window.bench.scroll = (milliseconds, pixels) => new Promise((resolve) => {
  const scroller = [...document.querySelectorAll('main .overflow-auto')]
    .reduce((most, next) => (next.scrollHeight > most.scrollHeight ? next : most), document.scrollingElement);
  scroller.scrollTop = 0;
  const frames = [];
  let before;
  const start = performance.now();
  const step = (now) => {
    if (before !== undefined) frames.push(now - before);
    before = now;
    scroller.scrollTop += pixels;
    if (performance.now() - start < milliseconds) requestAnimationFrame(step);
    else resolve({ frames, rows: Math.max(0, Number(scroller.querySelector('table')?.getAttribute('aria-rowcount') ?? 0) - 1), scrolled: scroller.scrollTop });
  };
  requestAnimationFrame(step);
});
`;

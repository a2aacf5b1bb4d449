const CONFIRMATION_MS = 1_500;

/** Makes every button with `data-copy` copy that text and confirm it briefly. */
export function startCopying(page: Document): void {
  page.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-copy]') : null;
    if (button) void copy(button);
  });
}

async function copy(button: HTMLElement): Promise<void> {
  const answer = await navigator.clipboard.writeText(button.dataset.copy ?? '').then(
    () => 'Copied',
    () => 'Copying is not allowed here',
  );
  const place = button.querySelector('[data-copied]');
  if (!place) return;
  place.textContent = answer;
  place.classList.remove('hidden');
  setTimeout(() => {
    place.textContent = '';
    place.classList.add('hidden');
  }, CONFIRMATION_MS);
}

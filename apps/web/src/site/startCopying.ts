const SAID_FOR_MS = 1_500;

/** Every button with `data-copy` copies that text and says so for a moment. */
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
  }, SAID_FOR_MS);
}

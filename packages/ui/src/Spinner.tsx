/** An arc that turns while something works; stands still when reduced motion is asked for. Decorative: say in words what is busy. */
export function Spinner() {
  return (
    <svg width="14" height="14" viewBox="0 0 14 14" fill="none" aria-hidden="true" className="animate-turn">
      <circle cx="7" cy="7" r="5.25" stroke="currentColor" strokeWidth="1.5" opacity="0.3" />
      <path d="M7 1.75A5.25 5.25 0 0 1 12.25 7" stroke="currentColor" strokeWidth="1.5" />
    </svg>
  );
}

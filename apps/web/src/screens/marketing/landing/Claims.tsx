/** Specification section 9, as written. */
const claims = [
  ['99.9%', 'detection'],
  ['< 1 ms', 'response'],
  ['0', 'false positives'],
] as const;

/** The three claims, as one line of an instrument. */
export function Claims() {
  return (
    <dl
      aria-label="Claims"
      className="grid grid-cols-3 gap-px border-t border-stroke-subtle bg-stroke-subtle"
    >
      {claims.map(([figure, what]) => (
        <div key={what} className="flex flex-col-reverse gap-1 bg-surface-1 py-6 sm:px-6 sm:first:pl-0">
          <dt className="text-body text-content-muted">{what}</dt>
          <dd className="text-title font-medium sm:text-figure">{figure}</dd>
        </div>
      ))}
    </dl>
  );
}

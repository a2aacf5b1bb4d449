/** Specification section 9, as written: '99.9% detection, under 1 ms response, 0 false positives'. */
const claims = [
  { before: '', figure: '99.9%', what: 'detection' },
  { before: 'under', figure: '1 ms', what: 'response' },
  { before: '', figure: '0', what: 'false positives' },
] as const;

/** The three claims in one line. */
export function Claims() {
  return (
    <ul aria-label="Claims" className="grid grid-cols-3 border-t border-stroke-subtle">
      {claims.map(({ before, figure, what }) => (
        <li
          key={what}
          className="border-l border-stroke-subtle py-6 pl-4 first:border-0 first:pl-0 sm:pl-6 sm:first:pl-0"
        >
          <span className="text-title font-medium sm:text-figure">
            {before && (
              <span className="text-body font-normal text-content-muted sm:text-lead">{before} </span>
            )}
            {figure}{' '}
          </span>
          <span className="block text-body text-content-muted">{what}</span>
        </li>
      ))}
    </ul>
  );
}

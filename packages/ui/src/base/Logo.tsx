export interface LogoProps {
  /** Height of the mark in pixels; 20 by default. */
  size?: number;
  /** Only the mark. */
  mark?: boolean;
}

/** Scout's mark: a reticle with one open quarter and a dot in it. */
export function Logo({ size = 20, mark = false }: LogoProps) {
  return (
    <span className="inline-flex items-center gap-2 text-content" role="img" aria-label="Scout">
      <svg width={size} height={size} viewBox="0 0 20 20" fill="none" aria-hidden="true">
        <path
          d="M10 3.25A6.75 6.75 0 1 0 16.75 10M10 0.75v5.5M10 13.75v5.5M0.75 10h5.5M13.75 10h5.5"
          stroke="currentColor"
          strokeWidth="1.6"
        />
        <circle cx="14.2" cy="5.8" r="2.1" className="fill-accent" />
      </svg>
      {!mark && (
        <span aria-hidden="true" className="text-lead font-medium tracking-[-0.02em]">
          scout
        </span>
      )}
    </span>
  );
}

export interface LogoProps {
  /** Height of the mark in pixels; 20 when left out. */
  size?: number;
  /** Only the mark. */
  mark?: boolean;
}

/** Scout's mark: a reticle that has found the one point off its centre; beside it the name. */
export function Logo({ size = 20, mark = false }: LogoProps) {
  return (
    <span className="inline-flex items-center gap-2 text-content" role="img" aria-label="Scout">
      <svg width={size} height={size} viewBox="0 0 20 20" fill="none" aria-hidden="true">
        <circle cx="10" cy="10" r="6.75" stroke="currentColor" strokeWidth="1.5" />
        <path d="M10 0.5v5M10 14.5v5M0.5 10h5M14.5 10h5" stroke="currentColor" strokeWidth="1.5" />
        <circle cx="12" cy="8" r="1.75" className="fill-accent" />
      </svg>
      {!mark && (
        <span aria-hidden="true" className="text-lead font-medium tracking-[-0.02em]">
          scout
        </span>
      )}
    </span>
  );
}

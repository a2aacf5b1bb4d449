import type { ReactNode } from 'react';

export interface IconProps {
  /** Edge in pixels; 16 by default. */
  size?: number;
}

/** A 16-unit line drawing in the text's color, hidden from screen readers: the control around it carries the name. */
function drawing(paths: ReactNode) {
  return function Icon({ size = 16 }: IconProps) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 16 16"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="square"
        aria-hidden="true"
        className="shrink-0"
      >
        {paths}
      </svg>
    );
  };
}

export const CloseIcon = drawing(<path d="M4 4l8 8M12 4l-8 8" />);
export const SearchIcon = drawing(
  <>
    <circle cx="7" cy="7" r="4.25" />
    <path d="M10.5 10.5L14 14" />
  </>,
);
export const CheckIcon = drawing(<path d="M3 8.5l3.5 3.5L13 4.5" />);
export const ChevronDownIcon = drawing(<path d="M4 6l4 4 4-4" />);
export const ChevronRightIcon = drawing(<path d="M6 4l4 4-4 4" />);
export const ChevronLeftIcon = drawing(<path d="M10 4L6 8l4 4" />);
export const LinkIcon = drawing(
  <path d="M6.75 9.25l2.5-2.5M7 4.5l1.25-1.25a3.18 3.18 0 0 1 4.5 4.5L11.5 9M9 11.5l-1.25 1.25a3.18 3.18 0 0 1-4.5-4.5L4.5 7" />,
);
export const SortUpIcon = drawing(<path d="M8 13V3.5M4.5 7L8 3.5 11.5 7" />);
export const SortDownIcon = drawing(<path d="M8 3v9.5M4.5 9L8 12.5 11.5 9" />);
export const SunIcon = drawing(
  <>
    <circle cx="8" cy="8" r="2.75" />
    <path d="M8 1.25v1M8 13.75v1M1.25 8h1M13.75 8h1M3.2 3.2l.7.7M12.1 12.1l.7.7M3.2 12.8l.7-.7M12.1 3.9l.7-.7" />
  </>,
);
export const MoonIcon = drawing(
  <path d="M13.25 9.6A5.6 5.6 0 0 1 6.4 2.75a5.6 5.6 0 1 0 6.85 6.85z" strokeLinejoin="round" />,
);
export const ScreenIcon = drawing(<path d="M2 3h12v8H2zM5.5 13.5h5" />);
export const AlertIcon = drawing(<path d="M8 2.25L14.25 13.5H1.75zM8 6.5v3M8 11.4v.1" />);
export const InfoIcon = drawing(
  <>
    <circle cx="8" cy="8" r="5.75" />
    <path d="M8 7.5v3.25M8 5.2v.1" />
  </>,
);
export const CopyIcon = drawing(<path d="M5.5 5.5h8v8h-8zM3 10.5H2.5v-8h8V3" />);
export const RefreshIcon = drawing(
  <path d="M13.25 8A5.25 5.25 0 1 1 11.6 4.2L13.25 5.8M13.25 2.5v3.3h-3.3" />,
);
export const DownloadIcon = drawing(<path d="M8 2.5v7.75M4.75 7.25L8 10.5l3.25-3.25M2.75 13.5h10.5" />);
export const MenuIcon = drawing(<path d="M2.5 4.5h11M2.5 8h11M2.5 11.5h11" />);
export const MoreIcon = drawing(<path d="M3.5 8v.01M8 8v.01M12.5 8v.01" strokeWidth="2" />);

/** A spinning arc; still under reduced motion. Decorative: say in text what is loading. */
export function Spinner() {
  return (
    <svg width="14" height="14" viewBox="0 0 14 14" fill="none" aria-hidden="true" className="animate-turn">
      <circle cx="7" cy="7" r="5.25" stroke="currentColor" strokeWidth="1.5" opacity="0.3" />
      <path d="M7 1.75A5.25 5.25 0 0 1 12.25 7" stroke="currentColor" strokeWidth="1.5" />
    </svg>
  );
}

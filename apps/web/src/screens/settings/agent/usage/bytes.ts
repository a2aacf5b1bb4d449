const units = [
  [1e3, 'B', 1],
  [1e6, 'kB', 1e3],
  [1e9, 'MB', 1e6],
  [1e12, 'GB', 1e9],
  [Number.POSITIVE_INFINITY, 'TB', 1e12],
] as const;

/** `0 B`, `4.2 kB`, `17 MB`, `1.5 GB`, in powers of ten. */
export function formatBytes(bytes: number): string {
  const [, unit, size] = units.find(([limit]) => bytes < limit) ?? units[4];
  const amount = bytes / size;
  const text = amount < 10 && unit !== 'B' ? Math.round(amount * 10) / 10 : Math.round(amount);
  return `${text.toLocaleString('en-US')} ${unit}`;
}

/** `0 %`, `under 1 %`, `42 %`. */
export function formatShare(part: number, whole: number): string {
  const percent = (part / whole) * 100;
  if (percent > 0 && percent < 1) return 'under 1 %';
  return `${Math.floor(percent)} %`;
}

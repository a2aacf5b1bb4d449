import { DAY } from '@scout/detection/time';
import { InvalidArgumentError } from 'commander';

const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  K: 1024,
  M: 1024 ** 2,
  G: 1024 ** 3,
  T: 1024 ** 4,
};

/** Bytes from `512MiB`, `512M`, `1GiB` or a plain number; units are powers of 1024. */
export function parseSize(text: string): number {
  const match = /^(\d+(?:\.\d+)?)\s*([KMGT]?)(?:i?B)?$/i.exec(text.trim());
  const bytes = Math.floor(Number(match?.[1]) * (UNITS[match?.[2]?.toUpperCase() ?? ''] ?? Number.NaN));
  if (!Number.isSafeInteger(bytes) || bytes <= 0) throw new InvalidArgumentError('Use a size like 512MiB.');
  return bytes;
}

/** Milliseconds from a number of seconds above zero. */
export function parseSeconds(text: string): number {
  const seconds = Number(text);
  if (text.trim() === '' || !(seconds > 0) || seconds * 1000 > DAY) {
    throw new InvalidArgumentError('Use a number of seconds between 0 and 86400.');
  }
  return seconds * 1000;
}

import { visible } from '../../incidents/rawText.ts';

const ADDRESS = /^[\d.]+$|:/;

/** Columns of the path that filter the content below. */
export function hostText(host: string): string {
  return visible(ADDRESS.test(host) ? host : host.toUpperCase());
}

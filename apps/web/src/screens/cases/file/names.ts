import { visible } from '../../incidents/rawText.ts';

const ADDRESS = /^[\d.]+$|:/;

/** A machine's name as Windows writes it, in capitals; addresses are unchanged. Activity is stored by lower-case names. */
export function hostText(host: string): string {
  return visible(ADDRESS.test(host) ? host : host.toUpperCase());
}

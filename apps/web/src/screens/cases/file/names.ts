import { visible } from '../../incidents/rawText.ts';

const ADDRESS = /^[\d.]+$|:/;

/** A machine's name as Windows writes it, in capitals; an address stays as it is. Deceptive characters are shown as their code points. */
export function hostText(host: string): string {
  return visible(ADDRESS.test(host) ? host : host.toUpperCase());
}

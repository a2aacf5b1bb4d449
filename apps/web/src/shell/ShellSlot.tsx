import { createContext, type ReactNode, use } from 'react';
import { createPortal } from 'react-dom';

/** Places in the shell for pages: beside the logo, at the right of the top bar, in its second line. */
export type ShellPlace = 'context' | 'actions' | 'navigation';

/** The elements of the shell's places; null until mounted. */
export const ShellPlaces = createContext<Readonly<Record<ShellPlace, HTMLElement | null>> | null>(null);

/** Renders its children into a place of the shell, which stays mounted from page to page. */
export function ShellSlot({ place, children }: { place: ShellPlace; children: ReactNode }) {
  const places = use(ShellPlaces);
  if (places === null) throw new Error('ShellSlot must be inside a Shell');
  const element = places[place];
  return element && createPortal(children, element);
}

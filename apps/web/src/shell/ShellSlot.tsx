import { createContext, type ReactNode, use } from 'react';
import { createPortal } from 'react-dom';

/** Where in the shell a page may put something: beside the logo, at the right of the top bar, in a second line of it. */
export type ShellPlace = 'context' | 'actions' | 'navigation';

/** The elements of the shell's places; one is null until it is in the document. */
export const ShellPlaces = createContext<Readonly<Record<ShellPlace, HTMLElement | null>> | null>(null);

/** Puts its children into a place of the shell, as long as it is on the page. The shell itself stays from page to page. */
export function ShellSlot({ place, children }: { place: ShellPlace; children: ReactNode }) {
  const places = use(ShellPlaces);
  if (places === null) throw new Error('ShellSlot is for pages inside of a Shell');
  const element = places[place];
  return element && createPortal(children, element);
}

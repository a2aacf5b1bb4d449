import { createContext } from 'react';

/** What a machine's name stands for, where something is known behind it. */
export type NameKind = 'account' | 'computer' | 'server' | 'source' | 'user';

/** Opens what is behind a name; null where nothing is, and a press on a name copies it. */
export const NameOpener = createContext<((kind: NameKind, name: string) => void) | null>(null);

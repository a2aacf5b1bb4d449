import type { Draw } from '../draw.ts';

/** Windows' own accounts as systems of a language write them: their domain and their names. */
export type Language = (typeof LANGUAGES)[number];

const LANGUAGES = [
  {
    authority: 'NT AUTHORITY',
    system: 'SYSTEM',
    anonymous: 'ANONYMOUS LOGON',
    localService: 'LOCAL SERVICE',
    networkService: 'NETWORK SERVICE',
  },
  {
    authority: 'NT-AUTORITÄT',
    system: 'SYSTEM',
    anonymous: 'ANONYMOUS-ANMELDUNG',
    localService: 'Lokaler Dienst',
    networkService: 'Netzwerkdienst',
  },
  {
    authority: 'AUTORITE NT',
    system: 'Système',
    anonymous: 'ANONYMOUS LOGON',
    localService: 'SERVICE LOCAL',
    networkService: 'SERVICE RÉSEAU',
  },
  {
    authority: 'NT AUTHORITY',
    system: 'СИСТЕМА',
    anonymous: 'АНОНИМНЫЙ ВХОД',
    localService: 'LOCAL SERVICE',
    networkService: 'NETWORK SERVICE',
  },
] as const;

/** Half of the banks are English. */
export function drawLanguage(draw: Draw): Language {
  return draw.chance(0.5) ? LANGUAGES[0] : draw.pick(LANGUAGES);
}

import { hostInCapitals } from '@scout/detection/names';
import { visible } from '../../incidents/rawText.ts';

/** A machine's name as it is shown; activity is stored by lower-case names. */
export const hostText = (host: string): string => visible(hostInCapitals(host));

import { randomInt } from 'node:crypto';
import { limits } from '@scout/contract';

const { confirmationCodeDigits } = limits.user;

/** Six random digits, for a mail. */
export const newCode = (): string =>
  randomInt(10 ** confirmationCodeDigits)
    .toString()
    .padStart(confirmationCodeDigits, '0');

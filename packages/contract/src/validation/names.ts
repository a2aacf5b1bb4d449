import { limits } from '../limits.ts';
import { z } from '../zod.ts';

const { nameMin, nameMax } = limits.user;

/** Trimmed, at least two characters: 'First name must be at least 2 characters long'. */
const nameRule = (label: string) =>
  z
    .string()
    .trim()
    .min(nameMin, `${label} must be at least ${nameMin} characters long`)
    .max(nameMax, `${label} must be at most ${nameMax} characters long`);

export const firstNameRule = nameRule('First name');
export const lastNameRule = nameRule('Last name');
export const companyNameRule = nameRule('Company name');

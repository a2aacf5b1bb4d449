import { limits } from '../limits.ts';
import { emailProblem } from './emailProblem.ts';

/** Options of Organization Size (spec section 3). */
export const companySizes = [
  '1-10',
  '11-50',
  '51-200',
  '201-500',
  '501-1,000',
  '1,001-5,000',
  '5,001+',
] as const;
export type CompanySize = (typeof companySizes)[number];

/** Origin of a request: the early-access form, or a contact form (the widget, the contact page). */
export const demoRequestKinds = ['early_access', 'contact'] as const;
export type DemoRequestKind = (typeof demoRequestKinds)[number];

/** Texts of early access and contact (spec sections 5 and 8). */
export const demoRequestMessages = {
  required: 'Please fill in all required fields',
  duplicate:
    'An early access request has already been submitted with this email. Please use a different email.',
  /** Default message for a refused address. */
  emailFallback: 'Please use your company email address.',
  failed: 'Failed to send message. Please try again.',
  companySize: 'Please choose an organization size from the list',
} as const;

/** A request as held by inputs: texts, empty by default. */
export interface DemoRequestFields {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly phone: string;
  readonly company_name: string;
  readonly company_size: string;
  readonly job_title: string;
  readonly message: string;
}
export type DemoRequestField = keyof DemoRequestFields;

export interface DemoRequestProblem {
  readonly field: DemoRequestField;
  readonly message: string;
}

/** Required fields by kind (spec section 5). */
const requiredFields = {
  early_access: ['first_name', 'last_name', 'email', 'company_name'],
  contact: ['first_name', 'last_name', 'email', 'company_name', 'message'],
} as const satisfies Record<DemoRequestKind, readonly DemoRequestField[]>;

const { nameMax } = limits.user;
const { phoneMax, jobTitleMax, messageMax } = limits.demoRequest;

/** Texts with a maximum length. Only a message may have line breaks. */
const texts = [
  { field: 'first_name', label: 'First name', max: nameMax, lines: false },
  { field: 'last_name', label: 'Last name', max: nameMax, lines: false },
  { field: 'phone', label: 'Phone number', max: phoneMax, lines: false },
  { field: 'company_name', label: 'Organization name', max: nameMax, lines: false },
  { field: 'job_title', label: 'Role / Title', max: jobTitleMax, lines: false },
  { field: 'message', label: 'Message', max: messageMax, lines: true },
] as const satisfies readonly { field: DemoRequestField; label: string; max: number; lines: boolean }[];

/** Control characters and line separators; in a message, except line breaks and tabs. */
const control = { line: /[\p{Cc}\u2028\u2029]/u, lines: /[^\P{Cc}\t\n\r]/u };

/** All faults of a request in display order, at most one per field. */
export function demoRequestProblems(kind: DemoRequestKind, fields: DemoRequestFields): DemoRequestProblem[] {
  const missing = requiredFields[kind].filter((field) => fields[field].trim() === '');
  const problems: DemoRequestProblem[] = missing.map((field) => ({
    field,
    message: demoRequestMessages.required,
  }));
  const email = emailProblem(fields.email);
  if (email !== undefined && !missing.includes('email')) {
    problems.push({ field: 'email', message: email || demoRequestMessages.emailFallback });
  }
  for (const { field, label, max, lines } of texts) {
    const text = fields[field].trim();
    if (text.length > max)
      problems.push({ field, message: `${label} must be at most ${max} characters long` });
    else if (!text.isWellFormed() || control[lines ? 'lines' : 'line'].test(text)) {
      problems.push({ field, message: `${label} contains invalid characters` });
    }
  }
  const size = fields.company_size.trim();
  if (size !== '' && !isCompanySize(size)) {
    problems.push({ field: 'company_size', message: demoRequestMessages.companySize });
  }
  return problems;
}

/** The request as sent and stored: trimmed, the address in lower case, null for empty fields. */
export function demoRequestValues(fields: DemoRequestFields) {
  const orNull = (text: string) => text.trim() || null;
  const size = fields.company_size.trim();
  return {
    first_name: fields.first_name.trim(),
    last_name: fields.last_name.trim(),
    email: fields.email.trim().toLowerCase(),
    phone: orNull(fields.phone),
    company_name: fields.company_name.trim(),
    company_size: isCompanySize(size) ? size : null,
    job_title: orNull(fields.job_title),
    message: orNull(fields.message),
  };
}

function isCompanySize(text: string): text is CompanySize {
  return companySizes.some((size) => size === text);
}

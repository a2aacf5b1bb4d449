import {
  type DemoRequestField,
  type DemoRequestFields,
  type DemoRequestKind,
  demoRequestMessages,
  demoRequestProblems,
} from '@scout/contract/validation/demoRequest';

export const emptyFields: DemoRequestFields = {
  first_name: '',
  last_name: '',
  email: '',
  phone: '',
  company_name: '',
  company_size: '',
  job_title: '',
  message: '',
};

/** The error of each field. */
export type Faults = Partial<Record<DemoRequestField, string>>;

/** The values of a form's inputs by name, merged with known values. */
export function readFields(
  form: HTMLFormElement,
  known: Partial<DemoRequestFields> = {},
): { fields: DemoRequestFields; website: string } {
  const data = new FormData(form);
  const entered = Object.keys(emptyFields).flatMap((name) => {
    const value = data.get(name);
    return typeof value === 'string' ? [[name, value]] : [];
  });
  const website = data.get('website');
  return {
    fields: { ...emptyFields, ...Object.fromEntries(entered), ...known },
    website: typeof website === 'string' ? website : '',
  };
}

/** The first error of each field, and a message for the whole form; undefined when valid. */
export function checkFields(
  kind: DemoRequestKind,
  fields: DemoRequestFields,
): { faults: Faults; first: DemoRequestField; message: string | null } | undefined {
  const problems = demoRequestProblems(kind, fields);
  const [first] = problems;
  if (!first) return undefined;
  const isMissing = (message: string) => message === demoRequestMessages.required;
  const faults: Faults = {};
  // The form shows this message once; the field is only marked.
  for (const { field, message } of problems) faults[field] ??= isMissing(message) ? 'Required' : message;
  const inOrder = fieldOrder.find((field) => field in faults) ?? first.field;
  return {
    faults,
    first: inOrder,
    message: problems.some(({ message }) => isMissing(message)) ? demoRequestMessages.required : null,
  };
}

/** In page order. */
const fieldOrder: readonly DemoRequestField[] = [
  'first_name',
  'last_name',
  'email',
  'phone',
  'company_name',
  'company_size',
  'job_title',
  'message',
];

/** Focuses a field of the form. */
export function focusField(form: HTMLFormElement, field: DemoRequestField): void {
  const control = form.elements.namedItem(field);
  if (control instanceof HTMLElement) control.focus();
}

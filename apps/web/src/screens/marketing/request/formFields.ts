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

/** What is wrong with each field. */
export type Faults = Partial<Record<DemoRequestField, string>>;

/** What the inputs of a form hold, by their names, over what is known beforehand. */
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

/** The first fault of each field, and what to say of the whole; undefined when all is well. */
export function checkFields(
  kind: DemoRequestKind,
  fields: DemoRequestFields,
): { faults: Faults; first: DemoRequestField; message: string | null } | undefined {
  const problems = demoRequestProblems(kind, fields);
  const [first] = problems;
  if (!first) return undefined;
  const isMissing = (message: string) => message === demoRequestMessages.required;
  const faults: Faults = {};
  // Said once for the form; the field itself only needs marking.
  for (const { field, message } of problems) faults[field] ??= isMissing(message) ? 'Required' : message;
  const inOrder = fieldOrder.find((field) => field in faults) ?? first.field;
  return {
    faults,
    first: inOrder,
    message: problems.some(({ message }) => isMissing(message)) ? demoRequestMessages.required : null,
  };
}

/** As they stand on the page. */
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

/** Puts the cursor into a field of the form. */
export function focusField(form: HTMLFormElement, field: DemoRequestField): void {
  const control = form.elements.namedItem(field);
  if (control instanceof HTMLElement) control.focus();
}

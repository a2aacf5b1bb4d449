import { decodeText } from './entities.ts';
import { cleanCommandLine, cleanName } from './text.ts';

/** Maximum characters read of a task's definition; its commands and principal are within. */
const LIMIT = 262_144;

const ELEMENTS = {
  UserId: /<UserId>([^<]{1,1024})<\/UserId>/,
  Command: /<Command>([^<]{1,32768})<\/Command>/,
  Arguments: /<Arguments>([^<]{1,32768})<\/Arguments>/,
} as const;

/** Principal and command of a scheduled task from its XML definition (4698, 4702): of several actions the first. Null for missing parts. */
export function taskOf(definition: unknown): { account: string | null; command: string | null } {
  if (typeof definition !== 'string') return { account: null, command: null };
  const xml = definition.slice(0, LIMIT);
  // A logon trigger also names a user; only the principal runs the task.
  const principals = xml.slice(Math.max(0, xml.indexOf('<Principals>')));
  const account = textOfElement(principals, 'UserId');
  const command = [textOfElement(xml, 'Command'), textOfElement(xml, 'Arguments')].filter(
    (part) => part !== null,
  );
  return { account: account && cleanName(account), command: cleanCommandLine(command.join(' ')) };
}

function textOfElement(xml: string, element: keyof typeof ELEMENTS): string | null {
  const value = ELEMENTS[element].exec(xml)?.[1];
  if (value === undefined) return null;
  try {
    return decodeText(value);
  } catch {
    // Undefined XML reference: the text still identifies the command.
    return value;
  }
}

/** First name of a distinguished name: `CN=svc.billing,OU=Service,DC=corp` becomes `svc.billing`. Other names are unchanged. */
export function principalOf(name: string): string {
  const first = /^CN=((?:\\.|[^,\\])*)/i.exec(name)?.[1];
  return first === undefined ? name : first.replace(/\\(.)/g, '$1');
}

import { decodeText } from './entities.ts';
import { cleanCommandLine, cleanName } from './text.ts';

/** Characters of a task's definition that are looked at; what it runs and as whom stands within. */
const LIMIT = 262_144;

const ELEMENTS = {
  UserId: /<UserId>([^<]{1,1024})<\/UserId>/,
  Command: /<Command>([^<]{1,32768})<\/Command>/,
  Arguments: /<Arguments>([^<]{1,32768})<\/Arguments>/,
} as const;

/**
 * As whom a scheduled task runs and what, of its definition in XML (4698, 4702): of several actions the first. Null for what it does not
 * say.
 */
export function taskOf(definition: unknown): { account: string | null; command: string | null } {
  if (typeof definition !== 'string') return { account: null, command: null };
  const xml = definition.slice(0, LIMIT);
  // The trigger of a logon names a user too; the principal is who the task runs as.
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
    // A reference that XML does not know: what stands there is still what runs.
    return value;
  }
}

/** The name that a distinguished name begins with: `CN=svc.billing,OU=Service,DC=corp` is `svc.billing`. Other names as they are. */
export function principalOf(name: string): string {
  const first = /^CN=((?:\\.|[^,\\])*)/i.exec(name)?.[1];
  return first === undefined ? name : first.replace(/\\(.)/g, '$1');
}

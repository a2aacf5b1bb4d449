import { Refusal } from '../../../platform/http/refusal.ts';

/** Parts of a detailed input, whose names callers do not know. */
const parts: ReadonlySet<string> = new Set(['params', 'query', 'body', 'headers']);

/**
 * PostgreSQL stores neither U+0000 nor lone surrogates. Checks every text of an input, including field names, at any depth.
 * @throws Refusal invalid_input with a sentence that names the field
 */
export function requireStorableText(input: unknown): void {
  const rest: [path: string, value: unknown][] = [['', input]];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const [path, value] = next;
    if (typeof value === 'string') requireStorable(path, value);
    else if (typeof value === 'object' && value !== null) {
      for (const [key, child] of Object.entries(value)) {
        requireStorable(path, key);
        rest.push([pathOf(path, key), child]);
      }
    }
  }
}

const pathOf = (path: string, key: string) => (path === '' ? (parts.has(key) ? '' : key) : `${path}.${key}`);

function requireStorable(path: string, text: string): void {
  const name = path === '' ? 'The request' : path;
  if (text.includes('\0')) {
    throw new Refusal('invalid_input', { message: `${name} must not contain the character U+0000.` });
  }
  if (!text.isWellFormed()) {
    throw new Refusal('invalid_input', { message: `${name} must not contain half of a surrogate pair.` });
  }
}

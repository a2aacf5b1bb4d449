/** Fields whose value is a command line. */
const COMMAND_FIELD =
  /image_?path|service_?file_?name|command_?line|cmdline|process_?args|^args$|script_?block_?text|payload|^command$/i;
export const isCommandField = (name: string): boolean => COMMAND_FIELD.test(name);

/** Maximum depth of nested objects; deeper ones are replaced by a mark. */
const DEPTH = 32;
/** Maximum values of a record: a list or an object with more of them is replaced by a mark. */
const VALUES = 10_000;
/** Keys of an element's text, whose name stands elsewhere. */
const TEXT_KEY = /^[#@_$]*(?:text|value|_|t)$|^[_$]$/i;

/**
 * Replaces the texts of a record, each given with the name of its field: of the list that it is in, or of the element whose text it
 * is. Returns the same value if nothing changed.
 */
export const mapTexts = (value: unknown, change: (text: string, name: string) => string): unknown =>
  mapValue(value, '', 0, { change, left: VALUES });

interface Walk {
  readonly change: (text: string, name: string) => string;
  /** Values that may still be visited. */
  left: number;
}

function mapValue(value: unknown, name: string, depth: number, walk: Walk): unknown {
  if (typeof value === 'string') return walk.change(value, name);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DEPTH) return '[too deep]';
  walk.left -= Array.isArray(value) ? value.length : Object.keys(value).length;
  if (walk.left < 0) return '[too many values]';
  const entries = Object.entries(value);
  // `{"@Name": "CommandLine", "#text": "…"}`: the name is next to the text.
  const own = nameIn(entries);
  const changed = entries.map(([key, inner]) => {
    const inherits = Array.isArray(value) || TEXT_KEY.test(key);
    return [key, mapValue(inner, inherits ? (own ?? name) : key, depth + 1, walk)] as const;
  });
  if (changed.every(([, inner], index) => inner === entries[index]![1])) return value;
  return Array.isArray(value) ? changed.map(([, inner]) => inner) : Object.fromEntries(changed);
}

/** The value of `Name`, or of `Name` in an object of attributes. */
function nameIn(entries: readonly (readonly [string, unknown])[]): string | undefined {
  for (const [key, value] of entries) {
    if (typeof value === 'string' && /^[@#_$]*Name$/i.test(key)) return value;
    if (/^(?:[#@_]?attributes|[$])$/.test(key) && typeof value === 'object' && value !== null) {
      return nameIn(Object.entries(value));
    }
  }
  return undefined;
}

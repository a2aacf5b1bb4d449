import { type ConfigurationProblem, limits } from '@scout/contract';
import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type ParsedNode,
  Parser,
  parseDocument,
} from 'yaml';
import type { z } from 'zod';
import { bounded, type Path, type Place, sentence } from './problems.ts';
import { type Configuration, configuration } from './schema.ts';

const { depth: depthMax, parts: partsMax, aliases, problems: problemsMax } = limits.configuration;
/** Open parts of a text that the parser holds for each level of a document, and a few. */
const STACK_MAX = depthMax * 4;
const DEEP = `This is nested too deeply: at most ${depthMax} levels.`;

/** A file, read, with the place of each part of it. */
export interface ReadConfiguration {
  readonly wanted: Configuration;
  /** Of a key if it is one that nothing knows, otherwise of its value. */
  placeOf(path: Path, ofKey?: boolean): Place;
}

/** Reads a file: YAML 1.2 without tags, and exactly what the schema knows. */
export function readConfiguration(
  text: string,
): ReadConfiguration | { readonly problems: ConfigurationProblem[] } {
  const lines = new LineCounter();
  const at = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const excess = excessOf(text);
  if (excess) return { problems: [excess] };
  // Duplicate keys are found below: the library compares every key with every other.
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    uniqueKeys: false,
    resolveKnownTags: false,
  });
  const faults = [...document.errors, ...document.warnings].map(({ pos, message }) => ({
    ...at(pos[0]),
    message: sentence([], message),
  }));
  if (faults.length > 0) return { problems: bounded(faults) };
  const unfit = unfitNodes(document).map(({ offset, message }) => ({ ...at(offset), message }));
  if (unfit.length > 0) return { problems: bounded(unfit) };
  const value = plainValue(document);
  if (value instanceof Error)
    return { problems: [{ line: 1, column: 1, message: sentence([], value.message) }] };
  const placeOf = (path: Path, ofKey = false) => at(offsetAt(document, path, ofKey));
  const parsed = configuration.safeParse(value);
  if (parsed.success) return { wanted: parsed.data, placeOf };
  const problems = parsed.error.issues.slice(0, problemsMax * 10).flatMap((issue) =>
    describe(issue, value).map(({ path, text: words, ofKey = false }) => ({
      ...placeOf(path, ofKey),
      message: sentence(path, words),
    })),
  );
  return { problems: bounded(problems) };
}

/** A text that is nested too deeply or has too many parts, found before anything else reads it. */
function excessOf(text: string): ConfigurationProblem | undefined {
  const parser = new Parser();
  let line = 1;
  let parts = 0;
  const refuse = (message: string) => ({ line, column: 1, message });
  try {
    for (const lexeme of new Lexer().lex(text)) {
      if (lexeme.includes('\n')) line += lexeme.split('\n').length - 1;
      for (const _token of parser.next(lexeme)) {
        // Only the depth counts here.
      }
      parts += 1;
      if (parser.stack.length > STACK_MAX) return refuse(DEEP);
      if (parts > partsMax)
        return refuse('This has too many parts. Divide it into files with some sections each.');
    }
  } catch (error) {
    // Marks in a row lead the lexer from each to the next.
    if (error instanceof RangeError) return refuse(DEEP);
    throw error;
  }
  return undefined;
}

const UNSTORABLE = 'A text must not contain U+0000 or half of a surrogate pair.';
/** PostgreSQL stores neither; escapes can write both. */
const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

interface Unfit {
  readonly offset: number;
  readonly message: string;
}

/** Duplicate keys, keys that are no text, aliases of nothing, and more levels and aliases than a file needs. */
function unfitNodes(document: Document.Parsed): Unfit[] {
  const found: Unfit[] = [];
  let aliasCount = 0;
  const refuse = (node: unknown, message: string) =>
    found.push({ offset: (isNode(node) && node.range?.[0]) || 0, message });
  const visit = (node: unknown, level: number): void => {
    if (found.length >= problemsMax || !isNode(node)) return;
    if (level > depthMax) return void refuse(node, DEEP);
    if (isAlias(node)) {
      aliasCount += 1;
      if (aliasCount > aliases) return void refuse(node, `At most ${aliases} aliases are permitted.`);
      if (node.resolve(document) === undefined)
        refuse(node, sentence([], `There is no anchor “${node.source}” before this`));
    }
    if (isScalar(node) && typeof node.value === 'string' && !isStorable(node.value)) refuse(node, UNSTORABLE);
    if (isSeq(node)) for (const item of node.items) visit(item, level + 1);
    if (!isMap(node)) return;
    const keys = new Set<string>();
    for (const { key, value } of node.items) {
      const name = isScalar(key) && typeof key.value === 'string' ? key.value : undefined;
      if (name === undefined) refuse(key, 'A key must be a text.');
      else if (keys.has(name)) refuse(key, sentence([], `“${name}” stands here twice`));
      else keys.add(name);
      visit(value, level + 1);
    }
  };
  visit(document.contents, 1);
  return found;
}

function plainValue(document: Document.Parsed): unknown {
  try {
    return document.toJS({ maxAliasCount: aliases });
  } catch (error) {
    if (error instanceof ReferenceError || error instanceof RangeError)
      return new Error(`An alias cannot be followed: ${error.message}`);
    throw error;
  }
}

/** Start of the part at a path, or of the nearest part around it. Of a list or a map under a key, the key. */
function offsetAt(document: Document.Parsed, path: Path, ofKey: boolean): number {
  let node: unknown = document.contents;
  let offset = (document.contents as ParsedNode | null)?.range[0] ?? 0;
  for (const key of path) {
    if (isAlias(node)) node = node.resolve(document);
    if (isSeq(node)) node = node.items[Number(key)];
    else if (isMap(node)) {
      const pair = node.items.find((each) => isScalar(each.key) && each.key.value === key);
      if (!pair) break;
      node = pair.value;
      const isPlain = !ofKey && isScalar(node) && node.value !== null;
      offset = rangeStart(isPlain ? node : pair.key) ?? offset;
      continue;
    } else break;
    offset = rangeStart(node) ?? offset;
  }
  return offset;
}

const rangeStart = (node: unknown): number | undefined => (isNode(node) ? node.range?.[0] : undefined);

interface Described {
  readonly path: Path;
  readonly text: string;
  readonly ofKey?: true;
}

const kindsOfValue: Readonly<Record<string, string>> = {
  array: 'a list',
  object: 'a group of settings',
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
};

/** Sentences about what the schema refuses. */
function describe(issue: z.core.$ZodIssue, file: unknown): Described[] {
  const { path, message } = issue;
  if (isMissing(file, path)) return [{ path, text: 'This is missing.' }];
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys
        .slice(0, problemsMax)
        .map((key) => ({ path: [...path, key], text: 'There is no such setting.', ofKey: true }));
    case 'invalid_type':
      if (!message.startsWith('Invalid input')) return [{ path, text: message }];
      return [{ path, text: `must be ${kindsOfValue[issue.expected] ?? issue.expected}` }];
    case 'invalid_value':
      return [
        {
          path,
          text: `must be ${issue.values
            .map(String)
            .join(', ')
            .replace(/, ([^,]*)$/, ' or $1')}`,
        },
      ];
    case 'invalid_union':
      return issue.discriminator !== undefined
        ? [{ path, text: 'must be oidc or saml' }]
        : [{ path, text: message }];
    case 'too_big':
      if (!message.startsWith('Too')) return [{ path, text: message }];
      return [{ path, text: `must ${amount(issue.origin, `at most ${issue.maximum}`)}` }];
    case 'too_small':
      if (!message.startsWith('Too')) return [{ path, text: message }];
      return [{ path, text: `must ${amount(issue.origin, `at least ${issue.minimum}`)}` }];
    default:
      return [{ path, text: message }];
  }
}

function isMissing(file: unknown, path: Path): boolean {
  let value = file;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return false;
    value = Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
  }
  return value === undefined;
}

const amount = (origin: string, bound: string): string =>
  origin === 'string'
    ? `have ${bound} characters`
    : origin === 'array'
      ? `have ${bound} entries`
      : `be ${bound}`;

import { limits } from '@scout/contract';
import { Refusal } from '../../../platform/http/refusal.ts';

const comparisons = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const;
export type Operator = (typeof comparisons)[number];

/** A filter of RFC 7644, section 3.4.2.2. Paths are in small letters, without the schema's name. */
export type Filter =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Filter[] }
  | { readonly kind: 'not'; readonly part: Filter }
  | { readonly kind: 'present'; readonly path: string }
  /** Values of an attribute: `emails[type eq "work"]`. */
  | { readonly kind: 'values'; readonly path: string; readonly part: Filter }
  | { readonly kind: 'compare'; readonly path: string; readonly operator: Operator; readonly value: Value };
export type Value = string | number | boolean | null;

/** A token: a bracket, a text in quotation marks, or a word. Each alternative begins with another character, so that no input backtracks. */
const TOKENS = /\s+|[()[\]]|"(?:[^"\\]|\\.)*"|[^\s()[\]"]+/gy;
const SCHEMA = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/;
const PATH = /^[a-z$][\w$-]*(?:\.[a-z$][\w$-]*)?$/;

/** @throws Refusal scim_filter, also for one that is too long, too deep or has too many comparisons */
export function parseFilter(text: string): Filter {
  return parse(tokensOf(text));
}

/** The path of an operation, with the filter of its values: `members[value eq "…"].display`. */
export interface ValuePath {
  readonly path: string;
  readonly filter: Filter | null;
  readonly sub: string | null;
}

/** @throws Refusal scim_path or scim_filter */
export function parsePath(text: string): ValuePath {
  const bracket = text.indexOf('[');
  if (bracket === -1) {
    const [path, sub = null, ...more] = nameOf(text).split('.');
    if (path === undefined || more.length > 0) throw new Refusal('scim_path');
    return { path, filter: null, sub };
  }
  const end = text.lastIndexOf(']');
  const [before, inside, after] = [text.slice(0, bracket), text.slice(bracket + 1, end), text.slice(end + 1)];
  if (end < bracket || !/^(?:\.[A-Za-z$][\w$-]*)?$/.test(after)) throw new Refusal('scim_path');
  return {
    path: nameOf(before),
    filter: parseFilter(inside),
    sub: after === '' ? null : after.slice(1).toLowerCase(),
  };
}

function tokensOf(text: string): string[] {
  if (text.length > limits.scim.filterMax)
    throw new Refusal('scim_filter', { message: 'The filter is too long.' });
  const tokens: string[] = [];
  let at = 0;
  for (const [token] of text.matchAll(TOKENS)) {
    at += token.length;
    if (token.trim() !== '') tokens.push(token);
  }
  if (at !== text.length) throw new Refusal('scim_filter');
  return tokens;
}

function parse(tokens: readonly string[]): Filter {
  let at = 0;
  let compared = 0;
  const peek = () => tokens[at]?.toLowerCase();
  const take = (): string => {
    const token = tokens[at];
    if (token === undefined) throw new Refusal('scim_filter');
    at += 1;
    return token;
  };
  const expect = (token: string) => {
    if (take() !== token) throw new Refusal('scim_filter');
  };

  /** Parts joined by a word, each read by `next`. */
  const joined = (kind: 'and' | 'or', next: (depth: number) => Filter, depth: number): Filter => {
    const parts = [next(depth)];
    while (peek() === kind) {
      at += 1;
      parts.push(next(depth));
    }
    return parts.length === 1 ? parts[0]! : { kind, parts };
  };
  const either = (depth: number): Filter => joined('or', all, depth);
  const all = (depth: number): Filter => joined('and', one, depth);
  const enclosed = (end: string, depth: number): Filter => {
    if (depth >= limits.scim.depth) throw new Refusal('scim_filter', { message: 'The filter is too deep.' });
    const part = either(depth + 1);
    expect(end);
    return part;
  };

  function one(depth: number): Filter {
    if (peek() === 'not' && tokens[at + 1] === '(') {
      at += 2;
      return { kind: 'not', part: enclosed(')', depth) };
    }
    if (peek() === '(') {
      at += 1;
      return enclosed(')', depth);
    }
    compared += 1;
    if (compared > limits.scim.comparisons)
      throw new Refusal('scim_filter', { message: 'The filter has too many comparisons.' });
    const path = nameOf(take());
    if (peek() === '[') {
      at += 1;
      const part = enclosed(']', depth);
      // emails[type eq "work"].value eq "…" compares what the filter leaves.
      if (tokens[at]?.startsWith('.'))
        return {
          kind: 'and',
          parts: [{ kind: 'values', path, part }, compare(`${path}${take().toLowerCase()}`)],
        };
      return { kind: 'values', path, part };
    }
    return compare(path);
  }

  function compare(path: string): Filter {
    if (!PATH.test(path)) throw new Refusal('scim_filter');
    const operator = take().toLowerCase();
    if (operator === 'pr') return { kind: 'present', path };
    const known = comparisons.find((each) => each === operator);
    if (!known) throw new Refusal('scim_filter', { message: 'The filter has an unknown operator.' });
    return { kind: 'compare', path, operator: known, value: literalOf(take()) };
  }

  const filter = either(0);
  if (at < tokens.length) throw new Refusal('scim_filter');
  return filter;
}

function literalOf(token: string): Value {
  const word = token.toLowerCase();
  try {
    const value: unknown = JSON.parse(token.startsWith('"') ? token : word);
    if (
      value === null ||
      typeof value === 'boolean' ||
      typeof value === 'string' ||
      typeof value === 'number'
    )
      return value;
  } catch {
    // Refused below, like every other value.
  }
  throw new Refusal('scim_filter', { message: 'The filter has a value that is not JSON.' });
}

/** An attribute's path, which is the same in all letters, without the name of the schema. */
function nameOf(text: string): string {
  const name = text.trim().toLowerCase().replace(SCHEMA, '');
  if (name === '' || name.length > limits.scim.textMax) throw new Refusal('scim_path');
  return name;
}

import { parseSync, Visitor } from 'vite';

/** A place that asks a clock. */
export interface ClockUse {
  /** The line, from 1. */
  readonly line: number;
  /** How it asks, such as `now()` or `new Date()`; of a column's default, which: `scout.cases.created_at`. */
  readonly how: string;
}

/** Ways of SQL to ask the database's clock, and text that it reads as a time relative to it; not a page's script that asks `Date`. */
const OF_DATABASE =
  /\b(?<!\bDate\.)(?:(?:now|clock_timestamp|statement_timestamp|transaction_timestamp|timeofday)\s*\(\s*\)|(?:current_timestamp|current_date|current_time|localtimestamp|localtime)\b)|'(?:now|today|tomorrow|yesterday)'/gi;

/** Where SQL asks the database's clock. */
export function clocksInSql(text: string): ClockUse[] {
  const code = text.replace(/--[^\n]*/g, (comment) => ' '.repeat(comment.length));
  return [...code.matchAll(OF_DATABASE)].map(({ 0: how, index }) => ({
    line: lineOf(text, index),
    how: columnWithDefault(code, index) ?? how,
  }));
}

/** The table and column whose DEFAULT this is; undefined for anything else. */
function columnWithDefault(code: string, at: number): string | undefined {
  const start = code.lastIndexOf('\n', at) + 1;
  const [, column] = /^\s*(\w+)\s.*\bdefault\s+$/i.exec(code.slice(start, at)) ?? [];
  const tables = [...code.slice(0, at).matchAll(/^CREATE TABLE (\S+)/gm)];
  return column && `${tables.at(-1)?.[1]}.${column}`;
}

/**
 * Where TypeScript asks the system's clock, or the database's in a text. The clock given to the server is neither: `Date` passed as
 * one is found, `clock.now()` is not.
 */
export function clocksInTypeScript(path: string, text: string): ClockUse[] {
  const uses: ClockUse[] = [];
  const found = (at: number, how: string) => uses.push({ line: lineOf(text, at), how });
  const inText = (at: number, value: string) => {
    for (const { 0: how, index } of value.matchAll(OF_DATABASE)) found(at + index, how);
  };
  /** `Date` where its arguments, its methods or its type are meant. */
  const explained = new Set<number>();
  const isDate = (node: { readonly type: string; readonly name?: unknown }) =>
    node.type === 'Identifier' && node.name === 'Date';
  new Visitor({
    Literal(node) {
      if (typeof node.value === 'string') inText(node.start + 1, node.value);
    },
    TemplateElement(node) {
      inText(node.start, node.value.raw);
    },
    NewExpression(node) {
      if (!isDate(node.callee)) return;
      explained.add(node.callee.start);
      if (node.arguments.length === 0) found(node.start, 'new Date()');
    },
    CallExpression(node) {
      if (isDate(node.callee)) {
        explained.add(node.callee.start);
        found(node.start, 'Date()');
      }
      if (node.callee.type === 'Identifier' && node.callee.name === 'randomUUIDv7')
        found(node.start, 'randomUUIDv7()');
    },
    MemberExpression(node) {
      if (!isDate(node.object)) return;
      explained.add(node.object.start);
      if (node.property.type === 'Identifier' && node.property.name === 'now') found(node.start, 'Date.now');
    },
    BinaryExpression(node) {
      if (node.operator === 'instanceof' && isDate(node.right)) explained.add(node.right.start);
    },
    TSTypeReference(node) {
      explained.add(node.typeName.start);
    },
    'Program:exit'(program) {
      new Visitor({
        Identifier(node) {
          if (isDate(node) && !explained.has(node.start)) found(node.start, 'Date');
        },
      }).visit(program);
    },
  }).visit(parseSync(path, text).program);
  return uses.sort((a, b) => a.line - b.line);
}

const lineOf = (text: string, at: number): number => text.slice(0, at).split('\n').length;

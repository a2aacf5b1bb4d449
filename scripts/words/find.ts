import { parseSync, Visitor } from 'vite';

/** A text of a file, with the line that it begins in, from 1. */
export interface Text {
  readonly line: number;
  readonly text: string;
}

/** Attributes whose values nobody reads. */
const UNREAD = new Set(['className', 'class', 'style', 'd', 'viewBox', 'transform', 'rel', 'key', 'id']);

/** Keywords of SQL, which no sentence has. */
const SQL =
  /\b(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE|ALTER|GRANT|WHERE|FROM|JOIN|ORDER BY|VALUES|COALESCE)\b/;

/** Several words, or one that begins like a label. */
const isRead = (text: string): boolean =>
  /[a-z]{2}/.test(text) && (/\S\s+\S/.test(text) || /^[A-Z][a-z]+\b/.test(text)) && !SQL.test(text);

interface Child {
  readonly type: string;
  readonly value?: unknown;
  readonly expression?: { readonly type: string; readonly value?: unknown };
}

/** The texts of a TypeScript file that people may read, an element's children as one; `{}` stands for a value. */
export function textsOfTypeScript(path: string, source: string): Text[] {
  const texts: Text[] = [];
  const unread = new Set<number>();
  const add = (at: number, text: string) => {
    const plain = text.replaceAll(/\s+/g, ' ').trim();
    if (isRead(plain)) texts.push({ line: source.slice(0, at).split('\n').length, text: plain });
  };
  const addChildren = (node: { readonly start: number; readonly children: readonly Child[] }) => {
    if (node.children.some(({ type, value }) => type === 'JSXText' && /\w/.test(String(value))))
      add(node.start, node.children.map(textOfChild).join(''));
  };
  new Visitor({
    ImportDeclaration(node) {
      unread.add(node.source.start);
    },
    JSXAttribute(node) {
      if (node.name.type === 'JSXIdentifier' && UNREAD.has(node.name.name) && node.value !== null)
        unread.add(node.value.start);
    },
    TSLiteralType(node) {
      unread.add(node.literal.start);
    },
    Literal(node) {
      if (typeof node.value === 'string' && !unread.has(node.start)) add(node.start, node.value);
    },
    TemplateLiteral(node) {
      add(node.start, node.quasis.map(({ value }) => value.cooked ?? value.raw).join('{}'));
    },
    JSXElement: addChildren,
    JSXFragment: addChildren,
  }).visit(parseSync(path, source).program);
  return texts;
}

const textOfChild = ({ type, value, expression }: Child): string => {
  if (type === 'JSXText') return String(value);
  return expression?.type === 'Literal' ? String(expression.value) : '{}';
};

/** The paragraphs, rows and headings of a document, without code and the targets of links. */
export function textsOfMarkdown(source: string): Text[] {
  const withoutCode = source
    .replaceAll(/^```[\s\S]*?^```/gm, (code) => code.replaceAll(/[^\n]/g, ''))
    .replaceAll(/^(?: {4}|\t).*$/gm, '')
    .replaceAll(/`[^`]*`/g, (code) => code.replaceAll(/[^\n]/g, '_'))
    .replaceAll(/\]\([^)]*\)/g, ']');
  const texts: Text[] = [];
  for (const { 0: block, index } of withoutCode.matchAll(/[^\n]+(?:\n(?![|#\n-])[^\n]+)*/g)) {
    const line = withoutCode.slice(0, index).split('\n').length;
    texts.push({ line, text: block.replaceAll(/\s+/g, ' ').trim() });
  }
  return texts;
}

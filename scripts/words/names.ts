import { parseSync, Visitor } from 'vite';

/** A name that a file declares. */
export interface Name {
  readonly line: number;
  readonly name: string;
  /** True for keys of objects and types, which a format may fix, and for variables that are named by one (`const { key } = …`). */
  readonly isKey: boolean;
}

interface Node {
  readonly type: string;
  readonly start: number;
}

/** Names of variables, parameters, functions, types and properties that a TypeScript file declares, not those that it uses. */
export function namesOfTypeScript(path: string, source: string): Name[] {
  const names: Name[] = [];
  const add = ({ start }: Node, name: string, isKey: boolean) =>
    names.push({ line: source.slice(0, start).split('\n').length, name, isKey });
  const bind = (node: unknown): void => {
    const pattern = node as (Node & Record<string, unknown>) | null;
    if (pattern?.type === 'Identifier') add(pattern, String(pattern.name), false);
    else if (pattern?.type === 'ObjectPattern')
      for (const each of pattern.properties as unknown[]) bind(each);
    else if (pattern?.type === 'Property') {
      if (pattern.shorthand) key(pattern.key);
      else bind(pattern.value);
    } else if (pattern?.type === 'ArrayPattern') for (const each of pattern.elements as unknown[]) bind(each);
    else if (pattern?.type === 'AssignmentPattern') bind(pattern.left);
    else if (pattern?.type === 'RestElement') bind(pattern.argument);
  };
  const key = (node: unknown): void => {
    const named = node as Node & { readonly name?: unknown; readonly value?: unknown };
    const name = named.name ?? named.value;
    if (typeof name === 'string') add(named, name, true);
  };
  const declare = ({ id }: { readonly id: unknown }) => bind(id);
  const take = ({ id, params }: { readonly id?: unknown; readonly params: readonly unknown[] }) => {
    bind(id ?? null);
    for (const each of params) bind(each);
  };
  const keyed = (node: { readonly key: unknown; readonly computed?: boolean }) => {
    if (!node.computed) key(node.key);
  };
  new Visitor({
    VariableDeclarator: declare,
    FunctionDeclaration: take,
    FunctionExpression: take,
    ArrowFunctionExpression: take,
    TSFunctionType: take,
    ClassDeclaration: declare,
    CatchClause: ({ param }) => bind(param),
    ImportSpecifier({ imported, local }) {
      if (imported.start !== local.start) bind(local);
    },
    TSTypeAliasDeclaration: declare,
    TSInterfaceDeclaration: declare,
    TSTypeParameter: ({ name }) => bind(name),
    TSPropertySignature: keyed,
    TSMethodSignature(node) {
      keyed(node);
      take(node);
    },
    PropertyDefinition: keyed,
    MethodDefinition: keyed,
    ObjectExpression({ properties }) {
      for (const each of properties) if (each.type === 'Property' && !each.shorthand) keyed(each);
    },
  }).visit(parseSync(path, source).program);
  return names;
}

/** The words of a name in camel case, snake case or kebab case, in small letters. */
export const wordsOfName = (name: string): string[] =>
  name
    .split(/[^a-zA-Z0-9]+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/)
    .map((word) => word.toLowerCase());

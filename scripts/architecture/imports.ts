import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, posix, relative, sep } from 'node:path';
import { parseSync } from 'vite';

/** One import, re-export or `import()` of another file of the repository. Paths are relative to its root, with slashes. */
export interface Import {
  readonly file: string;
  readonly line: number;
  readonly target: string;
}

const generated = new Set(['node_modules', 'build', '.react-router']);

/** Every source file below the root. */
export function sourceFiles(root: string): string[] {
  return globSync('**/*.{ts,tsx,mjs}', { cwd: root, exclude: (name) => generated.has(name) })
    .map((path) => path.replaceAll(sep, '/'))
    .filter((path) => !/\.d\.m?ts$/.test(path))
    .sort();
}

/** A test, or a file used only by tests: it may import anything, and nothing else may import it. */
export const isTest = (path: string): boolean => /\.test\.tsx?$|(^|\/)(test|testing)(\/|\.ts$)/.test(path);

/** Imports between the files, including types. */
export function readImports(root: string, files: readonly string[]): Import[] {
  return files.flatMap((file) =>
    importsOf(file, readFileSync(join(root, file), 'utf8'), (name) => resolvePackage(root, file, name)),
  );
}

/** @param resolve the file for the name of a package in this repository */
export function importsOf(file: string, text: string, resolve: (name: string) => string): Import[] {
  const { staticImports, staticExports, dynamicImports } = parseSync(file, text).module;
  const named = [
    ...staticImports.map(({ start, moduleRequest }) => ({ start, name: moduleRequest.value })),
    ...staticExports.flatMap(({ start, entries }) =>
      entries.flatMap(({ moduleRequest }) => (moduleRequest ? [{ start, name: moduleRequest.value }] : [])),
    ),
    ...dynamicImports.flatMap(({ start, moduleRequest }) => {
      const [, name] = /^['"](.*)['"]$/.exec(text.slice(moduleRequest.start, moduleRequest.end)) ?? [];
      return name === undefined ? [] : [{ start, name }];
    }),
  ];
  return named.flatMap(({ start, name }) => {
    const path = name.replace(/\?.*$/, '');
    const line = text.slice(0, start).split('\n').length;
    if (path.startsWith('.')) return [{ file, line, target: posix.join(posix.dirname(file), path) }];
    return path.startsWith('@scout/') ? [{ file, line, target: resolve(path) }] : [];
  });
}

/** By the `exports` of the package, as in Node. */
function resolvePackage(root: string, file: string, name: string): string {
  const path = createRequire(join(root, file)).resolve(name);
  return relative(root, path).replaceAll(sep, '/');
}

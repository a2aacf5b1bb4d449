import type { Rolldown } from 'vite';

export type Context = Rolldown.ChunkingContext;

/** Build entries, static or dynamic, that reach a module by static imports; includes the module itself if it is an entry. */
export function reachedFrom(id: string, context: Context): Set<string> {
  const seen = new Set<string>();
  const entries = new Set<string>();
  const visit = (each: string) => {
    if (seen.has(each)) return;
    seen.add(each);
    const module = context.getModuleInfo(each);
    if (!module) return;
    if (module.isEntry || module.dynamicImporters.length > 0) entries.add(each);
    for (const importer of module.importers) {
      if (indexOf(importer)) for (const user of usersThrough(each, importer, context)) visit(user);
      else visit(importer);
    }
  };
  visit(id);
  return entries;
}

/** The index of a workspace package: it re-exports everything, and would connect each page with each component. */
const indexOf = (id: string) => /\/packages\/([a-z]+)\/src\/(?:\w+\/)?index\.ts$/.exec(id)?.[1];

/** Modules that import an export of this module through an index. */
function usersThrough(id: string, index: string, context: Context): string[] {
  const names = exportedNames(codeOf(id, context));
  const users = context.getModuleInfo(index)?.importers ?? [];
  return users.filter((user) =>
    importedNames(codeOf(user, context), `@scout/${indexOf(index)}`).some((name) => names.has(name)),
  );
}

const codeOf = (id: string, context: Context) => context.getModuleInfo(id)?.code ?? '';

function exportedNames(code: string): Set<string> {
  const declared = code.matchAll(/\bexport\s+(?:async\s+)?(?:function|const|let|class)\s*\*?\s*([\w$]+)/g);
  const listed = code.matchAll(/\bexport\s*\{([^}]*)\}/g);
  return new Set([
    ...[...declared].map(([, name]) => name!),
    ...[...listed].flatMap(([, list]) => namesOf(list!, -1)),
  ]);
}

function importedNames(code: string, from: string): string[] {
  const found = code.matchAll(/\bimport\s*\{([^}]*)\}\s*from\s*["']([^"']+)/g);
  return [...found].flatMap(([, list, source]) => (source!.startsWith(from) ? namesOf(list!, 0) : []));
}

/** Names in `A, B as C`: those before `as` at 0, those after it at -1. */
function namesOf(list: string, at: 0 | -1): string[] {
  return list.split(',').flatMap(
    (part) =>
      part
        .trim()
        .split(/\s+as\s+/)
        .at(at) || [],
  );
}

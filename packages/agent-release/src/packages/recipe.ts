import type { Hash } from 'node:crypto';
import type { Part } from '../formats/part.ts';
import type { Enrolment } from './built.ts';
import { configureDeb, type DebRecipe } from './deb.ts';
import { configureExe, type ExeRecipe } from './exe.ts';
import { configurePkg, type PkgRecipe } from './pkg.ts';
import { configureRpm, digestOf, type RpmRecipe } from './rpm.ts';
import { configureTarball, type TarballRecipe } from './tarball.ts';

/** Instructions for inserting a configuration into a finished package; one per package of a release, in recipes.json. */
export type Recipe = DebRecipe | RpmRecipe | TarballRecipe | PkgRecipe | ExeRecipe;

/** recipes.json: by the package's path in the release's folder. */
export type Recipes = Readonly<Record<string, Recipe>>;

/** Checksums of a package's content, computed once per package, so that a download need not read the content first. */
export type Prepared = Hash | null;

export const prepare = (recipe: Recipe, path: string): Promise<Prepared> =>
  recipe.kind === 'rpm' ? digestOf([bodyOf(recipe, path)]) : Promise.resolve(null);

const bodyOf = ({ body: { offset, length } }: Recipe, path: string): Part => ({ path, offset, length });

/** The package at `path` with an inserted configuration: small new parts around the file's own bytes. */
export async function configure(
  recipe: Recipe,
  path: string,
  prepared: Prepared,
  enrolment: Enrolment,
): Promise<Part[]> {
  const body = [bodyOf(recipe, path)];
  switch (recipe.kind) {
    case 'deb':
      return configureDeb(recipe, body, enrolment);
    case 'rpm':
      return configureRpm(recipe, body, prepared ?? (await digestOf(body)), enrolment);
    case 'tar.gz':
      return configureTarball(recipe, body, enrolment);
    case 'pkg':
      return configurePkg(recipe, body, enrolment);
    case 'exe':
      return configureExe(recipe, body, enrolment);
  }
}

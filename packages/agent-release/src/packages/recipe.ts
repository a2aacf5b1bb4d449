import type { Hash } from 'node:crypto';
import { type Part, slice } from '../formats/part.ts';
import type { Enrolment } from './built.ts';
import { configureDeb, type DebRecipe } from './deb.ts';
import { configureExe, type ExeRecipe } from './exe.ts';
import type { MsiRecipe } from './msi.ts';
import { configurePkg, type PkgRecipe } from './pkg.ts';
import { configureRpm, digestOf, type RpmRecipe } from './rpm.ts';
import { configureTarball, type TarballRecipe } from './tarball.ts';

/** Instructions for inserting a configuration into a finished package. */
export type ConfigurableRecipe = DebRecipe | RpmRecipe | TarballRecipe | PkgRecipe | ExeRecipe;
export type Recipe = ConfigurableRecipe | MsiRecipe;

/** @throws Error for a kind into which no configuration is inserted */
export function requireConfigurable(recipe: Recipe): ConfigurableRecipe {
  if (recipe.kind === 'msi') throw new Error('No configuration is inserted into an .msi.');
  return recipe;
}

/** Checksums of a package's content, computed once per package, so that a download need not read the content first. */
export type Prepared = Hash | null;

/** @param parts the finished package */
export const prepare = (recipe: ConfigurableRecipe, parts: readonly Part[]): Promise<Prepared> =>
  recipe.kind === 'rpm' ? digestOf(bodyOf(recipe, parts)) : Promise.resolve(null);

const bodyOf = ({ body: { offset, length } }: ConfigurableRecipe, parts: readonly Part[]): Part[] =>
  slice(parts, offset, offset + length);

/** The package of these parts with an inserted configuration: small new parts around its own bytes. */
export async function configure(
  recipe: ConfigurableRecipe,
  parts: readonly Part[],
  prepared: Prepared,
  enrolment: Enrolment,
): Promise<Part[]> {
  const body = bodyOf(recipe, parts);
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

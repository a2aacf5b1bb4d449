import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** A change of one file: a new one with `text`, or an existing one in which each text of `replace` becomes another. */
export type Edit = {
  readonly path: string;
  readonly text?: string;
  readonly replace?: readonly (readonly [from: string, to: string])[];
};

/** A copy of the repository's tracked and new files, with the same dependencies and its own workspaces. */
export function copyRepository(): string {
  const folder = mkdtempSync(join(tmpdir(), 'scout-additions-'));
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  for (const path of listed.split('\n').filter((each) => each !== '' && existsSync(join(root, each)))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(root, path), join(folder, path));
  }
  linkModules(join(root, 'node_modules'), join(folder, 'node_modules'));
  // Tests list the files of the repository by git.
  execFileSync('git', ['init', '--quiet'], { cwd: folder });
  execFileSync('git', ['add', '--all'], { cwd: folder });
  return folder;
}

/** Links of the workspaces are relative: copied, they lead to those of the copy. */
function linkModules(from: string, to: string): void {
  mkdirSync(to);
  for (const name of readdirSync(from)) {
    if (name === '@scout')
      cpSync(join(from, name), join(to, name), { recursive: true, verbatimSymlinks: true });
    else symlinkSync(join(from, name), join(to, name));
  }
}

/** Makes the changes. @throws Error when a text to replace is not in its file */
export function applyEdits(folder: string, edits: readonly Edit[]): void {
  for (const { path, text, replace = [] } of edits) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    let content = text ?? readFileSync(file, 'utf8');
    for (const [from, to] of replace) {
      if (!content.includes(from)) throw new Error(`${path} has no ${JSON.stringify(from)}`);
      content = content.replace(from, () => to);
    }
    writeFileSync(file, content);
  }
}

/** Runs a program of the repository in the copy. Returns its output if it fails, otherwise an empty text. */
export function failureOf(folder: string, program: string, args: readonly string[]): string {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:VITEST|NODE_OPTIONS$)/.test(name)),
  );
  try {
    execFileSync(join(folder, 'node_modules/.bin', program), args, {
      cwd: folder,
      env,
      encoding: 'utf8',
      stdio: 'pipe',
      maxBuffer: 2 ** 26,
    });
    return '';
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    return `${stdout}${stderr}` || String(error);
  }
}

export const removeCopy = (folder: string): void => rmSync(folder, { recursive: true, force: true });

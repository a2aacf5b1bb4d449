import packageJson from '../package.json' with { type: 'json' };

/**
 * Number of the form in which a release is stored: how pieces, recipes and indexes are written. A server reads its own form alone, and
 * `npm start` builds another one again, so every change of the form needs another number.
 */
export const RELEASE_FORMAT: number = packageJson.releaseFormat;

/** The content of `current.json`. */
export interface CurrentRelease {
  /** Folder beside `current.json`. */
  readonly folder: string;
  readonly format: number;
}

export const currentText = (folder: string): string =>
  `${JSON.stringify({ folder, format: RELEASE_FORMAT } satisfies CurrentRelease, null, 2)}\n`;

/** The folder that `current.json` names. @throws Error for a release in another form */
export function currentFolder(text: string): string {
  const { folder, format } = JSON.parse(text) as CurrentRelease;
  if (format !== RELEASE_FORMAT)
    throw new Error(
      `The release was built by another version of Scout (form ${format ?? 'without a number'}, not ${RELEASE_FORMAT}).`,
    );
  return folder;
}

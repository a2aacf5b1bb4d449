/** Commands of the repository, and their equivalents in a release. */
const commands = [
  ['npm run -s scout --', 'scout'],
  ['npm run -s agent -- run', 'scout agent run'],
  ['npm start', 'scout start'],
] as const;

/** A sentence with commands for this installation: `bin/scout` of a release sets SCOUT_RELEASE. */
export function withOwnCommands(
  words: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): string {
  if (!env.SCOUT_RELEASE) return words;
  return commands.reduce(
    (text, [ofRepository, ofRelease]) => text.replaceAll(ofRepository, ofRelease),
    words,
  );
}

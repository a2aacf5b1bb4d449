import type { SettingEntry } from '@scout/server/platform/config/reference/entry';
import {
  allowedOf,
  defaultOf,
  exampleOf,
  isInFile,
  settingSections,
} from '@scout/server/platform/config/reference/reference';

const INTRODUCTION = `# Settings

Written from the code by \`npm run settings\`; a test compares. Settings of the server are environment variables, read once at startup; an empty one counts as unset.
All errors are reported together. [Running Scout](operations.md#settings) says how they are given; an agent has [settings of its own](agents.md).

A secret with "or a file" can be read from a file instead: add \`_FILE\` to the setting's name, such as \`SCOUT_AUTH_SECRET_FILE=/run/credentials/auth-secret\`.
`;

const BUILDS = `## Builds in a checkout

The server does not read these.

| Setting | Read by | Purpose | Default |
|---|---|---|---|
| \`SCOUT_RELEASE_KEY_FILE\` | \`npm run build:agents\`, \`scout backup\`, \`scout restore\` | File of the private key that signs agent releases | \`keys/release.pem\` |
| \`SCOUT_BUILD_AGENTS\` | \`npm start\` | \`off\`: agent packages are not built | on |
`;

/** Text of docs/settings.md. */
export function settingsDocument(): string {
  const sections = Object.entries(settingSections).flatMap(([title, entries]) => [
    `## ${title}\n`,
    '| Setting | Purpose | Default | Allowed | Secret | Example |',
    '|---|---|---|---|---|---|',
    ...Object.entries(entries).map(([name, entry]) => row(name, entry)),
    '',
  ]);
  return [INTRODUCTION, ...sections, BUILDS].join('\n');
}

function row(name: string, entry: SettingEntry): string {
  const secret = isInFile(name) ? 'yes, or a file' : entry.holds === 'secret' ? 'yes' : 'no';
  const cells = [
    `\`${name}\``,
    entry.purpose,
    defaultOf(name, entry),
    allowedOf(name, entry),
    secret,
    exampleOf(name, entry),
  ];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

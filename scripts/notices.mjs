import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './toolchain.mjs';

/**
 * `npm run notices`: writes the notices of shipped third-party code, from package-lock.json and the installed packages. The same
 * on every system: packages installed only on some systems (PostgreSQL) have a separate text.
 */

const width = 120;
const read = (path) => readFileSync(join(root, path), 'utf8');

/** Shipments by the path of their file: the workspaces of each, and packages bundled in addition to their dependencies. */
export const shipments = {
  // A release: the server, its web application, which serves the file, and the agent.
  'apps/web/public/third-party-notices.txt': {
    workspaces: ['apps/server', 'apps/agent', 'apps/web'],
    // Mails are rendered by a bundle that contains their development dependencies.
    bundled: { 'packages/emails': ['@react-email/components', 'react', 'react-dom'] },
    others: ['postgresql.txt', 'bun.txt', 'mingw-w64.txt'],
  },
  // The agent, in its packages and in the program itself.
  'packages/agent-release/files/third-party-notices.txt': {
    workspaces: ['apps/agent'],
    bundled: {},
    others: ['bun.txt', 'mingw-w64.txt'],
  },
};

/** The lock file key of a package as resolved from another one, or undefined if missing, as optional ones may be. */
function resolve(packages, from, name) {
  for (let at = from; ; ) {
    const key = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
    const found = packages[key];
    if (found) return found.link ? found.resolved : key;
    if (at === '') return undefined;
    const nested = at.lastIndexOf('/node_modules/');
    at = nested === -1 ? '' : at.slice(0, nested);
  }
}

/** Keys of everything that workspaces need at run time, excluding themselves. */
export function closure(packages, { workspaces, bundled }) {
  const seen = new Set();
  const waiting = [...workspaces];
  for (const [from, names] of Object.entries(bundled)) {
    waiting.push(...names.map((name) => resolve(packages, from, name)));
  }
  while (waiting.length > 0) {
    const key = waiting.pop();
    if (key === undefined || seen.has(key)) continue;
    seen.add(key);
    const { dependencies, optionalDependencies } = packages[key];
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      waiting.push(resolve(packages, key, name));
    }
  }
  return [...seen].filter((key) => key.includes('node_modules/'));
}

/** The text of a package's license files or, without any, the statement of its package.json with the standard text. */
function textOf(key, licence) {
  const names = readdirSync(join(root, key))
    .filter((name) => /^(licen[cs]e|copying|notice)/i.test(name))
    .sort();
  if (names.length > 0) {
    return names.map((name) => read(`${key}/${name}`).replaceAll('\r\n', '\n').trim()).join('\n\n');
  }
  const { author } = JSON.parse(read(`${key}/package.json`));
  const holder = typeof author === 'string' ? author : author?.name;
  const standard = standardTexts[licence];
  if (standard === undefined)
    throw new Error(`${key} has no licence file, and ${licence} has no standard text here`);
  return `The package has no licence file. By its package.json it is under the ${licence} License${holder ? `, by ${holder}` : ''}.\n\n${read(standard).trim()}`;
}

/** Standard texts of licenses. */
const standardTexts = { MIT: 'scripts/notices/mit.txt', ISC: 'scripts/notices/isc.txt' };

/** Licenses of packages whose package.json names none, by their license files. */
const licencesByFile = { 'png-js 2.0.0': 'MIT' };

/** The notices of a shipment, as in the file. */
export function noticesOf(shipment) {
  const { packages } = JSON.parse(read('package-lock.json'));
  const byText = new Map();
  const licences = [];
  for (const key of closure(packages, shipment)) {
    const { version, os } = packages[key];
    // For one operating system: PostgreSQL, whose text is beside this file.
    if (os !== undefined) continue;
    const name = `${key.slice(key.lastIndexOf('node_modules/') + 'node_modules/'.length)} ${version}`;
    const license = packages[key].license ?? licencesByFile[name];
    licences.push([name, license]);
    const text = textOf(key, license);
    byText.set(text, [...(byText.get(text) ?? []), `${name} (${license})`]);
  }
  const texts = [...byText]
    .map(([text, names]) => `${[...new Set(names)].sort().join('\n')}\n\n${text}`)
    .sort();
  const others = shipment.others.map((name) => read(`scripts/notices/${name}`).trim());
  const parts = [
    'Scout contains work of others, under these licenses. Written by `npm run notices`.',
    ...others,
    ...texts,
  ];
  return { text: `${parts.join(`\n\n${'-'.repeat(width)}\n\n`)}\n`, licences };
}

if (process.argv[1] === import.meta.filename) {
  for (const [path, shipment] of Object.entries(shipments)) {
    writeFileSync(join(root, path), noticesOf(shipment).text);
    console.log(path);
  }
}

import { readFileSync } from 'node:fs';
import { type Content, directory, type Entry, file, link } from '../formats/entry.ts';

const text = (name: string): string => readFileSync(new URL(`../../files/${name}`, import.meta.url), 'utf8');

/** Path of the configuration in a configured package, read by `scout-agent provision`. */
export const ENROLMENT_PATH = '/etc/scout-agent/enrolment.json';

/** The files of a .deb and an .rpm; each folder precedes its content. */
export function linuxEntries(binary: Content): Entry[] {
  const units = ['scout-agent.service', 'scout-agent-upgrade.service', 'scout-agent-upgrade.path'];
  return [
    directory('/etc/scout-agent', 0o750),
    directory('/opt/scout-agent'),
    link('/opt/scout-agent/current', 'packaged/scout-agent'),
    link('/opt/scout-agent/proven', 'packaged/scout-agent'),
    directory('/opt/scout-agent/packaged'),
    { path: '/opt/scout-agent/packaged/scout-agent', type: 'file', mode: 0o755, content: binary },
    link('/usr/bin/scout-agent', '/opt/scout-agent/current'),
    ...units.map((name) => file(`/usr/lib/systemd/system/${name}`, 0o644, text(`linux/${name}`))),
    directory('/usr/share/doc/scout-agent'),
    file('/usr/share/doc/scout-agent/copyright', 0o644, text('copyright')),
    file('/usr/share/doc/scout-agent/third-party-notices.txt', 0o644, text('third-party-notices.txt')),
  ];
}

/** The steps shared by the scripts of both packages. */
export const setupSteps = (): string => text('linux/setup.sh');

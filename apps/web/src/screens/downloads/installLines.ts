import {
  type ConfigurableKind,
  type ConfigurablePackage,
  packageFileName,
  type ReleasePackage,
} from '@scout/contract/releases';

/** The commands that install a configured package from the download folder. */
const installs: Readonly<Record<ConfigurableKind, (file: string) => string>> = {
  exe: (file) => `.\\${file} install`,
  pkg: (file) => `sudo installer -pkg ${file} -target /`,
  deb: (file) => `sudo apt-get install -y ./${file}`,
  rpm: (file) => `sudo dnf install -y ./${file}`,
  'tar.gz': (file) => `tar -xzf ${file} && sudo ./scout-agent/scout-agent install`,
};

export const installLines = (wanted: ConfigurablePackage): string =>
  installs[wanted.kind](packageFileName(wanted));

/** The terminal for the commands. */
export const installPlace = ({ kind }: ReleasePackage): string =>
  kind === 'exe' ? 'Install it: PowerShell as administrator' : 'Install it: terminal';

/** The parameters of roll-out commands. */
export interface RollOutFacts {
  /** The server's address from the machines' network: https://scout.example. */
  readonly server: string;
}

/** One way to install many agents. */
export interface RollOut {
  readonly id: string;
  readonly name: string;
  /** Packages that the lines download or install, below /releases/latest/. */
  readonly packages: readonly string[];
  /** Instructions for the lines. */
  readonly text: string;
  readonly steps: readonly { readonly label: string; readonly lines: string }[];
}

/** A placeholder for an enrollment token, which is shown only once. */
const TOKEN = 'TOKEN';

/**
 * Unattended installations of the plain packages, with a token of Settings > Agent. The commands are those of
 * `scout-agent install` (apps/agent/src/cli), which configures and starts or restarts the service.
 */
export function rollOuts({ server }: RollOutFacts): readonly RollOut[] {
  const clear = server.startsWith('http:') ? ' --allow-cleartext' : '';
  const install = `install --server ${server}${clear}`;
  const from = (file: string) => `${server}/releases/latest/${file}`;
  return [
    {
      id: 'gpo',
      packages: ['windows/scout-agent-latest.exe'],
      name: 'Group policy',
      text: 'A computer start-up script (PowerShell). It does nothing if the agent is already installed.',
      steps: [
        {
          label: 'Start-up script',
          lines: [
            'if (Get-Service ScoutAgent -ErrorAction SilentlyContinue) { exit 0 }',
            '$agent = Join-Path $env:TEMP scout-agent-latest.exe',
            `Invoke-WebRequest -UseBasicParsing ${from('windows/scout-agent-latest.exe')} -OutFile $agent`,
            `$env:SCOUT_ENROLMENT_TOKEN = '${TOKEN}'`,
            `& $agent ${install}`,
            'Remove-Item $agent',
          ].join('\n'),
        },
      ],
    },
    {
      id: 'intune',
      packages: ['windows/scout-agent-latest.exe'],
      name: 'Intune',
      text: 'A Win32 app that contains scout-agent-latest.exe, installed in the system context.',
      steps: [
        { label: 'Install command', lines: `scout-agent-latest.exe ${install} --token ${TOKEN}` },
        {
          label: 'Uninstall command',
          lines: '"%ProgramFiles%\\Scout Agent\\scout-agent.exe" uninstall --purge',
        },
        { label: 'Detection rule: this file exists', lines: '%ProgramFiles%\\Scout Agent\\scout-agent.exe' },
      ],
    },
    ...(clear === '' ? [windowsInstaller(server)] : []),
    {
      id: 'linux',
      packages: ['linux/scout-agent-latest.deb', 'linux/scout-agent-latest.rpm'],
      name: 'apt and dnf',
      text: 'Run as root. The token is read from the environment, which other users of the machine cannot see.',
      steps: [
        {
          label: 'Debian and Ubuntu',
          lines: [
            `curl -fsSO ${from('linux/scout-agent-latest.deb')}`,
            'apt-get install -y ./scout-agent-latest.deb',
            `SCOUT_ENROLMENT_TOKEN=${TOKEN} scout-agent ${install}`,
          ].join('\n'),
        },
        {
          label: 'Red Hat and Fedora',
          lines: [
            `curl -fsSO ${from('linux/scout-agent-latest.rpm')}`,
            'dnf install -y ./scout-agent-latest.rpm',
            `SCOUT_ENROLMENT_TOKEN=${TOKEN} scout-agent ${install}`,
          ].join('\n'),
        },
      ],
    },
    {
      id: 'ansible',
      packages: ['linux/scout-agent-latest.deb'],
      name: 'Ansible',
      text: 'Tasks for Debian hosts; keep the token in a vault as scout_token.',
      steps: [
        {
          label: 'Tasks',
          lines: [
            '- name: Scout agent, package',
            '  ansible.builtin.apt:',
            `    deb: ${from('linux/scout-agent-latest.deb')}`,
            '- name: Scout agent, enrollment',
            '  ansible.builtin.command:',
            `    cmd: scout-agent ${install}`,
            '    creates: /etc/scout-agent/agent.json',
            '  environment:',
            '    SCOUT_ENROLMENT_TOKEN: "{{ scout_token }}"',
            '  become: true',
          ].join('\n'),
        },
      ],
    },
    {
      id: 'mdm',
      packages: ['macos/scout-agent-latest.pkg'],
      name: 'macOS MDM',
      text: 'A script that your MDM runs as root. The package is not notarized: allow it in your MDM’s installer.',
      steps: [
        {
          label: 'Script',
          lines: [
            '#!/bin/sh -e',
            'cd "$(mktemp -d)"',
            `curl -fsSO ${from('macos/scout-agent-latest.pkg')}`,
            'installer -pkg scout-agent-latest.pkg -target /',
            `SCOUT_ENROLMENT_TOKEN=${TOKEN} /opt/scout-agent/current ${install}`,
          ].join('\n'),
        },
      ],
    },
  ];
}

/** The .msi with its properties. Its agents use https alone. */
function windowsInstaller(server: string): RollOut {
  const file = 'windows/scout-agent-latest.msi';
  return {
    id: 'msi',
    packages: [file],
    name: 'MSI',
    text: 'For Intune, Configuration Manager and scripts. The token is the first line of a file that the machine’s own account can read.',
    steps: [
      {
        label: 'PowerShell as administrator',
        lines: [
          '$agent = Join-Path $env:TEMP scout-agent-latest.msi',
          `Invoke-WebRequest -UseBasicParsing ${server}/releases/latest/${file} -OutFile $agent`,
          `msiexec /i $agent /qn SERVER=${server} TOKENFILE=C:\\token.txt | Out-Null`,
        ].join('\n'),
      },
    ],
  };
}

/** Commands that verify a package's signature with preinstalled tools. */
export const verifyLines = (server: string, file: string): string =>
  [
    `curl -fsSO ${server}/releases/release-key.pem`,
    `curl -fsSO ${server}/releases/latest/${file}`,
    `curl -fsSO ${server}/releases/latest/${file}.sig`,
    `openssl pkeyutl -verify -rawin -pubin -inkey release-key.pem \\`,
    `  -in ${file.split('/').at(-1)} -sigfile ${file.split('/').at(-1)}.sig`,
  ].join('\n');
